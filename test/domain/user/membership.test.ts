import { describe, expect, it } from '@jest/globals';
import { personal } from '#domain/kernel/personal.ts';
import { aggregateOf, rejectionText } from '#domain/registry.ts';
import { userCommands } from '#domain/user/commands.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { CodePurpose, UserEvent } from '#domain/user/events.ts';
import { as, given, stateAfter } from '../given.ts';
import { ada, adasCode, bob, confirmed, erased, id, joined, registered } from '../samples.ts';

const claimed = { 'school-email': 'ada@ou.edu' };
const byAda = { actor: as(ada), facts: { uploads: {}, claimed } };
const unclaimed = { actor: as(ada), facts: { uploads: {}, claimed: {} } };

/** A code asked for a moment before the command. */
function requested(codeId: string, purpose: CodePurpose, email: string, campus = 'ou') {
  const event: UserEvent = {
    type: 'CodeRequested',
    data: { userId: ada, codeId, purpose, email: personal(email), campus },
  };
  return event;
}

const { owns } = aggregateOf('user');

describe('confirming the e-mail address', () => {
  const confirm = { id: id('confirm'), type: 'ConfirmEmail', data: { codeId: adasCode } } as const;
  const history = [registered(), requested(adasCode, 'confirm-email', 'ada@ou.edu')];

  it('[VERF-05] confirms with a code of this purpose and address', () => {
    given(userDecider, ...history)
      .when(confirm, byAda)
      .thenExactly(confirmed());
  });

  it('[VERF-03] [VERF-05] refuses an unknown code and one of another purpose or address with the exact text', () => {
    given(userDecider, registered()).when(confirm, byAda).thenRefused('CODE_WRONG');
    const school = requested(adasCode, 'join-campus', 'ada@ou.edu');
    given(userDecider, registered(), school).when(confirm, byAda).thenRefused('CODE_WRONG');
    const elsewhere = requested(adasCode, 'confirm-email', 'bob@ou.edu');
    given(userDecider, registered(), elsewhere).when(confirm, byAda).thenRefused('CODE_WRONG');
    expect(rejectionText({ code: 'CODE_WRONG', data: {} })).toBe('Your code was incorrect. Please try again.');
  });

  it('changes nothing when done twice, and refuses others', () => {
    given(userDecider, ...history, confirmed())
      .when(confirm, byAda)
      .thenNothing();
    given(userDecider, ...history)
      .when(confirm, { ...byAda, actor: as(bob) })
      .thenRefused('SIGNED_OUT');
  });
});

describe('verifying the school', () => {
  const codeId = id('school code');
  const verify = {
    id: id('verify'),
    type: 'VerifySchool',
    data: { codeId, campus: 'ou', email: 'Ada@ou.edu' },
  } as const;
  const history = [registered(ada, 'ada@gmail.com'), confirmed(), requested(codeId, 'join-campus', 'ada@ou.edu')];

  it('[VERF-13] [CAMP-10] makes a member of the campus with the school address', () => {
    given(userDecider, ...history)
      .when(verify, byAda)
      .thenExactly(joined());
    expect(stateAfter(userDecider, [...history, joined()])).toMatchObject({
      memberOf: 'ou',
      schoolEmail: 'ada@ou.edu',
      campus: 'ou',
    });
  });

  it('[VERF-16] names the campus that is left, so that both counts follow', () => {
    const texan = joined(ada, 'ut', 'ada@utexas.edu');
    const { decision } = given(userDecider, ...history, texan).when(verify, byAda);
    expect(decision.ok && decision.events[0]?.data).toMatchObject({ campus: 'ou', previousCampus: 'ut' });
  });

  it('[VERF-13] refuses a taken address with the exact text, and a wrong code before that', () => {
    given(userDecider, ...history)
      .when(verify, unclaimed)
      .thenRefused('EMAIL_TAKEN_SCHOOL');
    expect(rejectionText({ code: 'EMAIL_TAKEN_SCHOOL', data: {} })).toBe('That email is taken.');
    given(userDecider, registered(), confirmed()).when(verify, unclaimed).thenRefused('CODE_WRONG');
  });

  it('[CAMP-04] [CAMP-10] refuses an address of another school even with a right code', () => {
    const other = requested(codeId, 'join-campus', 'ada@utexas.edu');
    const data = { codeId, campus: 'ou', email: 'ada@utexas.edu' };
    given(userDecider, registered(), confirmed(), other)
      .when({ ...verify, data }, byAda)
      .thenRefused('SCHOOL_EMAIL_INVALID');
    expect(userCommands.VerifySchool.claims({ ...verify, data }, as(ada))).toEqual([]);
  });

  it('changes nothing when done twice', () => {
    given(userDecider, ...history, joined())
      .when(verify, byAda)
      .thenNothing();
  });
});

describe('joining with the confirmed address', () => {
  const join = (email: string, campus = 'ou') =>
    ({ id: id('join'), type: 'JoinWithConfirmedEmail', data: { campus, email } }) as const;

  it('[VERF-13] needs no second code to the same mailbox', () => {
    given(userDecider, registered(), confirmed()).when(join(' ADA@ou.edu'), byAda).thenExactly(joined());
  });

  it('refuses an address that is not the confirmed one', () => {
    given(userDecider, registered(), confirmed())
      .when(join('bob@ou.edu'), byAda)
      .thenRefused('SCHOOL_EMAIL_NOT_CONFIRMED');
  });

  it('[GUARD-02] refuses before the address is confirmed', () => {
    given(userDecider, registered()).when(join('ada@ou.edu'), byAda).thenRefused('EMAIL_NOT_CONFIRMED');
  });

  it('[VERF-11] refuses an empty address, a campus without domains and a foreign one', () => {
    const history = [registered(), confirmed()];
    given(userDecider, ...history)
      .when(join(''), byAda)
      .thenRefused('SCHOOL_EMAIL_REQUIRED');
    given(userDecider, ...history)
      .when(join('ada@ou.edu', 'campus'), byAda)
      .thenRefused('SOMETHING_WENT_WRONG');
    given(userDecider, ...history)
      .when(join('ada@ou.edu', 'ut'), byAda)
      .thenRefused('SCHOOL_EMAIL_INVALID');
  });
});

describe('owning unique values', () => {
  it("is said by the owner's stream alone and ends with erasure", () => {
    const history = [registered(), confirmed(), joined()];
    const user = stateAfter(userDecider, history);
    expect(owns(user, 'email', 'ada@ou.edu')).toBe(true);
    expect(owns(user, 'username', 'adalovelace')).toBe(true);
    expect(owns(user, 'school-email', 'ada@ou.edu')).toBe(true);
    expect(owns(user, 'email', 'bob@ou.edu')).toBe(false);
    expect(owns(user, 'shoe-size', 'ada@ou.edu')).toBe(false);
    const gone = stateAfter(userDecider, [...history, erased()]);
    for (const kind of ['email', 'username', 'school-email']) expect(owns(gone, kind, 'ada@ou.edu')).toBe(false);
  });
});
