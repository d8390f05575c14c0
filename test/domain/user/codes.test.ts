import { describe, expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import { personal } from '#domain/kernel/personal.ts';
import { rejectionText } from '#domain/registry.ts';
import { isCodeFresh, isUnderWay, type RequestedCode } from '#domain/user/codes.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { CodePurpose, UserEvent } from '#domain/user/events.ts';
import { CODE_MAX, CODE_MIN } from '#domain/user/limits.ts';
import { as, type Dated, given, NOW, seconds, system, visitor } from '../given.ts';
import { ada, bob, confirmed, erased, id, joined, registered } from '../samples.ts';

const facts = { uploads: {}, claimed: {} };
const byAda = { actor: as(ada), facts };

function requested(name: string, ago: number, purpose: CodePurpose = 'confirm-email'): Dated<UserEvent> {
  const codeId = newId(id(name), 1);
  const data = { userId: ada, codeId, purpose, email: personal('ada@ou.edu'), campus: 'ou' };
  return { event: { type: 'CodeRequested', data }, at: seconds(-ago) };
}

function mailed(name: string, ago: number, purpose: CodePurpose = 'confirm-email'): Dated<UserEvent> {
  return { event: { type: 'CodeSent', data: { userId: ada, codeId: newId(id(name), 1), purpose } }, at: seconds(-ago) };
}

function notMailed(name: string, ago: number): Dated<UserEvent> {
  const data = { userId: ada, codeId: newId(id(name), 1), purpose: 'confirm-email' } as const;
  return { event: { type: 'CodeNotSent', data }, at: seconds(-ago) };
}

const again = { id: id('again'), type: 'RequestEmailCode', data: {} } as const;

describe('asking for a code', () => {
  it('[VERF-07] asks for one at the account address', () => {
    given(userDecider, registered())
      .when(again, byAda)
      .thenExactly({
        type: 'CodeRequested',
        data: {
          userId: ada,
          codeId: newId(again.id, 1),
          purpose: 'confirm-email',
          email: personal('ada@ou.edu'),
          campus: 'ou',
        },
      });
  });

  it('waits 30 s between two codes and says how long (Q15)', () => {
    given(userDecider, registered(), requested('first', 12))
      .when(again, byAda)
      .thenRefused('CODE_TOO_SOON', { seconds: 18 });
    expect(rejectionText({ code: 'CODE_TOO_SOON', data: { seconds: 18 } })).toBe(
      'Please wait 18 seconds before asking for another code.',
    );
    expect(given(userDecider, registered(), requested('first', 30)).when(again, byAda).decision.ok).toBe(true);
  });

  it('mails five codes an hour at most, of all purposes together (Q15)', () => {
    const five = ([3_500, 3_000, 2_000, 1_000, 100] as const).map((ago) =>
      requested(`code ${ago}`, ago, ago === 2_000 ? 'join-campus' : 'confirm-email'),
    );
    given(userDecider, registered(), ...five)
      .when(again, byAda)
      .thenRefused('CODE_TOO_MANY', { seconds: 100, minutes: 2 });
    const later = { ...byAda, now: seconds(100) };
    expect(given(userDecider, registered(), ...five).when(again, later).decision.ok).toBe(true);
  });

  it('does not count a code that could not be mailed', () => {
    const history = [registered(), requested('first', 12), notMailed('first', 5)];
    expect(given(userDecider, ...history).when(again, byAda).decision.ok).toBe(true);
  });

  it('waits by purpose: the school code may follow the confirmation at once', () => {
    const school = {
      id: id('school'),
      type: 'RequestSchoolCode',
      data: { campus: 'ou', email: 'a.d@ou.edu' },
    } as const;
    const history = [registered(), requested('first', 12), confirmed()];
    expect(given(userDecider, ...history).when(school, byAda).decision.ok).toBe(true);
  });

  it('never asks for more patience than the rule, even when the clock was set back', () => {
    given(userDecider, registered(), requested('first', -86_400))
      .when(again, byAda)
      .thenRefused('CODE_TOO_SOON', { seconds: 30 });
  });

  it('[DATA-14] changes nothing when the same request comes again', () => {
    given(userDecider, registered(), requested('again', 3)).when(again, byAda).thenNothing();
  });

  it('refuses visitors, others, confirmed and erased users', () => {
    given(userDecider, registered()).when(again, { actor: visitor, facts }).thenRefused('SIGNED_OUT');
    given(userDecider, registered())
      .when(again, { actor: as(bob), facts })
      .thenRefused('SIGNED_OUT');
    given(userDecider, registered(), confirmed()).when(again, byAda).thenRefused('EMAIL_ALREADY_CONFIRMED');
    given(userDecider, registered(), erased()).when(again, byAda).thenRefused('SIGNED_OUT');
  });
});

describe('asking for a school code', () => {
  const school = (email: string, campus = 'ou') =>
    ({ id: id('school'), type: 'RequestSchoolCode', data: { campus, email } }) as const;

  it('[VERF-10] mails it to the school address for that campus', () => {
    given(userDecider, registered(ada, 'ada@gmail.com'), confirmed())
      .when(school('Ada@OU.edu'), byAda)
      .thenExactly({
        type: 'CodeRequested',
        data: {
          userId: ada,
          codeId: newId(id('school'), 1),
          purpose: 'join-campus',
          email: personal('ada@ou.edu'),
          campus: 'ou',
        },
      });
  });

  it('[VERF-10] is for the campus that was picked, on the site of any other', () => {
    given(userDecider, registered(), confirmed())
      .when(school('ada@utexas.edu', 'ut'), byAda)
      .thenExactly({
        type: 'CodeRequested',
        data: {
          userId: ada,
          codeId: newId(id('school'), 1),
          purpose: 'join-campus',
          email: personal('ada@utexas.edu'),
          campus: 'ut',
        },
      });
  });

  it('[VERF-11] refuses an address of another school, the present one, and a campus without domains', () => {
    const history = [registered(), confirmed(), joined()];
    given(userDecider, ...history)
      .when(school('ada@utexas.edu'), byAda)
      .thenRefused('SCHOOL_EMAIL_INVALID');
    given(userDecider, ...history)
      .when(school('ada@ou.edu'), byAda)
      .thenRefused('SCHOOL_EMAIL_REQUIRED');
    given(userDecider, ...history)
      .when(school('ada@ou.edu', 'campus'), byAda)
      .thenRefused('SOMETHING_WENT_WRONG');
  });

  it('[GUARD-02] refuses before the account address is confirmed', () => {
    given(userDecider, registered()).when(school('ada@ou.edu'), byAda).thenRefused('EMAIL_NOT_CONFIRMED');
  });
});

describe('recording what the mail transport said', () => {
  const sent = {
    id: id('sent'),
    type: 'RecordCodeSent',
    data: { userId: ada, codeId: newId(id('first'), 1), purpose: 'confirm-email' },
  } as const;
  const failed = { ...sent, type: 'RecordCodeNotSent' } as const;
  const bySystem = { actor: system, facts };

  it('[VERF-08] records that the code was sent, once', () => {
    const history = [registered(), requested('first', 9)];
    given(userDecider, ...history)
      .when(sent, bySystem)
      .thenExactly({ type: 'CodeSent', data: sent.data });
    given(userDecider, ...history, mailed('first', 5))
      .when(sent, bySystem)
      .thenNothing();
    given(userDecider, ...history, mailed('first', 5))
      .when(failed, bySystem)
      .thenNothing();
  });

  it('[VERF-08] records that it could not be sent, once, and lets a later success stand', () => {
    const history = [registered(), requested('first', 9)];
    given(userDecider, ...history)
      .when(failed, bySystem)
      .thenExactly({ type: 'CodeNotSent', data: failed.data });
    given(userDecider, ...history, notMailed('first', 5))
      .when(failed, bySystem)
      .thenNothing();
    given(userDecider, ...history, notMailed('first', 5))
      .when(sent, bySystem)
      .thenExactly({ type: 'CodeSent', data: sent.data });
  });

  it('ignores unknown codes, and refuses people, unknown and erased users', () => {
    given(userDecider, registered()).when(sent, bySystem).thenNothing();
    given(userDecider, registered()).when(sent, byAda).thenRefused('NOT_ALLOWED');
    given(userDecider).when(sent, bySystem).thenRefused('USER_UNKNOWN');
    given(userDecider, registered(), erased()).when(sent, bySystem).thenRefused('USER_ERASED');
  });
});

describe('a change of address that is under way', () => {
  const asked = (email: string, ago: number): RequestedCode => ({
    ...{ codeId: id(`${email} ${ago}`), purpose: 'change-email', email, campus: 'ou', requestedAt: seconds(-ago) },
    ...{ state: 'sent', sentAt: seconds(-ago) },
  });

  it('[VERF-19] is the newest alone, for two hours: back to an address that was left needs a new proof', () => {
    const codes = [asked('left@x.edu', 600), asked('newest@x.edu', 300)];
    expect(isUnderWay(codes, ' Newest@x.edu', NOW)).toBe(true);
    expect(isUnderWay(codes, 'left@x.edu', NOW)).toBe(false);
    expect(isUnderWay([asked('newest@x.edu', 7_201)], 'newest@x.edu', NOW)).toBe(false);
    expect(isUnderWay([], 'newest@x.edu', NOW)).toBe(false);
  });
});

describe('codes', () => {
  it('[VERF-04] are four digits and valid for two hours', () => {
    expect([CODE_MIN, CODE_MAX]).toEqual([1_000, 9_999]);
    expect(isCodeFresh(seconds(-7_200), NOW)).toBe(true);
    expect(isCodeFresh(seconds(-7_201), NOW)).toBe(false);
  });

  it('[VERF-04] a code mailed more than two hours ago no longer confirms', () => {
    const confirm = { id: id('c'), type: 'ConfirmEmail', data: { codeId: newId(id('first'), 1) } } as const;
    const fresh = [registered(), requested('first', 7_300), mailed('first', 7_000)];
    expect(given(userDecider, ...fresh).when(confirm, byAda).decision.ok).toBe(true);
    const stale = [registered(), requested('first', 7_300), mailed('first', 7_201)];
    given(userDecider, ...stale)
      .when(confirm, byAda)
      .thenRefused('CODE_WRONG');
  });
});
