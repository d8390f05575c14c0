import { describe, expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import { personal } from '#domain/kernel/personal.ts';
import { rejectionText } from '#domain/registry.ts';
import { userCommands } from '#domain/user/commands.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { UNCONFIRMED_EMAIL_CHANGES_MAX } from '#domain/user/limits.ts';
import { userClaims } from '#domain/user/state.ts';
import { as, type Dated, given, NOW, seconds, stateAfter, system, visitor } from '../given.ts';
import { ada, adasCode, bob, confirmed, corrected, erased, id, registered, userAfter } from '../samples.ts';

const email = 'ada@mail.example';
const change = (typed: string, name = 'correct') =>
  ({ id: id(name), type: 'ChangeUnconfirmedEmail', data: { email: typed } }) as const;
const codeId = newId(id('correct'), 1);
const by = (claimed: object) => ({ actor: as(ada), facts: { uploads: {}, claimed }, now: NOW }) as const;

/** A code for the account's address; the first is that of the sign-up. */
const asked = (ago: number, to: string, code = adasCode): Dated<UserEvent> => ({
  event: {
    type: 'CodeRequested',
    data: { userId: ada, codeId: code, purpose: 'confirm-email', email: personal(to), campus: 'ou' },
  },
  at: seconds(-ago),
});
const signedUp = [registered(ada, 'ada@ou.ude'), asked(60, 'ada@ou.ude')];
const confirm = (code: string) => ({ id: id('confirm'), type: 'ConfirmEmail', data: { codeId: code } }) as const;

describe('another address for an account that has confirmed none', () => {
  it('[VERF-01] takes its place, and a code is asked for there', () => {
    given(userDecider, ...signedUp)
      .when(change(' Ada@Mail.example'), by({ email }))
      .thenExactly(corrected(email), {
        type: 'CodeRequested',
        data: { userId: ada, codeId, purpose: 'confirm-email', email: personal(email), campus: 'ou' },
      });
    // The same command again, whose answer was lost.
    given(userDecider, ...signedUp, corrected(email), asked(5, email, codeId))
      .when(change(email), by({ email }))
      .thenNothing();
  });

  it('releases the address before, and claims its own, in the words of a sign-up', () => {
    const after = userAfter(registered(ada, 'ada@ou.ude'), corrected(email));
    expect(['ada@ou.ude', email].map((each) => userClaims.email(after, each))).toEqual([false, true]);
    expect(after.verified).toBe(false);
    expect(userCommands.ChangeUnconfirmedEmail.claims(change('ADA@mail.example'), as(ada))).toEqual([
      { kind: 'email', candidates: [email], taken: { code: 'EMAIL_TAKEN', data: {} } },
    ]);
    expect(userCommands.ChangeUnconfirmedEmail.claims(change('nobody'), as(ada))).toEqual([]);
    given(userDecider, ...signedUp)
      .when(change(email), by({}))
      .thenRefused('EMAIL_TAKEN');
  });

  it('[VERF-06] [Q16] voids the codes that were mailed before, also after a change to and fro', () => {
    const there = [...signedUp, corrected(email), asked(30, email, codeId)];
    given(userDecider, ...there)
      .when(confirm(adasCode), by({}))
      .thenRefused('CODE_WRONG');
    given(userDecider, ...there)
      .when(confirm(codeId), by({}))
      .thenExactly({ type: 'EmailConfirmed', data: { userId: ada, codeId } });
    given(userDecider, ...there, corrected('ada@ou.ude'))
      .when(confirm(adasCode), by({}))
      .thenRefused('CODE_WRONG');
  });

  it('[Q15] waits as for every code: 30 s after the last, five an hour', () => {
    given(userDecider, registered(ada, 'ada@ou.ude'), asked(12, 'ada@ou.ude'))
      .when(change(email), by({ email }))
      .thenRefused('CODE_TOO_SOON', { seconds: 18 });
    const five = [3_000, 2_000, 1_000, 500, 60].map((ago) => asked(ago, 'ada@ou.ude', id(`code ${ago}`)));
    given(userDecider, registered(ada, 'ada@ou.ude'), ...five)
      .when(change(email), by({ email }))
      .thenRefused('CODE_TOO_MANY', { seconds: 600, minutes: 10 });
  });

  it('is changed five times at most: each has a mail sent to somebody', () => {
    const changes = Array.from({ length: UNCONFIRMED_EMAIL_CHANGES_MAX }, (_, n) => corrected(`ada${n}@mail.example`));
    given(userDecider, ...signedUp, ...changes)
      .when(change(email), by({ email }))
      .thenRefused('EMAIL_CHANGES_USED_UP');
    expect(rejectionText({ code: 'EMAIL_CHANGES_USED_UP', data: {} })).toBe(
      'The address was changed 5 times already. Please log out and sign up again.',
    );
    const { decision } = given(userDecider, ...signedUp, ...changes.slice(1)).when(change(email), by({ email }));
    expect(decision.ok).toBe(true);
  });

  it('says what is wrong with it', () => {
    for (const [typed, code] of [
      [' ', 'EMAIL_REQUIRED'],
      ['ADA@ou.ude', 'EMAIL_UNCHANGED'],
      ['ada@ou', 'EMAIL_INVALID'],
    ] as const)
      given(userDecider, ...signedUp)
        .when(change(typed), by({}))
        .thenRefused(code);
  });

  it('is for the person alone, while the address is not confirmed', () => {
    given(userDecider, ...signedUp, confirmed())
      .when(change(email), by({ email }))
      .thenRefused('EMAIL_ALREADY_CONFIRMED');
    for (const actor of [visitor, system, as(bob)])
      given(userDecider, ...signedUp)
        .when(change(email), { ...by({ email }), actor })
        .thenRefused('SIGNED_OUT');
    given(userDecider, ...signedUp, erased())
      .when(change(email), by({ email }))
      .thenRefused('SIGNED_OUT');
  });

  it('is held for 2 hours from the change on', () => {
    const expire = { id: id('expire'), type: 'ExpireUnconfirmed', data: { userId: ada } } as const;
    const changedAt = (ago: number) => ({ event: corrected(email), at: seconds(-ago) });
    const house = { ...by({}), actor: system };
    // The sign-up was the day before.
    given(userDecider, registered(), changedAt(7_100)).when(expire, house).thenRefused('EMAIL_TAKEN');
    given(userDecider, registered(), changedAt(7_200))
      .when(expire, house)
      .thenExactly({ type: 'SubjectErased', data: { userId: ada, campus: null } });
    expect(stateAfter(userDecider, [changedAt(0)]).emailSince).toBe(NOW);
  });
});
