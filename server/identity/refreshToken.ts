import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../kernel/keyedHash.ts';

/** Session and generation of a refresh token. */
export interface RefreshClaims {
  readonly sessionId: string;
  readonly generation: number;
}

const FORM = /^([0-9a-f-]{36})\.(\d{1,9})\.([0-9a-f]{64})$/;

/**
 * Signs the refresh token of a generation. It is the same whenever it is signed, so a browser whose answer got lost gets
 * it once more.
 */
export function signRefreshToken({ sessionId, generation }: RefreshClaims, secret: Uint8Array): string {
  return `${sessionId}.${generation}.${signature(sessionId, String(generation), secret)}`;
}

/** Reads a refresh token: `null` when it was not signed by us. Whether it still counts is the session's to say. */
export function readRefreshToken(token: string, secret: Uint8Array): RefreshClaims | null {
  const [, sessionId = '', generation = '', signed = ''] = FORM.exec(token) ?? [];
  if (sessionId === '') return null;
  const expected = signature(sessionId, generation, secret);
  if (!timingSafeEqual(Buffer.from(signed), Buffer.from(expected))) return null;
  return { sessionId, generation: Number(generation) };
}

function signature(sessionId: string, generation: string, secret: Uint8Array): string {
  return keyedHash(secret, 'refresh', `${sessionId}.${generation}`);
}
