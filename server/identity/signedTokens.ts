import { createSecretKey } from 'node:crypto';
import { type AccessClaims, createTokenReader, signAccessToken } from './accessToken.ts';
import { type RefreshClaims, readRefreshToken, signRefreshToken } from './refreshToken.ts';

/** The two tokens that a signed-in browser holds, signed with the secret of sessions. */
export interface SignedTokens {
  /** Claims of an access token; `null`: it is forged or expired. */
  readAccess(token: string): AccessClaims | null;
  /** Claims of a refresh token; `null`: it is forged. */
  readRefresh(token: string): RefreshClaims | null;
  /** New tokens for a session of a generation. */
  issue(claims: AccessClaims, generation: number): { readonly access: string; readonly refresh: string };
}

/** Makes and reads the tokens of sessions. */
export function createSignedTokens(secret: Uint8Array, clock: () => Date): SignedTokens {
  // Made once: with raw bytes, every check would first try to parse them as another kind of key.
  const key = createSecretKey(secret);
  const read = createTokenReader(key);
  return {
    readAccess: (token) => read(token, clock()),
    readRefresh: (token) => readRefreshToken(token, secret),
    issue: (claims, generation) => ({
      access: signAccessToken(claims, key, clock()),
      refresh: signRefreshToken({ sessionId: claims.sessionId, generation }, secret),
    }),
  };
}
