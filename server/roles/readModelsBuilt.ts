import { setTimeout as pause } from 'node:timers/promises';
import type { ReadStore } from '#projections/engine/readStore.ts';
import type { Logger } from '../observability/logging.ts';
import type { Closing } from './closing.ts';

/** Milliseconds between two looks whether a projector has built the read models. */
const BUILT_LOOK_EVERY_MS = 500;

/**
 * Waits until another process has built the read models of this release: documents of other versions are not this
 * process's to read.
 *
 * @throws AbortError the server is being stopped
 */
export async function readModelsBuilt(
  readStore: Pick<ReadStore, 'stale'>,
  { logger, closing }: { readonly logger: Pick<Logger, 'info'>; readonly closing: Closing },
): Promise<void> {
  const stopping = new AbortController();
  closing.add('wait for read models', async () => stopping.abort());
  let said = '';
  for (;;) {
    const stale = await readStore.stale();
    if (stale.length === 0) return;
    if (said !== stale.join()) logger.info({ projections: stale }, 'Waiting for a projector to build the read models.');
    said = stale.join();
    await pause(BUILT_LOOK_EVERY_MS, undefined, { signal: stopping.signal });
  }
}
