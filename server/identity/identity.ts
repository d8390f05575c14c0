import { createFairThrottle } from '../fairness/fairThrottle.ts';
import { createTries, type Tries } from '../fairness/tries.ts';
import { createUnsubscribeLinks, type UnsubscribeLinks } from '../mail/unsubscribe.ts';
import { type SecurityLog, silentSecurityLog } from '../observability/securityLog.ts';
import type { Vault } from '../ports/vault.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { type Codes, createCodes } from './codes.ts';
import { createFreshSignIn, type FreshSignIn } from './freshSignIn.ts';
import { createGoogle, type Google } from './google/google.ts';
import type { GoogleConfig } from './google/provider.ts';
import { createHandOver, type HandOver } from './handOver.ts';
import { SIGN_UP_LIMITS } from './limits.ts';
import { createLinks, type Links } from './links.ts';
import { createLogIn, type LogIn } from './login.ts';
import { createMailLimits, type MayMail } from './mailLimits.ts';
import { type CheckNewPassword, createCheckNewPassword } from './newPassword.ts';
import { createOwnerProof } from './ownerProof.ts';
import { createPasskeys, type Passkeys } from './passkey/passkeys.ts';
import { type ChangePassword, createPasswordChange } from './passwordChange.ts';
import { createPasswordHashes } from './passwordHashes.ts';
import { createPasswordReset, type ResetPassword } from './passwordReset.ts';
import { createPasswordHasher, createPasswordQueue, type PasswordHasher } from './passwords.ts';
import { createPasswordWriter, type WritePassword } from './passwordWriter.ts';
import { createProveAgain, type ProveAgain } from './proveAgain.ts';
import { createRegister, type Register } from './registration.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSignInByLink, type SignInByLink } from './signInByLink.ts';
import { createUnlinkGoogle, type UnlinkGoogle } from './unlinkGoogle.ts';
import { createVerification, type Verification } from './verification.ts';

/** Signing up, logging in, sessions and codes. */
export interface Identity {
  readonly register: Register;
  readonly logIn: LogIn;
  readonly sessions: Sessions;
  readonly handOver: HandOver;
  readonly verification: Verification;
  readonly codes: Codes;
  readonly mayMail: MayMail;
  readonly links: Links;
  readonly signInByLink: SignInByLink;
  readonly resetPassword: ResetPassword;
  readonly checkNewPassword: CheckNewPassword;
  readonly writePassword: WritePassword;
  readonly unsubscribeLinks: UnsubscribeLinks;
  readonly tries: Tries;
  readonly changePassword: ChangePassword;
  readonly unlinkGoogle: UnlinkGoogle;
  readonly freshSignIn: FreshSignIn;
  readonly proveAgain: ProveAgain;
  readonly security: SecurityLog;
  /** `null`: it is not configured. */
  readonly google: Google | null;
  readonly passkeys: Passkeys;
}

/** Makes the identity edge. */
export function createIdentity(options: {
  readonly vault: Vault;
  readonly dispatcher: Dispatcher;
  readonly secrets: { readonly session: Uint8Array; readonly claim: Uint8Array };
  readonly clock: () => Date;
  /** Called for every session that ends in this process. */
  readonly onSessionEnded: (sessionId: string) => void;
  /** Default: there is no sign-in with Google. */
  readonly google?: GoogleConfig | null;
  /** Default: notes nothing. */
  readonly security?: SecurityLog;
  /** Tests pass a cheaper one. */
  readonly hasher?: PasswordHasher;
}): Identity {
  const { vault, dispatcher, secrets, clock, hasher = createPasswordHasher(), security = silentSecurityLog } = options;
  const { credentials } = vault;
  const tries = createTries(vault.attempts, secrets.claim, clock);
  const queue = createPasswordQueue();
  const throttle = createFairThrottle(vault.attempts, secrets.claim, clock, SIGN_UP_LIMITS);
  const codes = createCodes(vault.codes, secrets.claim, clock);
  const sessions = createSessions({
    vault: vault.sessions,
    secret: secrets.session,
    clock,
    onEnded: options.onSessionEnded,
    onReused: ({ userId }) => security('authn_token_reuse', { user: userId }),
  });
  const links = createLinks(vault.codes, secrets.claim, clock);
  const hashes = createPasswordHashes(credentials, clock);
  const checkNew = createCheckNewPassword();
  const writePassword = createPasswordWriter({ dispatcher, hashes, hasher, queue });
  const freshSignIn = createFreshSignIn(secrets.session, clock);
  const proveOwner = createOwnerProof({ dispatcher, hashes, hasher, queue, tries, freshSignIn, security });
  const parts = {
    dispatcher,
    credentials,
    hashes,
    hasher,
    queue,
    throttle,
    tries,
    sessions,
    links,
    checkNew,
    writePassword,
    proveOwner,
  };
  const logIn = createLogIn({ ...parts, security });
  return {
    freshSignIn,
    proveAgain: createProveAgain({ dispatcher, logIn, freshSignIn }),
    security,
    codes,
    unsubscribeLinks: createUnsubscribeLinks(secrets.claim),
    mayMail: createMailLimits(vault.attempts, secrets.claim, clock),
    google: createGoogle(options.google ?? null, { dispatcher, security, secret: secrets.session, clock }),
    passkeys: createPasskeys({ ...parts, vault, security, clock, secret: secrets.session }),
    register: createRegister({ ...parts, clock, security }),
    logIn,
    sessions,
    handOver: createHandOver({ vault: vault.codes, sessions, secret: secrets.claim, clock }),
    verification: createVerification({ ...parts, codes, vault: vault.codes, security }),
    links,
    signInByLink: createSignInByLink({ ...parts, security }),
    changePassword: createPasswordChange({ ...parts, security }),
    unlinkGoogle: createUnlinkGoogle({ dispatcher, proveOwner, sessions, security }),
    resetPassword: createPasswordReset({ ...parts, security }),
    checkNewPassword: checkNew,
    writePassword,
    tries,
  };
}
