import type { CodeRecord, SessionRecord } from '#server/ports/accountVault.ts';
import type { ShelfRecord } from '#server/ports/shelf.ts';

export const ADA = '0190a000-0000-7000-8000-00000000000a';
export const BOB = '0190a000-0000-7000-8000-00000000000b';

/** An instant, that many minutes after noon. */
export function minute(minutes: number): string {
  return new Date(Date.UTC(2026, 0, 2, 12, minutes)).toISOString();
}

export function sampleCode(change: Partial<CodeRecord> = {}): CodeRecord {
  return {
    codeId: '0190a000-0000-7000-8000-0000000000c0',
    userId: ADA,
    purpose: 'confirm-email',
    target: 'hash of ada@ou.edu',
    codeHash: 'hash of 1234',
    campus: 'ou',
    at: minute(0),
    ...change,
  };
}

export function sampleSession(change: Partial<SessionRecord> = {}): SessionRecord {
  return {
    sessionId: '0190a000-0000-7000-8000-0000000000e0',
    userId: ADA,
    generation: 0,
    rotatedAt: minute(0),
    createdAt: minute(0),
    expiresAt: minute(30),
    device: 'Firefox on Linux',
    campus: 'ou',
    ...change,
  };
}

export function sampleRecord(change: Partial<ShelfRecord> = {}): ShelfRecord {
  return {
    id: '0190a000-0000-7000-8000-0000000000f0',
    subject: ADA,
    secret: 'public key',
    counter: 0,
    at: minute(0),
    ...change,
  };
}
