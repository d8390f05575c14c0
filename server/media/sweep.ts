import type { EventLog } from '#projections/engine/eventLog.ts';
import { ORPHAN_MS, type Sweep } from '../kernel/sweeper.ts';
import type { MediaStore } from '../ports/media.ts';
import { streamName } from '../write/streamStates.ts';
import { findPictures, namedFiles, type Pictures } from './pictures.ts';

/**
 * Checks each upload once, a day after it was last written: marks it as settled if an event names it, or deletes it.
 */
export function uploadSweep(parts: {
  readonly media: Pick<MediaStore, 'unsettled' | 'settle' | 'discard'>;
  readonly log: Pick<EventLog, 'readStream'>;
  readonly pictures: readonly Pictures[];
}): Sweep {
  const { media, log } = parts;

  async function namesIn(folder: string): Promise<ReadonlySet<string>> {
    const found = findPictures(parts.pictures, folder);
    // A later release may have stored it: pictures of an unknown noun stay.
    if (found === null) throw new Error(`No noun has pictures in ${folder}.`);
    return namedFiles(found.pictures, await log.readStream(streamName(found.pictures.category, found.id)));
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
