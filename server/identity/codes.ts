import { randomInt, timingSafeEqual } from 'node:crypto';
import { normaliseEmail } from '#domain/user/email.ts';
import type { CodePurpose } from '#domain/user/events.ts';
import { CODE_MAX, CODE_MIN, CODE_VALID_HOURS } from '#domain/user/limits.ts';
import { keyedHash } from '../kernel/keyedHash.ts';
import type { CodeRecord, CodeVault } from '../ports/accountVault.ts';
import { CODES_COMPARED } from './limits.ts';

const HOUR_MS = 3_600_000;

/** The use that a code is bound to (Q16). */
export interface CodeUse {
  readonly userId: string;
  readonly purpose: CodePurpose;
  readonly email: string;
  /** Campus to join; `null` where the campus does not matter. */
  readonly campus: string | null;
}

/** Verification codes: drawn at random, kept as a keyed hash. */
export interface Codes {
  /** Draws a code and keeps its hash. @returns the code, for the mail only */
  draw(codeId: string, use: CodeUse & { readonly campus: string }): Promise<string>;
  /** The newest valid codes of this use, newest first; a used one is among them (VERF-06). */
  outstanding(use: CodeUse): Promise<readonly CodeRecord[]>;
  /** The record of the given code, or `null` (VERF-04). */
  match(outstanding: readonly CodeRecord[], code: string): CodeRecord | null;
  /** Counts a wrong answer against the codes of this use; those that reach `limit` are void (Q15). */
  answeredWrong(use: CodeUse, limit: number): Promise<void>;
}

/** Makes codes. */
export function createCodes(vault: CodeVault, secret: Uint8Array, clock: () => Date): Codes {
  const hashOf = (codeId: string, code: string) => keyedHash(secret, 'code', `${codeId}:${code}`);
  const targetOf = (email: string) => keyedHash(secret, 'code-target', normaliseEmail(email));

  return {
    async draw(codeId, { userId, purpose, email, campus }) {
      const code = String(randomInt(CODE_MIN, CODE_MAX + 1));
      const at = clock().toISOString();
      await vault.add({ codeId, userId, purpose, target: targetOf(email), codeHash: hashOf(codeId, code), campus, at });
      return code;
    },
    async outstanding({ userId, purpose, email, campus }) {
      const since = new Date(clock().getTime() - CODE_VALID_HOURS * HOUR_MS).toISOString();
      const records = await vault.find(userId, purpose, targetOf(email), since);
      return records.slice(0, CODES_COMPARED).filter((record) => campus === null || record.campus === campus);
    },
    match: (outstanding, code) =>
      outstanding.find((record) => same(record.codeHash, hashOf(record.codeId, code))) ?? null,
    async answeredWrong({ userId, purpose, email }, limit) {
      await vault.wrongAnswer(userId, purpose, targetOf(email), limit);
    },
  };
}

function same(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
