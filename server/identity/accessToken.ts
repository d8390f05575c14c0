import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { ACCESS_TOKEN_MS } from './limits.ts';

const ALGORITHM = 'HS256';
const AUDIENCE = 'quad';

const claimsSchema = z.object({ sub: z.uuid(), sid: z.uuid() });

/** Whose browser it is, by the token. */
export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
}

/** Signs an access token that is valid from `now` on. */
export function signAccessToken({ userId, sessionId }: AccessClaims, secret: KeyObject, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  const payload = { sub: userId, sid: sessionId, aud: AUDIENCE, iat: seconds, exp: seconds + ACCESS_TOKEN_MS / 1_000 };
  return jwt.sign(payload, secret, { algorithm: ALGORITHM });
}

/** What a token says, or `null` when it is forged, expired or none. Algorithm and audience are fixed. */
export function readAccessToken(token: string, secret: KeyObject, now: Date): AccessClaims | null {
  try {
    const claims = claimsSchema.safeParse(
      jwt.verify(token, secret, {
        algorithms: [ALGORITHM],
        audience: AUDIENCE,
        clockTimestamp: Math.floor(now.getTime() / 1_000),
      }),
    );
    return claims.success ? { userId: claims.data.sub, sessionId: claims.data.sid } : null;
  } catch (error) {
    if (error instanceof jwt.JsonWebTokenError) return null;
    throw error;
  }
}
