import { describe, expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import { personal } from '#domain/kernel/personal.ts';
import { mayBeClaimed } from '#domain/user/claim.ts';
import { userDecider } from '#domain/user/decider.ts';
import { maskEmail } from '#domain/user/email.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { mayOpenSession } from '#domain/user/signIn.ts';
import { as, given, seconds, stateAfter, system, visitor } from '../given.ts';
import { ada, confirmed, corrected, erased, id, joined, registered } from '../samples.ts';

const facts = { uploads: {}, claimed: {} };
const byHouse = { actor: system, facts };
const linkId = id('link');
const passwordId = id('new password');

const dropped: UserEvent = { type: 'PasswordChanged', data: { userId: ada, passwordId: null, how: 'dropped' } };
const confirmedByLink: UserEvent = { type: 'EmailConfirmed', data: { userId: ada, codeId: linkId } };
const reset: UserEvent = { type: 'PasswordChanged', data: { userId: ada, passwordId, how: 'reset' } };

describe('signing up by a magic link', () => {
  const command = {
    id: id('sign up'),
    type: 'RegisterWithLink',
    data: { email: 'Ada@OU.edu', name: 'Ada Lovelace', acceptedTerms: true, linkId },
  } as const;
  const claimed = { email: 'ada@ou.edu', username: 'adalovelace' };

  it('[AUTH-27] makes an account with a confirmed address, without a code and without a password', () => {
    const userId = newId(command.id, 0);
    given(userDecider)
      .when(command, { actor: system, facts: { ...facts, claimed } })
      .thenExactly(
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
        { type: 'EmailConfirmed', data: { userId, codeId: linkId } },
        { type: 'PasswordChanged', data: { userId, passwordId: null, how: 'dropped' } },
      );
  });

  it.each([
    ['a name that is none', { name: 'Ada' }, 'NAME_LAST_MISSING'],
    ['an address that is none', { email: 'ada' }, 'EMAIL_REFUSED'],
  ])('[AUTH-13] refuses %s', (_what, change, code) => {
    given(userDecider)
      .when({ ...command, data: { ...command.data, ...change } }, { actor: system, facts: { ...facts, claimed } })
      .thenRefused(code);
  });

  it('[AUTH-14] gives nobody an address that another person holds', () => {
    given(userDecider)
      .when(command, { actor: system, facts: { ...facts, claimed: {} } })
      .thenRefused('EMAIL_TAKEN');
  });
});

describe('signing in by a magic link', () => {
  const command = {
    id: id('press'),
    type: 'ConfirmByLink',
    data: { userId: ada, linkId, email: 'Ada@ou.edu' },
  } as const;

  it('confirms the address, and drops a password that a stranger may have set before', () => {
    given(userDecider, registered()).when(command, byHouse).thenExactly(confirmedByLink, dropped);
    given(userDecider, registered(), dropped).when(command, byHouse).thenExactly(confirmedByLink);
  });

  it('confirms no other address than the one that it was mailed to', () => {
    given(userDecider, registered(), corrected('ada@mail.example')).when(command, byHouse).thenRefused('LINK_WRONG');
    // Confirmed meanwhile: the link would open it for the owner of the mailbox before.
    given(userDecider, registered(), corrected('ada@mail.example'), confirmed())
      .when(command, byHouse)
      .thenRefused('LINK_WRONG');
  });

  it('changes nothing of an account whose address is confirmed', () => {
    given(userDecider, registered(), confirmed()).when(command, byHouse).thenNothing();
  });

  it('is for the house to say, and of people who are there', () => {
    given(userDecider, registered())
      .when(command, { actor: as(ada), facts })
      .thenRefused('NOT_ALLOWED');
    given(userDecider).when(command, byHouse).thenRefused('USER_UNKNOWN');
    given(userDecider, registered(), erased()).when(command, byHouse).thenRefused('USER_ERASED');
  });
});

describe('a new password by a link', () => {
  const mailedAt = seconds(-60);
  const command = {
    id: id('reset'),
    type: 'ResetPassword',
    data: { userId: ada, passwordId, linkId, email: 'Ada@ou.edu', mailedAt },
  } as const;

  it('[AUTH-24] takes the place of the former one; the same again changes nothing', () => {
    given(userDecider, registered(), confirmed()).when(command, byHouse).thenExactly(reset);
    given(userDecider, registered(), confirmed(), { event: reset, at: seconds(-1) })
      .when(command, byHouse)
      .thenNothing();
  });

  it('confirms the address that the link was mailed to', () => {
    given(userDecider, registered()).when(command, byHouse).thenExactly(confirmedByLink, reset);
  });

  it('confirms no other address than the one that the link was mailed to, and opens no account with another', () => {
    given(userDecider, registered(), corrected('ada@mail.example')).when(command, byHouse).thenRefused('LINK_WRONG');
    given(userDecider, registered(ada, 'ada@mail.example'), confirmed())
      .when(command, byHouse)
      .thenRefused('LINK_WRONG');
  });

  it('[AUTH-24] counts no link that was mailed before the last change of the password', () => {
    const other: UserEvent = {
      type: 'PasswordChanged',
      data: { userId: ada, passwordId: id('other'), how: 'changed' },
    };
    const before = [registered(), confirmed(), { event: other, at: mailedAt }];
    given(userDecider, ...before)
      .when(command, byHouse)
      .thenRefused('LINK_WRONG');
    const later = { ...command, data: { ...command.data, mailedAt: seconds(-59) } };
    given(userDecider, ...before)
      .when(later, byHouse)
      .thenExactly(reset);
  });

  it('is for the house to say, and of people who are there', () => {
    for (const actor of [as(ada), visitor]) {
      given(userDecider, registered()).when(command, { actor, facts }).thenRefused('NOT_ALLOWED');
    }
    given(userDecider, registered(), erased()).when(command, byHouse).thenRefused('USER_ERASED');
  });
});

describe('whether a session may begin', () => {
  const stateOf = (...events: readonly UserEvent[]) => stateAfter(userDecider, events);
  const first = { way: 'password', passwordId: ada } as const;

  it('asks for the password that stands', () => {
    expect(mayOpenSession(stateOf(registered()), first)).toBeNull();
    expect(mayOpenSession(stateOf(registered(), reset), first)?.code).toBe('PASSWORD_OUTDATED');
    expect(mayOpenSession(stateOf(registered(), dropped), first)?.code).toBe('PASSWORD_OUTDATED');
    expect(mayOpenSession(stateOf(registered(), reset), { way: 'password', passwordId })).toBeNull();
    expect(mayOpenSession(stateOf(registered(), reset), { way: 'link' })).toBeNull();
  });

  it('asks for the Google account that is linked: the link may have been undone while somebody came back from Google', () => {
    const linked = { type: 'GoogleLinked', data: { userId: ada, googleId: personal('g-1'), isSignUp: false } } as const;
    const unlinked = { type: 'GoogleUnlinked', data: { userId: ada } } as const;
    const google = { way: 'google', googleId: 'g-1' } as const;
    expect(mayOpenSession(stateOf(registered(), linked), google)).toBeNull();
    expect(mayOpenSession(stateOf(registered(), linked, unlinked), google)?.code).toBe('GOOGLE_INVALID');
    expect(mayOpenSession(stateOf(registered(), linked), { ...google, googleId: 'g-2' })?.code).toBe('GOOGLE_INVALID');
  });

  it.each([first, { way: 'link' }, { way: 'google', googleId: 'g-1' }] as const)(
    'lets in nobody who is not there (%j)',
    (proof) => {
      expect(mayOpenSession(stateOf(), proof)?.code).toBe('USER_UNKNOWN');
      expect(mayOpenSession(stateOf(registered(), erased()), proof)?.code).toBe('USER_ERASED');
    },
  );
});

describe('claiming an account', () => {
  it('[AUTH-29] may be done by anybody, as long as its person is no member of a campus', () => {
    const stateOf = (...events: readonly UserEvent[]) => stateAfter(userDecider, events);
    expect(mayBeClaimed(stateOf(registered()))).toBe(true);
    expect(mayBeClaimed(stateOf(registered(), confirmed()))).toBe(true);
    expect(mayBeClaimed(stateOf(registered(), confirmed(), joined()))).toBe(false);
    expect(mayBeClaimed(stateOf(registered(), erased()))).toBe(false);
    expect(mayBeClaimed(stateOf())).toBe(false);
  });

  it.each([
    ['ada@ou.edu', 'a•••@ou.edu'],
    ['x@mail.example', 'x•••@mail.example'],
  ])('[AUTH-29] shows %s as %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });
});
