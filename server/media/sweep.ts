import type { EventLog } from '#projections/engine/eventLog.ts';
import { forEachOf, ORPHAN_MS, type Sweep } from '../kernel/sweeper.ts';
import type { MediaStore } from '../ports/media.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { streamName } from '../write/streamStates.ts';
import { type HeldFiles, heldFiles } from './holds.ts';
import { findFiles, namedFiles } from './nounFiles.ts';

/**
 * Checks each upload once, a day after it was last written: marks it as settled if an event names it or a noun holds
 * it, or deletes it.
 */
export function uploadSweep(parts: {
  readonly media: Pick<MediaStore, 'unsettled' | 'settle' | 'discard'>;
  readonly log: Pick<EventLog, 'readStream'>;
  readonly dispatcher: Pick<Dispatcher, 'stateOf'>;
  readonly files: readonly HeldFiles[];
}): Sweep {
  const { media, log, dispatcher } = parts;

  /** Names that are to stay: those that events name, and those that another noun holds. */
  async function namesIn(folder: string): Promise<ReadonlySet<string>> {
    const found = findFiles(parts.files, folder);
    // A later release may have stored it: files of an unknown noun stay.
    if (found === null) throw new Error(`No noun has files in ${folder}.`);
    const { files, id } = found;
    const named = namedFiles(files, await log.readStream(streamName(files.category, id)));
    return new Set([...named, ...(await heldFiles(files, id, dispatcher))]);
  }

  return async (now) => {
    const before = new Date(now.getTime() - ORPHAN_MS).toISOString();
    const byFolder = Map.groupBy(await media.unsettled(before), ({ folder }) => folder);
    await forEachOf(byFolder, 'folders of uploads', async ([folder, uploads]) => {
      const named = await namesIn(folder);
      await media.settle(uploads.filter(({ name }) => named.has(name)));
      await media.discard(uploads.filter(({ name }) => !named.has(name)));
    });
  };
}
