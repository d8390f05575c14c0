import type { EventLog } from '#projections/engine/eventLog.ts';
import { ORPHAN_MS, type Sweep } from '../kernel/sweeper.ts';
import type { MediaStore } from '../ports/media.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { streamName } from '../write/streamStates.ts';
import { type HeldPictures, heldFiles } from './holds.ts';
import { findPictures, namedFiles } from './pictures.ts';

/**
 * Checks each upload once, a day after it was last written: marks it as settled if an event names it or a noun holds
 * it, or deletes it.
 */
export function uploadSweep(parts: {
  readonly media: Pick<MediaStore, 'unsettled' | 'settle' | 'discard'>;
  readonly log: Pick<EventLog, 'readStream'>;
  readonly dispatcher: Pick<Dispatcher, 'stateOf'>;
  readonly pictures: readonly HeldPictures[];
}): Sweep {
  const { media, log, dispatcher } = parts;

  /** Names that are to stay: those that events name, and those that another noun holds. */
  async function namesIn(folder: string): Promise<ReadonlySet<string>> {
    const found = findPictures(parts.pictures, folder);
    // A later release may have stored it: pictures of an unknown noun stay.
    if (found === null) throw new Error(`No noun has pictures in ${folder}.`);
    const { pictures, id } = found;
    const named = namedFiles(pictures, await log.readStream(streamName(pictures.category, id)));
    return new Set([...named, ...(await heldFiles(pictures, id, dispatcher))]);
  }

  return async (now) => {
    const before = new Date(now.getTime() - ORPHAN_MS).toISOString();
    const byFolder = Map.groupBy(await media.unsettled(before), ({ folder }) => folder);
    for (const [folder, uploads] of byFolder) {
      const named = await namesIn(folder);
      await media.settle(uploads.filter(({ name }) => named.has(name)));
      await media.discard(uploads.filter(({ name }) => !named.has(name)));
    }
  };
}
