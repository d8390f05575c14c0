import { randomBytes } from 'node:crypto';
import { createIdentity, type Identity } from '#server/identity/identity.ts';
import { createPasswordHasher, type PasswordHasher } from '#server/identity/passwords.ts';
import { type DispatchRig, dispatchRig } from './dispatchRig.ts';

/** The cheapest cost that bcrypt takes: tests are about who gets in, not about how long it takes. */
const TEST_BCRYPT_COST = 4;

/** The identity edge over stores in memory. */
export interface IdentityRig extends DispatchRig, Identity {
  readonly hasher: PasswordHasher;
  /** Ids of sessions that were ended. */
  readonly ended: string[];
  readonly sessionSecret: Uint8Array;
}

/** `hashing` may be another than the cheapest bcrypt. */
export function identityRig(hashing?: PasswordHasher): IdentityRig {
  const rig = dispatchRig();
  const ended: string[] = [];
  const sessionSecret = randomBytes(32);
  const hasher = hashing ?? createPasswordHasher(TEST_BCRYPT_COST);
  const identity = createIdentity({
    vault: rig.vault,
    dispatcher: rig.dispatcher,
    secrets: { session: sessionSecret, claim: randomBytes(32) },
    clock: rig.clock.now,
    onSessionEnded: (id) => ended.push(id),
    hasher,
  });
  return { ...rig, ...identity, hasher, ended, sessionSecret };
}
