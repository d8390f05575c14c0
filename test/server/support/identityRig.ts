import { randomBytes } from 'node:crypto';
import { type Codes, createCodes } from '#server/identity/codes.ts';
import { createLogIn, type LogIn } from '#server/identity/login.ts';
import { createPasswordHasher, type PasswordHasher } from '#server/identity/passwords.ts';
import { createRegister, type Register } from '#server/identity/registration.ts';
import { createSessions, type Sessions } from '#server/identity/sessions.ts';
import { createTries } from '#server/identity/tries.ts';
import { createVerification, type Verification } from '#server/identity/verification.ts';
import { type DispatchRig, dispatchRig } from './dispatchRig.ts';

/** The cheapest cost that bcrypt takes: tests are about who gets in, not about how long it takes. */
const TEST_BCRYPT_COST = 4;

/** The identity edge over stores in memory. */
export interface IdentityRig extends DispatchRig {
  readonly register: Register;
  readonly logIn: LogIn;
  readonly sessions: Sessions;
  readonly verification: Verification;
  readonly codes: Codes;
  readonly hasher: PasswordHasher;
  /** Ids of sessions that were ended. */
  readonly ended: string[];
}

export function identityRig(): IdentityRig {
  const rig = dispatchRig();
  const { dispatcher, vault, clock } = rig;
  const secret = randomBytes(32);
  const hasher = createPasswordHasher(TEST_BCRYPT_COST);
  const tries = createTries(vault.attempts, secret, clock.now);
  const codes = createCodes(vault.codes, secret, clock.now);
  const ended: string[] = [];
  return {
    ...rig,
    hasher,
    codes,
    ended,
    register: createRegister({ dispatcher, credentials: vault.credentials, hasher, clock: clock.now }),
    logIn: createLogIn({ dispatcher, credentials: vault.credentials, hasher, tries }),
    sessions: createSessions({ vault: vault.sessions, secret, clock: clock.now, onEnded: (id) => ended.push(id) }),
    verification: createVerification({ dispatcher, codes, vault: vault.codes, tries }),
  };
}
