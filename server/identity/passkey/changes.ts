import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { Rejection } from '#domain/kernel/rejection.ts';
import { PASSKEYS_MAX } from '#domain/passkey/limits.ts';
import { passkeyRejection } from '#domain/passkey/rejection.ts';
import { passkeyFact } from '#domain/passkey/state.ts';
import { userFact } from '#domain/user/state.ts';
import type { Owner, ProveOwner } from '../../kernel/owner.ts';
import type { SecurityLog } from '../../observability/securityLog.ts';
import type { Shelf } from '../../ports/shelf.ts';
import type { Dispatcher } from '../../write/dispatcher.ts';
import { optionsToAdd, type Registration, siteOf, verifyNew } from './ceremonies.ts';
import type { PasskeyChallenges } from './challenges.ts';

/** Who changes passkeys, and from which of our pages. */
export interface PasskeyOwner extends Owner {
  readonly origin: string;
}

/** The beginning of an addition, or why it may not begin. */
export type BegunAddition =
  | { readonly ok: true; readonly options: PublicKeyCredentialCreationOptionsJSON; readonly cookie: string }
  | { readonly ok: false; readonly rejection: Rejection };

/** Adds and removes passkeys of a signed-in user, who proves to be the owner first. */
export interface PasskeyChanges {
  /** @param current the password that stands; empty for an account without one */
  begin(current: string, by: PasskeyOwner): Promise<BegunAddition>;
  /**
   * Keeps a new passkey: the key goes to the vault first, and the event that names it decides whether it counts.
   *
   * @returns why it was not added, or `null`
   * @throws PasskeyRefused the device's answer is wrong
   * @throws Unavailable the outcome is unknown: look at the list
   */
  add(
    new_: { readonly answer: Registration; readonly name: string },
    cookie: string | null,
    by: PasskeyOwner,
  ): Promise<Rejection | null>;
  /** @param id the browser's command id, kept over retries @throws Unavailable try again with the same id */
  remove(
    of: { readonly id: string; readonly passkeyId: string; readonly current: string },
    by: Owner,
  ): Promise<Rejection | null>;
}

/** Makes the changes of passkeys. */
export function createPasskeyChanges(options: {
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>;
  readonly shelf: Pick<Shelf, 'add' | 'remove'>;
  readonly challenges: PasskeyChallenges;
  readonly proveOwner: ProveOwner;
  readonly security: SecurityLog;
  readonly clock: () => Date;
}): PasskeyChanges {
  const { dispatcher, shelf, challenges, proveOwner, security, clock } = options;
  const house = ({ userId, campus }: Owner) =>
    ({ actor: { kind: 'system', name: `passkeys-${userId}` }, campus, origin: 'server' }) as const;

  return {
    async begin(current, by) {
      const { userId, origin } = by;
      const wrong = await proveOwner(current, by);
      if (wrong !== null) return { ok: false, rejection: wrong };
      const { passkeys } = await dispatcher.stateOf(passkeyFact(userId));
      if (passkeys.length >= PASSKEYS_MAX) return { ok: false, rejection: passkeyRejection('PASSKEY_TOO_MANY') };
      const { email, username, firstName, lastName } = await dispatcher.stateOf(userFact(userId));
      const { challenge, cookie } = challenges.draw({ use: 'add', origin, userId });
      const user = { userId, account: email ?? username ?? '', name: [firstName, lastName].join(' ').trim() };
      const here = passkeys.filter(({ site }) => site === siteOf(challenge));
      const known = here.flatMap(({ credentialId }) => credentialId ?? []);
      return { ok: true, options: await optionsToAdd(challenge, user, known), cookie };
    },

    async add({ answer, name }, cookie, by) {
      const { userId, origin, address } = by;
      const drawn = await challenges.use(cookie, { use: 'add', origin, userId });
      if (drawn === null) return passkeyRejection('PASSKEY_OUTDATED');
      const { credentialId, credential, counter } = await verifyNew(answer, drawn);
      const passkeyId = drawn.id;
      const at = clock().toISOString();
      await shelf.add({ id: passkeyId, subject: userId, secret: credential, counter, at });
      const data = { userId, passkeyId, credentialId, name, site: siteOf(drawn) };
      const outcome = await dispatcher.dispatch({ id: drawn.id, type: 'AddPasskey', version: 1, data }, house(by));
      if (!outcome.ok) {
        await shelf.remove(passkeyId);
        return outcome.rejection;
      }
      security('authn_passkey_added', { user: userId, address });
      return null;
    },

    async remove({ id, passkeyId, current }, by) {
      const { userId, address } = by;
      const wrong = await proveOwner(current, by);
      if (wrong !== null) return wrong;
      const data = { userId, passkeyId };
      const outcome = await dispatcher.dispatch({ id, type: 'RemovePasskey', version: 1, data }, house(by));
      if (!outcome.ok) return outcome.rejection;
      security('authn_passkey_removed', { user: userId, address });
      return null;
    },
  };
}
