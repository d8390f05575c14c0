import { randomBytes } from 'node:crypto';
import { createIdentity, type Identity } from '#server/identity/identity.ts';
import { createPasswordHasher, type PasswordHasher } from '#server/identity/passwords.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { SecurityDetails, SecurityEvent } from '#server/observability/securityLog.ts';
import { type DispatchRig, dispatchRig } from './dispatchRig.ts';

/** The cheapest cost that bcrypt takes: tests are about who gets in, not about how long it takes. */
const TEST_BCRYPT_COST = 4;

/** The parts of a rig's sign-in; log-ins do not count, as in development. */
export function signInParts(rig: IdentityRig) {
  return { identity: rig, dispatcher: rig.dispatcher, secureCookies: false, countsLogins: false, logger: silentLogger };
}

/** The identity edge over stores in memory. */
export interface IdentityRig extends DispatchRig, Identity {
  readonly hasher: PasswordHasher;
  /** Ids of sessions that were ended. */
  readonly ended: string[];
  readonly sessionSecret: Uint8Array;
  /** Security events that were noted. */
  readonly noted: { readonly event: SecurityEvent; readonly details: SecurityDetails }[];
}

/** `hashing` may be another than the cheapest bcrypt. */
export function identityRig(hashing?: PasswordHasher): IdentityRig {
  const rig = dispatchRig();
  const ended: string[] = [];
  const noted: IdentityRig['noted'] = [];
  const sessionSecret = randomBytes(32);
  const hasher = hashing ?? createPasswordHasher(TEST_BCRYPT_COST);
  const identity = createIdentity({
    vault: rig.vault,
    dispatcher: rig.dispatcher,
    secrets: { session: sessionSecret, claim: randomBytes(32) },
    clock: rig.clock.now,
    onSessionEnded: (id) => ended.push(id),
    hasher,
    security: (event, details) => void noted.push({ event, details }),
  });
  return { ...rig, ...identity, hasher, ended, noted, sessionSecret };
}
