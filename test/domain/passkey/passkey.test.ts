import { expect, it } from '@jest/globals';
import { personal } from '#domain/kernel/personal.ts';
import { passkeyAccess } from '#domain/passkey/access.ts';
import { passkeyDecider } from '#domain/passkey/decider.ts';
import type { PasskeyEvent } from '#domain/passkey/events.ts';
import { PASSKEY_NAME_MAX_CHARACTERS, PASSKEYS_MAX } from '#domain/passkey/limits.ts';
import { passkeyClaims } from '#domain/passkey/state.ts';
import { as, given, stateAfter, system, visitor } from '../given.ts';
import { ada, bob, confirmed, erased, id, registered, userAfter } from '../samples.ts';

const user = userAfter(registered(), confirmed());
const phone = id('phone');
const site = 'ou.localhost';

const added = (passkeyId = phone, credentialId = 'credential', name = 'My phone'): PasskeyEvent => ({
  type: 'PasskeyAdded',
  data: { userId: ada, passkeyId, credentialId: personal(credentialId), name: personal(name), site },
});
const renamed = (name: string): PasskeyEvent => ({
  type: 'PasskeyRenamed',
  data: { userId: ada, passkeyId: phone, name: personal(name) },
});
const removed: PasskeyEvent = { type: 'PasskeyRemoved', data: { userId: ada, passkeyId: phone } };

const add = (name = 'My phone', credentialId = 'credential') =>
  ({ id: id('add'), type: 'AddPasskey', data: { userId: ada, passkeyId: phone, credentialId, name, site } }) as const;
const rename = (name: string) =>
  ({ id: id('rename'), type: 'RenamePasskey', data: { passkeyId: phone, name } }) as const;
const remove = { id: id('remove'), type: 'RemovePasskey', data: { userId: ada, passkeyId: phone } } as const;
const byHouse = { actor: system, facts: { user, claimed: { passkey: 'credential' } } };
const byAda = { actor: as(ada), facts: { user } };

it('the house adds a passkey to a confirmed account, once it was proven', () => {
  given(passkeyDecider).when(add('  My \n phone '), byHouse).thenExactly(added());
  given(passkeyDecider, added()).when(add(), byHouse).thenNothing();
  given(passkeyDecider)
    .when(add(), { ...byHouse, actor: as(ada) })
    .thenRefused('NOT_ALLOWED');
  for (const [state, code] of [
    [userAfter(), 'USER_UNKNOWN'],
    [userAfter(registered()), 'EMAIL_NOT_CONFIRMED'],
    [userAfter(registered(), confirmed(), erased()), 'USER_ERASED'],
  ] as const) {
    given(passkeyDecider)
      .when(add(), { actor: system, facts: { ...byHouse.facts, user: state } })
      .thenRefused(code);
  }
});

it('no two passkeys have one credential id, of one account or of two', () => {
  given(passkeyDecider)
    .when(add(), { actor: system, facts: { user, claimed: {} } })
    .thenRefused('PASSKEY_TAKEN');
  given(passkeyDecider, added(id('tablet')))
    .when(add(), byHouse)
    .thenRefused('PASSKEY_TAKEN');
  const state = stateAfter(passkeyDecider, [added()]);
  expect([passkeyClaims.passkey(state, 'credential'), passkeyClaims.passkey(state, 'other')]).toEqual([true, false]);
  expect(passkeyClaims.passkey(stateAfter(passkeyDecider, [added(), removed]), 'credential')).toBe(false);
});

it('an account has so many passkeys and no more', () => {
  const others = Array.from({ length: PASSKEYS_MAX }, (_, n) => added(id(`device ${n}`), `credential ${n}`));
  given(passkeyDecider, ...others.slice(1))
    .when(add(), byHouse)
    .thenExactly(added());
  given(passkeyDecider, ...others)
    .when(add(), byHouse)
    .thenRefused('PASSKEY_TOO_MANY');
});

it('its owner renames it: visible text, not too long', () => {
  given(passkeyDecider, added()).when(rename(' Desk '), byAda).thenExactly(renamed('Desk'));
  given(passkeyDecider, added()).when(rename('My phone'), byAda).thenNothing();
  given(passkeyDecider, added()).when(rename(' \u200b'), byAda).thenRefused('PASSKEY_NAME_REQUIRED');
  const longest = '😀'.repeat(PASSKEY_NAME_MAX_CHARACTERS);
  given(passkeyDecider, added()).when(rename(longest), byAda).thenExactly(renamed(longest));
  given(passkeyDecider, added())
    .when(rename(`${longest}x`), byAda)
    .thenRefused('PASSKEY_NAME_TOO_LONG');
  given(passkeyDecider, added(), removed).when(rename('Desk'), byAda).thenRefused('PASSKEY_UNKNOWN');
  for (const actor of [visitor, as(bob)])
    given(passkeyDecider, added()).when(rename('x'), { actor, facts: { user } }).thenRefused('SIGNED_OUT');
});

it('the house removes it, also when its owner is erased', () => {
  given(passkeyDecider, added(), renamed('Desk')).when(remove, { actor: system, facts: {} }).thenExactly(removed);
  given(passkeyDecider, added(), removed).when(remove, { actor: system, facts: {} }).thenNothing();
  given(passkeyDecider, added())
    .when(remove, { actor: as(ada), facts: {} })
    .thenRefused('NOT_ALLOWED');
});

it('only its owner sees it', () => {
  const viewer = { userId: ada, verified: true, memberOf: 'ou', isModerator: true };
  expect([passkeyAccess.maySee(viewer, ada), passkeyAccess.maySee(viewer, bob)]).toEqual([true, false]);
});
