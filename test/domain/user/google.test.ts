import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newId } from '#domain/kernel/ids.ts';
import { personal } from '#domain/kernel/personal.ts';
import { countCharacters } from '#domain/kernel/text.ts';
import { userCommands } from '#domain/user/commands.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { parseGoogleName } from '#domain/user/googleName.ts';
import { NAME_PART_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { userRejections } from '#domain/user/rejections.ts';
import { userClaims } from '#domain/user/state.ts';
import { texts } from '../arbitraries.ts';
import { as, given, NOW, system, visitor, YESTERDAY } from '../given.ts';
import { ada, confirmed, corrected, erased, id, registered } from '../samples.ts';

const GOOGLE_ID = '110169484474386276334';
const commandId = id('register ada');

function linked(isSignUp: boolean, googleId = GOOGLE_ID): UserEvent {
  return { type: 'GoogleLinked', data: { userId: ada, googleId: personal(googleId), isSignUp } };
}

const house = { actor: system, facts: {} };

describe('the words of a failed sign-in with Google', () => {
  it.each([
    ['GOOGLE_FAILED', 'Error Signing In with Google.'],
    ['GOOGLE_NETWORK', 'Network error. Please check your connection'],
    ['GOOGLE_CANCELLED', 'Error: Sign-in process was canceled'],
    ['GOOGLE_OTHER_CREDENTIALS', 'Error: Account already exists with different credentials'],
    ['GOOGLE_INVALID', 'Error: Invalid credentials'],
    ['GOOGLE_DISABLED', 'Error: That account has been disabled'],
    ['GOOGLE_NO_EMAIL', 'Error: User email not found'],
    ['GOOGLE_PASSWORD', 'Error: Incorrect password'],
    ['GOOGLE_UNKNOWN', 'Unknown Error Signing In with Google'],
  ] as const)('[AUTH-19 in part] %s says "%s"', (code, words) => {
    expect(userRejections[code].text).toBe(words);
  });
});

describe('Google’s display names', () => {
  it.each([
    ['Ada Lovelace', 'Ada', '', 'Lovelace'],
    ['Ada King-Noel Lovelace', 'Ada', 'King Noel', 'Lovelace'],
    ['lovelace,ada.k', 'lovelace', 'ada', 'k'],
    ['Ada 1815 Lovelace2', 'Ada', '', 'user'],
    ['Ada', 'Ada', '', 'user'],
    ['4815 162342', 'anonymous', '', 'user'],
    ['', 'anonymous', '', 'user'],
    ['🦊 Ada ✨ Lovelace™', 'Ada', '', 'Lovelace'],
    ["  Conan   O'Brien ", 'Conan', '', "O'Brien"],
    ['李 小龙', '李', '', '小龙'],
  ])('[AUTH-18] %j', (display, first, middle, last) => {
    expect(parseGoogleName(display)).toEqual({ first, middle, last });
  });

  it('[AUTH-18] always make a first and a last name that can be shown, without digits and separators', () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), (display) => {
        const { first, middle, last } = parseGoogleName(display);
        for (const part of [first, last]) {
          expect(part).toMatch(/^[\p{L}'’][\p{L}\p{M}'’]*$/u);
          expect(part).not.toMatch(/\p{Default_Ignorable_Code_Point}|\p{M}{3}/u);
          expect(part).toMatch(/\p{L}/u);
          expect(countCharacters(part)).toBeLessThanOrEqual(NAME_PART_MAX_CHARACTERS);
        }
        expect(middle).not.toMatch(/[\p{Nd}.,-]|^ | $/u);
      }),
      { numRuns: 500, seed: 18 },
    );
  });
});

describe('signing up with Google', () => {
  const signUp = (name = 'Ada King Lovelace', email = ' Ada@OU.edu') =>
    ({ id: commandId, type: 'RegisterWithGoogle', data: { googleId: GOOGLE_ID, email, name } }) as const;
  const holding = (claimed: Record<string, string>) => ({ actor: visitor, facts: { uploads: {}, claimed } });
  const held = holding({ google: GOOGLE_ID, email: 'ada@ou.edu', username: 'adalovelace' });
  const userId = newId(commandId, 0);

  it('[AUTH-17] [AUTH-18] makes a verified account, with the last name as its initial (D37), and asks for no code', () => {
    const result = given(userDecider).when(signUp(), held);
    result.thenExactly(
      {
        type: 'UserRegistered',
        data: {
          userId,
          campus: 'ou',
          email: personal('ada@ou.edu'),
          username: personal('adalovelace'),
          firstName: personal('Ada'),
          lastName: personal('L.'),
        },
      },
      { type: 'GoogleLinked', data: { userId, googleId: personal(GOOGLE_ID), isSignUp: true } },
    );
    const { state } = given(userDecider, registered(), linked(true));
    expect(state).toMatchObject({ verified: true, passwordId: null, googleId: GOOGLE_ID });
  });

  it.each([
    ['Ada King-Noel Lovelace', 'adalovelace'],
    ['4815', 'anonymoususer'],
    ['J Smith', 'jsmith'],
  ])('[AUTH-16] claims a user name made of first and last name of %j', (name, username) => {
    const [, , claim] = userCommands.RegisterWithGoogle.claims(signUp(name), visitor);
    const [first] = claim?.candidates ?? [];
    expect([claim?.kind, first]).toEqual(['username', username]);
  });

  it('claims nothing without an address, and is refused', () => {
    const command = signUp('Ada', 'ada@localhost');
    expect(userCommands.RegisterWithGoogle.claims(command, visitor)).toEqual([]);
    given(userDecider).when(command, holding({})).thenRefused('GOOGLE_NO_EMAIL');
  });

  it.each([
    ['Google account', { email: 'ada@ou.edu', username: 'adalovelace' }, 'GOOGLE_OTHER_CREDENTIALS'],
    ['address', { google: GOOGLE_ID, username: 'adalovelace' }, 'EMAIL_TAKEN'],
    ['user name', { google: GOOGLE_ID, email: 'ada@ou.edu' }, 'USERNAME_TAKEN'],
  ])('[AUTH-19 in part] is refused where the %s was not claimed for it', (_what, claimed, code) => {
    given(userDecider).when(signUp(), holding(claimed)).thenRefused(code);
  });

  it('[P2] takes effect once', () => {
    given(userDecider, registered(userId), linked(true)).when(signUp(), held).thenNothing();
  });
});

describe('linking a Google account', () => {
  const link = (email = 'ada@ou.edu', googleId = GOOGLE_ID) =>
    ({ id: id('link'), type: 'LinkGoogle', data: { userId: ada, googleId, email } }) as const;
  const held = { actor: system, facts: { uploads: {}, claimed: { google: GOOGLE_ID } } };

  it('opens the account that has the same confirmed address, which keeps its password', () => {
    given(userDecider, registered(), confirmed()).when(link(), held).thenExactly(linked(false));
    expect(given(userDecider, registered(), confirmed(), linked(false)).state.passwordId).toBe(ada);
  });

  it('never opens an account whose address was not confirmed: a stranger may have made it', () => {
    given(userDecider, registered()).when(link(), held).thenRefused('GOOGLE_OTHER_CREDENTIALS');
  });

  it('[AUTH-19] is refused where the account has another address or another Google account', () => {
    const account = [registered(), confirmed()] as const;
    given(userDecider, ...account)
      .when(link('eve@ou.edu'), held)
      .thenRefused('GOOGLE_OTHER_CREDENTIALS');
    given(userDecider, ...account, linked(false, 'another'))
      .when(link(), held)
      .thenRefused('GOOGLE_OTHER_CREDENTIALS');
  });

  it('done twice changes nothing', () => {
    given(userDecider, registered(), confirmed(), linked(false)).when(link(), held).thenNothing();
  });

  it('is done by the house alone, and not to an erased account', () => {
    given(userDecider, registered(), confirmed())
      .when(link(), { ...held, actor: as(ada) })
      .thenRefused('NOT_ALLOWED');
    given(userDecider, registered(), erased()).when(link(), held).thenRefused('USER_ERASED');
  });
});

describe('giving up an address', () => {
  const yieldIt = { id: id('yield'), type: 'YieldAddress', data: { userId: ada, since: YESTERDAY } } as const;

  it('erases an account that never confirmed it, at once', () => {
    given(userDecider, registered())
      .when(yieldIt, house)
      .thenExactly({ type: 'SubjectErased', data: { userId: ada, campus: null } });
  });

  it('is nothing to an account that has another one by now, confirmed or not', () => {
    const moved = [registered(), { event: corrected('ada@mail.example'), at: NOW }];
    given(userDecider, ...moved)
      .when(yieldIt, house)
      .thenNothing();
    given(userDecider, ...moved, confirmed())
      .when(yieldIt, house)
      .thenNothing();
    given(userDecider, ...moved)
      .when({ ...yieldIt, data: { userId: ada, since: NOW } }, house)
      .thenExactly({ type: 'SubjectErased', data: { userId: ada, campus: null } });
  });

  it('is refused by an account that has confirmed it, by code or by Google, and to anybody but the house', () => {
    given(userDecider, registered(), confirmed()).when(yieldIt, house).thenRefused('EMAIL_TAKEN');
    given(userDecider, registered(), linked(true)).when(yieldIt, house).thenRefused('EMAIL_TAKEN');
    given(userDecider, registered())
      .when(yieldIt, { actor: as(ada), facts: {} })
      .thenRefused('NOT_ALLOWED');
  });
});

describe('another password', () => {
  const passwordId = id('password');
  const first = { id: id('set'), type: 'SetPassword', data: { userId: ada, passwordId } } as const;
  const change = (replaces: string, name = 'password') =>
    ({ id: id('change'), type: 'ChangePassword', data: { userId: ada, passwordId: id(name), replaces } }) as const;

  it('[SETT-07 in part] is an event without the password; from then on the account has one (Q71)', () => {
    const account = given(userDecider, registered(), linked(true));
    expect(account.state.passwordId).toBeNull();
    const set = { type: 'PasswordChanged', data: { userId: ada, passwordId, how: 'set' } } as const;
    account.when(first, house).thenExactly(set);
    const after = given(userDecider, registered(), linked(true), set);
    expect(after.state.passwordId).toBe(passwordId);
    after.when(first, house).thenNothing();
  });

  it('[SETT-07 in part] takes the place of the one that was given, unless that was changed meanwhile', () => {
    const changed = { type: 'PasswordChanged', data: { userId: ada, passwordId, how: 'changed' } } as const;
    given(userDecider, registered()).when(change(ada), house).thenExactly(changed);
    given(userDecider, registered(), changed).when(change(ada, 'later'), house).thenRefused('PASSWORD_CURRENT_WRONG');
    given(userDecider, registered()).when(first, house).thenRefused('PASSWORD_CURRENT_WRONG');
  });

  it('is recorded by the house alone', () => {
    given(userDecider, registered())
      .when(change(ada), { actor: as(ada), facts: {} })
      .thenRefused('NOT_ALLOWED');
  });
});

describe('unlinking a Google account', () => {
  const unlink = { id: id('unlink'), type: 'UnlinkGoogle', data: { userId: ada } } as const;
  const unlinked: UserEvent = { type: 'GoogleUnlinked', data: { userId: ada } };
  const held = { actor: system, facts: { uploads: {}, claimed: {} } };

  it('needs a password, which opens the account from then on', () => {
    given(userDecider, registered(), confirmed(), linked(false)).when(unlink, held).thenExactly(unlinked);
    given(userDecider, registered(), linked(true)).when(unlink, held).thenRefused('GOOGLE_ONLY_WAY_IN');
  });

  it('[P2] takes effect once, and does nothing where none is linked', () => {
    given(userDecider, registered(), confirmed(), linked(false), unlinked).when(unlink, held).thenNothing();
    given(userDecider, registered(), confirmed()).when(unlink, held).thenNothing();
  });

  it('is the house’s alone, and not for an erased account', () => {
    given(userDecider, registered(), linked(false))
      .when(unlink, { ...held, actor: as(ada) })
      .thenRefused('NOT_ALLOWED');
    given(userDecider, registered(), linked(false), erased()).when(unlink, held).thenRefused('USER_ERASED');
  });

  it('frees it for another account, and for the same one: a sign-in with the same address links it again', () => {
    const { state } = given(userDecider, registered(), confirmed(), linked(false), unlinked);
    expect([state.googleId, userClaims.google(state, GOOGLE_ID), state.verified]).toEqual([null, false, true]);
    const link = {
      id: id('again'),
      type: 'LinkGoogle',
      data: { userId: ada, googleId: GOOGLE_ID, email: 'ada@ou.edu' },
    };
    given(userDecider, registered(), confirmed(), linked(false), unlinked)
      .when(link as never, { actor: system, facts: { uploads: {}, claimed: { google: GOOGLE_ID } } } as never)
      .thenExactly(linked(false));
  });
});
