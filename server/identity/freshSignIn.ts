import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../kernel/keyedHash.ts';
import type { AccessClaims } from './accessToken.ts';
import { FRESH_SIGN_IN_MS } from './limits.ts';

/** Label of the keyed hashes. */
const LABEL = 'fresh-sign-in';
/** A token: the millisecond of the sign-in, and the keyed hash that binds it to user and session. */
const TOKEN = /^(\d{1,16})\.([0-9a-f]{64})$/;

/**
 * A proof, for a few minutes, that a session began with a sign-in and not with a session of another host: what an open
 * browser that somebody else has found may not do asks for it. It stands in a cookie of its own.
 */
export interface FreshSignIn {
  issue(session: AccessClaims): string;
  /** Whether a token is of this session, and not too old. */
  proves(token: string | null, session: AccessClaims): boolean;
}

/** Makes and checks the proofs. */
export function createFreshSignIn(secret: Uint8Array, clock: () => Date): FreshSignIn {
  const hashOf = ({ userId, sessionId }: AccessClaims, at: string) =>
    keyedHash(secret, LABEL, JSON.stringify([userId, sessionId, at]));
  return {
    issue(session) {
      const at = String(clock().getTime());
      return `${at}.${hashOf(session, at)}`;
    },
    proves(token, session) {
      const [, at = '', hash = ''] = TOKEN.exec(token ?? '') ?? [];
      if (at === '') return false;
      const age = clock().getTime() - Number(at);
      return (
        age >= 0 && age <= FRESH_SIGN_IN_MS && timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(session, at)))
      );
    },
  };
}
