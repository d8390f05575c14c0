import type { EventLog } from '#projections/engine/eventLog.ts';
import { findPictures, namedFiles, type Pictures } from '../media/pictures.ts';
import type { IndexedUpload, MediaStore } from '../ports/media.ts';
import { streamName } from '../write/streamStates.ts';
import { refuseWith } from './errors.ts';

/** Files of one user that no event names yet: enough for five drafts of ten pictures. */
export const UNNAMED_FILES_PER_USER = 50;

export interface UnnamedFilesParts {
  readonly pictures: readonly Pictures[];
  readonly media: Pick<MediaStore, 'unsettledOf' | 'settle'>;
  readonly log: Pick<EventLog, 'readStream'>;
}

/**
 * Refuses an upload of a user with too many files that no event names. Marks files that are named by now as settled, so
 * that each is searched in the log once.
 *
 * @throws HttpRefused
 */
export async function requireRoomForFile(parts: UnnamedFilesParts, owner: string): Promise<void> {
  const { media } = parts;
  const unsettled = await media.unsettledOf(owner);
  if (unsettled.length < UNNAMED_FILES_PER_USER) return;
  const named: IndexedUpload[] = [];
  for (const [folder, uploads] of Map.groupBy(unsettled, (upload) => upload.folder)) {
    const names = await namesIn(parts, folder);
    named.push(...uploads.filter(({ name }) => names.has(name)));
  }
  await media.settle(named);
  if (unsettled.length - named.length >= UNNAMED_FILES_PER_USER) {
    throw refuseWith('UPLOADS_UNUSED', { limit: UNNAMED_FILES_PER_USER });
  }
}

async function namesIn({ pictures, log }: UnnamedFilesParts, folder: string): Promise<ReadonlySet<string>> {
  const found = findPictures(pictures, folder);
  if (found === null) return new Set();
  return namedFiles(found.pictures, await log.readStream(streamName(found.pictures.category, found.id)));
}
