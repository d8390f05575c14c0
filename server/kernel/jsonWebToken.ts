import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';

const ALGORITHM = 'HS256';

/** The use of a token, and the moment in which it is read. */
export interface TokenUse {
  /** Keeps the kinds of tokens apart that one secret signs. */
  readonly audience: string;
  /** Seconds since 1970. */
  readonly now: number;
}

/** Signs claims, which name their audience and their end. */
export function signToken(claims: object, key: KeyObject): string {
  return jwt.sign(claims, key, { algorithm: ALGORITHM });
}

/**
 * The claims of a token that we have signed for this use and that has not run out; else `null`, whatever its text is:
 * algorithm and audience are fixed, so only the text can be at fault. The library throws errors of several classes for
 * texts of strangers, a `SyntaxError` of the JSON parser among them.
 */
export function readToken(token: string, key: KeyObject, { audience, now }: TokenUse): unknown {
  try {
    return jwt.verify(token, key, { algorithms: [ALGORITHM], audience, clockTimestamp: now });
  } catch {
    return null;
  }
}
