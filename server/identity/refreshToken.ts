import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../kernel/keyedHash.ts';

/** Session and generation of a refresh token. */
export interface RefreshClaims {
  readonly sessionId: string;
  readonly generation: number;
}

const FORM = /^([0-9a-f-]{36})\.(\d{1,9})\.([0-9a-f]{64})$/;

/**
 * Signs the refresh token of a generation. The token is deterministic, so a browser whose answer got lost gets the same
 * one again.
 */
export function signRefreshToken({ sessionId, generation }: RefreshClaims, secret: Uint8Array): string {
  return `${sessionId}.${generation}.${signature(sessionId, String(generation), secret)}`;
}

/** Reads a refresh token: `null` when we did not sign it. The session decides whether it is still valid. */
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
