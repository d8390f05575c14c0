import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An adapter under test. */
export interface UnderTest<Store> {
  readonly store: Store;
  /** Closes the store and opens it again on its durable data. */
  reopen(): Promise<Store>;
  dispose(): Promise<void>;
}

/** Milliseconds that a store may take to close. A test that failed may have left a handler that never ends. */
const CLOSE_MAX_MS = 10_000;

/**
 * Closes a store, or goes on without it after a while: a test has failed then, and the run has to end.
 *
 * @returns whether it was closed
 */
export async function closeWithin(store: { close(): Promise<void> }, maxMs = CLOSE_MAX_MS): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), maxMs);
  try {
    return await Promise.race([store.close().then(() => true as const), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A store on a file in a folder of its own, removed with it. */
export async function inTemporaryFolder<Store extends { close(): Promise<void> }>(
  open: (file: string) => Promise<Store>,
): Promise<UnderTest<Store>> {
  const folder = mkdtempSync(join(tmpdir(), 'quad-store-'));
  const file = join(folder, 'store.db');
  const store = await open(file);
  let present = store;
  return {
    store,
    async reopen() {
      await present.close();
      present = await open(file);
      return present;
    },
    async dispose() {
      await present.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A store without durable data. */
export function inMemory<Store extends { close(): Promise<void> }>(store: Store): UnderTest<Store> {
  return {
    store,
    reopen: () => Promise.reject(new Error('Nothing of this store is durable.')),
    dispose: () => store.close(),
  };
}
