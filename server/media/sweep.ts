import type { EventLog } from '#projections/engine/eventLog.ts';
import { forEachOf, ORPHAN_MS, type Sweep } from '../kernel/sweeper.ts';
import type { IndexedUpload, MediaStore } from '../ports/media.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { streamName } from '../write/streamStates.ts';
import { type HeldFiles, heldFiles } from './holds.ts';
import { findFiles, namedFiles } from './nounFiles.ts';

/**
 * Milliseconds for which an upload is withdrawn before it is deleted: longer than any command is under way that was
 * decided before, also one whose append lands late.
 */
export const WITHDRAWN_MS = 30 * 60_000;

/**
 * Looks at each upload a day after it was last written, and marks it as settled if an event names it or a noun holds it.
 * Any other is withdrawn first: no command can name it any more, and a browser that still has it uploads it again. One
 * that was decided a moment before may name it all the same, so a later sweep looks again before it deletes.
 */
export function uploadSweep(parts: {
  readonly media: Pick<MediaStore, 'unsettled' | 'withdrawn' | 'settle' | 'withdraw' | 'discard'>;
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
    const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
    const looks = [
      {
        uploads: await media.withdrawn(ago(WITHDRAWN_MS)),
        giveUp: (unnamed: readonly IndexedUpload[]) => media.discard(unnamed),
      },
      {
        uploads: await media.unsettled(ago(ORPHAN_MS)),
        giveUp: (unnamed: readonly IndexedUpload[]) => media.withdraw(unnamed, now.toISOString()),
      },
    ];
    const folders = looks.flatMap(({ uploads, giveUp }) =>
      [...Map.groupBy(uploads, ({ folder }) => folder)].map(([folder, own]) => ({ folder, own, giveUp })),
    );
    await forEachOf(folders, 'folders of uploads', async ({ folder, own, giveUp }) => {
      const named = await namesIn(folder);
      await media.settle(own.filter(({ name }) => named.has(name)));
      await giveUp(own.filter(({ name }) => !named.has(name)));
    });
  };
}
