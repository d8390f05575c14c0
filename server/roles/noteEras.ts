import type { EngineClock } from '#projections/engine/clock.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { presentEra } from '#projections/sync/eras.ts';
import type { Logger } from '../observability/logging.ts';
import type { EventStore } from '../ports/eventStore.ts';

/** Milliseconds between two looks for eras that other processes have begun. */
export const NOTE_ERAS_EVERY_MS = 1_000;

/**
 * Notes the newest era of the log in the read models, or in the vault, again and again. Every start of another process
 * begins one, and what is done after it is not proven by the era before: the next start would take the read models for
 * those of another log and fold all of it, or refuse the vault.
 *
 * @returns a function that ends it, with a last note
 */
export function noteEras(options: {
  readonly store: Pick<EventStore, 'eras'>;
  readonly readStore: Pick<ReadStore, 'noteEra'>;
  readonly clock: EngineClock;
  readonly logger: Pick<Logger, 'warn'>;
}): () => Promise<void> {
  const { store, readStore, clock, logger } = options;
  let noted: string | null = null;
  let isOver = false;
  let noting = Promise.resolve();
  let cancel: () => void = () => undefined;

  async function note(): Promise<void> {
    const newest = presentEra(await store.eras());
    if (newest === noted) return;
    await readStore.noteEra(newest);
    noted = newest;
  }

  /** A store is busy: the next look notes it. */
  const unnoted = (error: unknown) => logger.warn({ err: error }, 'The era of the log could not be noted.');

  function wait(): void {
    cancel = clock.after(NOTE_ERAS_EVERY_MS, () => {
      noting = note()
        .catch(unnoted)
        .then(() => {
          if (!isOver) wait();
        });
    });
  }
  wait();

  return async () => {
    isOver = true;
    cancel();
    await noting;
    await note().catch(unnoted);
  };
}
