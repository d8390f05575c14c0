import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import * as z from 'zod/mini';
import { RecentMap } from '../kernel/recentMap.ts';
import { ACCESS_TOKEN_MS, KNOWN_TOKENS } from './limits.ts';

const ALGORITHM = 'HS256';
const AUDIENCE = 'quad';
const MS_PER_SECOND = 1_000;

const claimsSchema = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.int() });

/** User and session of a token. */
export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
}

/** Signs an access token that is valid from `now` on. */
export function signAccessToken({ userId, sessionId }: AccessClaims, secret: KeyObject, now: Date): string {
  const seconds = Math.floor(now.getTime() / MS_PER_SECOND);
  const payload = {
    sub: userId,
    sid: sessionId,
    aud: AUDIENCE,
    iat: seconds,
    exp: seconds + ACCESS_TOKEN_MS / MS_PER_SECOND,
  };
  return jwt.sign(payload, secret, { algorithm: ALGORITHM });
}

/** The claims of a token, or `null` when it is forged, expired or none. */
export type ReadAccessToken = (token: string, now: Date) => AccessClaims | null;

/**
 * Makes the reader of tokens that a secret signed. A browser sends the same token with every request, so verified ones
 * are cached by their exact text until they expire.
 */
export function createTokenReader(secret: KeyObject): ReadAccessToken {
  const known = new RecentMap<string, { readonly claims: AccessClaims; readonly expiresAt: number }>(KNOWN_TOKENS);
  return (token, now) => {
    const before = known.get(token);
    if (before !== undefined && now.getTime() < before.expiresAt) return before.claims;
    const said = verify(token, secret, now);
    if (said === null) return null;
    const claims = { userId: said.sub, sessionId: said.sid };
    known.set(token, { claims, expiresAt: said.exp * MS_PER_SECOND });
    return claims;
  };
}

/** Algorithm and audience are fixed. */
function verify(token: string, secret: KeyObject, now: Date): z.infer<typeof claimsSchema> | null {
  try {
    const clockTimestamp = Math.floor(now.getTime() / MS_PER_SECOND);
    const said = jwt.verify(token, secret, { algorithms: [ALGORITHM], audience: AUDIENCE, clockTimestamp });
    const claims = claimsSchema.safeParse(said);
    return claims.success ? claims.data : null;
  } catch (error) {
    if (error instanceof jwt.JsonWebTokenError) return null;
    throw error;
  }
}
