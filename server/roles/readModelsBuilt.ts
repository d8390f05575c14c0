import type { EngineClock } from '#projections/engine/clock.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { pause } from '../kernel/heldLease.ts';
import type { Logger } from '../observability/logging.ts';

/** Milliseconds between two looks whether a projector has built the read models. */
const BUILT_LOOK_EVERY_MS = 500;

/**
 * Waits until another process has built the read models of this release: documents of other versions are not this
 * process's to read.
 *
 * @param stopping aborted when the server is being stopped
 * @throws AbortError it was
 */
export async function readModelsBuilt(
  readStore: Pick<ReadStore, 'stale'>,
  of: { readonly clock: EngineClock; readonly logger: Pick<Logger, 'info'>; readonly stopping: AbortSignal },
): Promise<void> {
  const { clock, logger, stopping } = of;
  let said = '';
  for (;;) {
    const stale = await readStore.stale();
    if (stale.length === 0) return;
    if (said !== stale.join()) logger.info({ projections: stale }, 'Waiting for a projector to build the read models.');
    said = stale.join();
    await pause(clock, BUILT_LOOK_EVERY_MS, stopping);
    stopping.throwIfAborted();
  }
}
