import { describe, expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import { personal } from '#domain/kernel/personal.ts';
import { rejectionText } from '#domain/registry.ts';
import { userCommands } from '#domain/user/commands.ts';
import { userDecider } from '#domain/user/decider.ts';
import { given, visitor } from '../given.ts';
import { erased, id, registered } from '../samples.ts';

const commandId = id('register ada');
const userId = newId(commandId, 0);

function register(change: { email?: string; name?: string } = {}) {
  const data = { email: ' Ada@OU.edu ', name: 'Ada King Lovelace', acceptedTerms: true, ...change } as const;
  return { id: commandId, type: 'RegisterUser', data } as const;
}

function holding(claimed: Record<string, string>) {
  return { actor: visitor, facts: { uploads: {}, claimed } };
}

const held = holding({ email: 'ada@ou.edu', username: 'adalovelace' });

describe('registering', () => {
  it('[AUTH-15] [VERF-07] makes an unconfirmed account with the last name as initial and asks for a code', () => {
    given(userDecider)
      .when(register(), held)
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
        {
          type: 'CodeRequested',
          data: {
            userId,
            codeId: newId(commandId, 1),
            purpose: 'confirm-email',
            email: personal('ada@ou.edu'),
            campus: 'ou',
          },
        },
      );
  });

  it('[AUTH-14] refuses an address that is no address with the exact text', () => {
    const result = given(userDecider).when(register({ email: 'ada@ou' }), held);
    result.thenRefused('EMAIL_REFUSED');
    expect(rejectionText({ code: 'EMAIL_REFUSED', data: {} })).toBe('Invalid email address.');
    expect(rejectionText({ code: 'EMAIL_TAKEN', data: {} })).toBe('Email has already been taken.');
  });

  it('[AUTH-13] refuses a name that is no full name', () => {
    given(userDecider)
      .when(register({ name: 'Ada' }), held)
      .thenRefused('NAME_LAST_MISSING');
  });

  it('[AUTH-14] refuses when the address was not claimed for it', () => {
    given(userDecider)
      .when(register(), holding({ username: 'adalovelace' }))
      .thenRefused('EMAIL_TAKEN');
  });

  it('[AUTH-16] takes the user name that was claimed for it and refuses without one', () => {
    const claimed = holding({ email: 'ada@ou.edu', username: 'adalovelace-2' });
    const { decision } = given(userDecider).when(register(), claimed);
    expect(decision.ok && decision.events[0]?.data).toMatchObject({ username: 'adalovelace-2' });
    given(userDecider)
      .when(register(), holding({ email: 'ada@ou.edu' }))
      .thenRefused('USERNAME_TAKEN');
  });

  it('claims nothing for a registration that can not succeed, so that a typing error blocks no address', () => {
    const { claims } = userCommands.RegisterUser;
    expect(claims(register({ name: 'Ada' }), visitor)).toEqual([]);
    expect(claims(register({ email: 'nonsense' }), visitor)).toEqual([]);
    expect(claims(register(), visitor).map((claim) => claim.kind)).toEqual(['email', 'username']);
  });

  it('[DATA-14] changes nothing when it comes again', () => {
    given(userDecider, registered(userId)).when(register(), held).thenNothing();
  });

  it('[P10] never brings an erased account back', () => {
    given(userDecider, registered(userId), erased(userId)).when(register(), held).thenRefused('USER_ERASED');
  });

  it('refuses on a campus that is not in the registry', () => {
    given(userDecider)
      .when(register(), { ...held, campus: 'atlantis' })
      .thenRefused('SOMETHING_WENT_WRONG');
  });
});
