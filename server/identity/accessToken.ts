import type { KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { readToken, signToken } from '../kernel/jsonWebToken.ts';
import { RecentMap } from '../kernel/recentMap.ts';
import { ACCESS_TOKEN_MS, KNOWN_TOKENS } from './limits.ts';

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
  return signToken(payload, secret);
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

function verify(token: string, secret: KeyObject, now: Date): z.infer<typeof claimsSchema> | null {
  const seconds = Math.floor(now.getTime() / MS_PER_SECOND);
  const claims = claimsSchema.safeParse(readToken(token, secret, { audience: AUDIENCE, now: seconds }));
  return claims.success ? claims.data : null;
}
