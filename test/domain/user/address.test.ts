import { describe, expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import { personal } from '#domain/kernel/personal.ts';
import { rejectionText } from '#domain/registry.ts';
import { checkNewEmail } from '#domain/user/addressDecisions.ts';
import { userCommands } from '#domain/user/commands.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { userClaims } from '#domain/user/state.ts';
import { checkUsername } from '#domain/user/username.ts';
import { as, type Dated, given, NOW, seconds, visitor } from '../given.ts';
import { ada, bob, confirmed, id, registered, userAfter } from '../samples.ts';

const history = [registered(), confirmed()];
const by = (claimed: object) => ({ actor: as(ada), facts: { uploads: {}, claimed }, now: NOW }) as const;
const text = (rejection: { readonly code: string } | null) =>
  rejection === null ? null : rejectionText(rejection as never);

describe('another user name', () => {
  const change = (username: string) => ({ id: id('rename'), type: 'ChangeUsername', data: { username } }) as const;
  const changed: UserEvent = { type: 'UsernameChanged', data: { userId: ada, username: personal('countess') } };

  it.each([
    ['', 'Username is required.'],
    ['   ', 'Username is required.'],
    ['abc', 'Must be longer than 4 characters.'],
    ['a b c', 'Only letters, numbers, _ and -'],
    ['äöüß', 'Only letters, numbers, _ and -'],
    ['ada.lovelace', 'Only letters, numbers, _ and -'],
    ['ada@ou', 'Only letters, numbers, _ and -'],
    ['settings', 'That username has been taken.'],
    ['NOTIFICATIONS', 'That username has been taken.'],
    ['a'.repeat(50), null],
    ['a'.repeat(51), 'Only letters, numbers, _ and -'],
    ['abcd', null],
    ['a_-9', null],
  ])('[SETT-06] %p: %s', (typed, said) => {
    expect(text(checkUsername(typed))).toBe(said);
    if (said === null || typed.length > 50) return;
    given(userDecider, ...history)
      .when(change(typed), by({ username: typed.toLowerCase() }))
      .thenRefused(checkUsername(typed)?.code ?? '');
    // Nothing is claimed for one that can't be had.
    expect(userCommands.ChangeUsername.claims(change(typed), as(ada))).toEqual([]);
  });

  it('[SETT-06] is stored lower case, and has 50 characters at most', () => {
    given(userDecider, ...history)
      .when(change(' CountESS'), by({ username: 'countess' }))
      .thenExactly(changed);
    const { schema } = userCommands.ChangeUsername;
    expect([50, 51].map((length) => schema.safeParse({ username: 'a'.repeat(length) }).success)).toEqual([true, false]);
  });

  it('[SETT-06] is nobody else’s: it is claimed, and the one before is free', () => {
    expect(userCommands.ChangeUsername.claims(change('Countess'), as(ada))).toMatchObject([
      { kind: 'username', candidates: ['countess'], taken: { code: 'USERNAME_TAKEN' } },
    ]);
    given(userDecider, ...history)
      .when(change('countess'), by({}))
      .thenRefused('USERNAME_TAKEN');
    const after = userAfter(...history, changed);
    expect(userClaims.username(after, 'countess')).toBe(true);
    expect(userClaims.username(after, 'adalovelace')).toBe(false);
  });

  it('the present one changes nothing; a stranger changes nothing', () => {
    given(userDecider, ...history)
      .when(change('AdaLovelace'), by({ username: 'adalovelace' }))
      .thenNothing();
    for (const actor of [visitor, as(bob)])
      given(userDecider, ...history)
        .when(change('countess'), { ...by({ username: 'countess' }), actor })
        .thenRefused('SIGNED_OUT');
    given(userDecider, registered())
      .when(change('countess'), by({ username: 'countess' }))
      .thenRefused('EMAIL_NOT_CONFIRMED');
  });
});

describe('another e-mail address', () => {
  const email = 'ada@mail.example';
  const ask = (typed: string) => ({ id: id('ask'), type: 'RequestEmailChange', data: { email: typed } }) as const;
  const codeId = newId(id('ask'), 1);
  const change = { id: id('change'), type: 'ChangeEmail', data: { codeId, email } } as const;
  const asked = (ago: number, changes: object = {}): Dated<UserEvent> => ({
    event: {
      type: 'CodeRequested',
      data: { userId: ada, codeId, purpose: 'change-email', email: personal(email), campus: 'ou', ...changes },
    },
    at: seconds(-ago),
  });
  const mailed = (ago: number): Dated<UserEvent> => ({
    event: { type: 'CodeSent', data: { userId: ada, codeId, purpose: 'change-email' } },
    at: seconds(-ago),
  });

  it('[SETT-08] says what is wrong with it', () => {
    expect(['', ' '].map((typed) => text(checkNewEmail(typed, 'ada@ou.edu')))).toEqual(
      Array(2).fill('Email is required.'),
    );
    expect(text(checkNewEmail('ADA@ou.edu ', 'ada@ou.edu'))).toBe('Enter a new email');
    expect(text(checkNewEmail('ada@ou', 'ada@ou.edu'))).toBe('Invalid email address!');
    given(userDecider, ...history)
      .when(ask('ADA@OU.EDU'), by({}))
      .thenRefused('EMAIL_UNCHANGED');
    given(userDecider, ...history)
      .when(ask('nobody'), by({}))
      .thenRefused('EMAIL_INVALID');
    given(userDecider, ...history)
      .when(ask(email), by({}))
      .thenRefused('EMAIL_TAKEN_BY_OTHER');
    expect(text({ code: 'EMAIL_TAKEN_BY_OTHER' })).toBe('That email is taken.');
    expect(userCommands.RequestEmailChange.claims(ask('ADA@mail.example'), as(ada))).toMatchObject([
      { kind: 'email', candidates: [email], taken: { code: 'EMAIL_TAKEN_BY_OTHER' } },
    ]);
  });

  it('[VERF-19] is asked for by a code that is mailed to it, with the pauses of all codes', () => {
    given(userDecider, ...history)
      .when(ask(email), by({ email }))
      .thenExactly({
        type: 'CodeRequested',
        data: { userId: ada, codeId, purpose: 'change-email', email: personal(email), campus: 'ou' },
      });
    given(userDecider, ...history, asked(10))
      .when({ ...ask(email), id: id('again') }, by({ email }))
      .thenRefused('CODE_TOO_SOON', { seconds: 20 });
  });

  it('[VERF-19] is the account’s with the right code, which is bound to it', () => {
    const exactly: UserEvent = {
      type: 'EmailChanged',
      data: { userId: ada, codeId, email: personal(email), previousEmail: personal('ada@ou.edu'), campus: 'ou' },
    };
    given(userDecider, ...history, asked(60), mailed(50))
      .when(change, by({ email }))
      .thenExactly(exactly);
    const after = userAfter(...history, exactly);
    expect([userClaims.email(after, email), userClaims.email(after, 'ada@ou.edu')]).toEqual([true, false]);
    expect(after.verified).toBe(true);
  });

  it('[VERF-19] [Q16] is not had by a code of another address, for another purpose, or older than 2 hours', () => {
    for (const code of [
      asked(60, { email: personal('ada@other.example') }),
      asked(60, { purpose: 'join-campus' }),
      asked(60, { purpose: 'confirm-email' }),
    ])
      given(userDecider, ...history, code)
        .when(change, by({ email }))
        .thenRefused('CODE_WRONG');
    given(userDecider, ...history, asked(7_300), mailed(7_201))
      .when(change, by({ email }))
      .thenRefused('CODE_WRONG');
    given(userDecider, ...history, asked(60), mailed(50))
      .when(change, by({}))
      .thenRefused('EMAIL_TAKEN_BY_OTHER');
    given(userDecider, registered(), asked(60), mailed(50))
      .when(change, by({ email }))
      .thenRefused('EMAIL_NOT_CONFIRMED');
  });
});
