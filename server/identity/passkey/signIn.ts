import type { Rejection } from '#domain/kernel/rejection.ts';
import { passkeyRejection } from '#domain/passkey/rejection.ts';
import { passkeyFact } from '#domain/passkey/state.ts';
import type { SecurityLog } from '../../observability/securityLog.ts';
import type { Shelf } from '../../ports/shelf.ts';
import type { Dispatcher } from '../../write/dispatcher.ts';
import { type Assertion, siteOf, verifyProof } from './ceremonies.ts';
import type { PasskeyChallenges } from './challenges.ts';

/** Where a proof was given. */
export interface PasskeyVisit {
  /** The page's, one of ours. */
  readonly origin: string;
  /** Of the challenge; `null`: the browser has none. */
  readonly cookie: string | null;
  /** Network address. */
  readonly address: string;
}

export type PasskeyOpened =
  | { readonly ok: true; readonly userId: string }
  | { readonly ok: false; readonly rejection: Rejection };

/**
 * Finds the account that a passkey opens. The challenge is used up, whatever comes of it.
 *
 * @throws PasskeyRefused the proof is wrong
 */
export type OpenWithPasskey = (answer: Assertion, visit: PasskeyVisit) => Promise<PasskeyOpened>;

/** See `OpenWithPasskey`. */
export function createOpenWithPasskey(options: {
  readonly dispatcher: Pick<Dispatcher, 'stateOf' | 'ownerOf'>;
  readonly shelf: Pick<Shelf, 'find' | 'advance'>;
  readonly challenges: PasskeyChallenges;
  readonly security: SecurityLog;
}): OpenWithPasskey {
  const { dispatcher, shelf, challenges, security } = options;

  /** The passkey that the log names, with what the vault keeps of it; `null`: it opens nothing on this site. */
  async function find(credentialId: string, site: string) {
    const userId = await dispatcher.ownerOf('passkey', credentialId);
    if (userId === null) return null;
    const { passkeys } = await dispatcher.stateOf(passkeyFact(userId));
    const passkey = passkeys.find((each) => each.credentialId === credentialId && each.site === site);
    const kept = passkey === undefined ? null : await shelf.find(passkey.passkeyId);
    return kept?.subject === userId ? kept : null;
  }

  return async (answer, { origin, cookie, address }) => {
    const fail = (
      user: string | null,
      code: 'PASSKEY_OUTDATED' | 'PASSKEY_UNKNOWN' | 'PASSKEY_COPIED',
    ): PasskeyOpened => {
      security(code === 'PASSKEY_COPIED' ? 'authn_passkey_copied' : 'authn_login_fail', { user, address, code });
      return { ok: false, rejection: passkeyRejection(code) };
    };
    const drawn = await challenges.use(cookie, { use: 'sign-in', origin, userId: null });
    if (drawn === null) return fail(null, 'PASSKEY_OUTDATED');
    const passkey = await find(answer.id, siteOf(drawn));
    if (passkey === null) return fail(null, 'PASSKEY_UNKNOWN');
    const { id: passkeyId, subject: userId, secret: kept } = passkey;
    const counter = await verifyProof(answer, drawn, { userId, kept });
    if (!(await shelf.advance(passkeyId, counter))) return fail(userId, 'PASSKEY_COPIED');
    security('authn_login_success', { user: userId, address });
    return { ok: true, userId };
  };
}
