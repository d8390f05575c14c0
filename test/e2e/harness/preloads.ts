import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Loaded before every server. */
const CHEAP_HASHES = join(ROOT, 'test/e2e/harness/cheapHashes.ts');
/** Loaded before a server whose clock is ahead; reads `QUAD_CLOCK_AHEAD_MS`. */
const CLOCK_AHEAD = join(ROOT, 'test/proof/crash/clockAhead.ts');

/** Modules that are loaded before a server (`--import`) whose clock is ahead by milliseconds. */
export function preloads(clockAheadMs: number): readonly string[] {
  return clockAheadMs === 0 ? [CHEAP_HASHES] : [CHEAP_HASHES, CLOCK_AHEAD];
}
