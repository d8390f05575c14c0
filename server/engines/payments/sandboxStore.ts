import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A file in the data folder that only its owner can read. */
const PRIVATE_FILE_MODE = 0o600;

/** Name of the file in the data folder that keeps what the sandbox knows, as a provider does while the site is down. */
export const SANDBOX_FILE = 'sandbox-payments.jsonl';

/** Something of the sandbox: a session, an intent, what a key was used for, or money that goes back. */
export interface Kept {
  readonly kind: 'session' | 'intent' | 'key' | 'refund' | 'dispute';
  readonly id: string;
  readonly value: unknown;
}

/** Where the sandbox keeps things. */
export interface SandboxStore {
  /** All that was kept, in its order: the last of an id counts. */
  readonly kept: readonly Kept[];
  keep(thing: Kept): void;
}

/** Keeps in memory alone. */
export function memoryStore(): SandboxStore {
  return { kept: [], keep: () => undefined };
}

/** Keeps in a file, a line a change. A last line that a crash has cut is left out. */
export function fileStore(path: string): SandboxStore {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const isCut = whole.length < text.length;
  let isBegun = false;
  return {
    kept: whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Kept),
    keep(thing) {
      const begin = isCut && !isBegun ? '\n' : '';
      isBegun = true;
      appendFileSync(path, `${begin}${JSON.stringify(thing)}\n`, { mode: PRIVATE_FILE_MODE });
    },
  };
}

/** Reads such a file and changes nothing in it. */
export function readOnlyStore(path: string): SandboxStore {
  return { ...fileStore(path), keep: () => undefined };
}
