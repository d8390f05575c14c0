import type { EventLog } from '#projections/engine/eventLog.ts';
import { findFiles, type NounFiles, namedFiles } from '../media/nounFiles.ts';
import type { IndexedUpload, MediaStore } from '../ports/media.ts';
import { streamName } from '../write/streamStates.ts';
import { refuseWith } from './errors.ts';

/** Files of one user that no event names yet: enough for five drafts of ten pictures. */
export const UNNAMED_FILES_PER_USER = 50;

/** Videos among them, also those that have arrived in part: as many as go into one post. */
export const UNNAMED_VIDEOS_PER_USER = 10;

export interface UnnamedFilesParts {
  readonly files: readonly NounFiles[];
  readonly media: Pick<MediaStore, 'unsettledOf' | 'settle'>;
  readonly log: Pick<EventLog, 'readStream'>;
}

/** Whether a file is a video or a part of one. */
const isVideo = ({ name }: IndexedUpload) => !name.endsWith('.webp');

/**
 * Refuses a file of a user with too many files (for a video: or videos) that no event names. Marks files that are named by now as settled, so
 * that each is searched in the log once.
 *
 * @throws HttpRefused
 */
export async function requireRoomForFile(
  parts: UnnamedFilesParts,
  owner: string,
  kind: 'picture' | 'video',
): Promise<void> {
  const { media } = parts;
  const unsettled = await media.unsettledOf(owner);
  if (reachedLimit(unsettled, kind) === null) return;
  const named = await settleNamed(parts, unsettled);
  const unnamed = unsettled.filter((upload) => !named.includes(upload));
  const limit = reachedLimit(unnamed, kind);
  if (limit !== null) throw refuseWith('UPLOADS_UNUSED', { limit });
}

/** Settles those of some files that events name by now. @returns them */
export async function settleNamed(
  parts: Pick<UnnamedFilesParts, 'files' | 'log'> & { readonly media: Pick<MediaStore, 'settle'> },
  unsettled: readonly IndexedUpload[],
): Promise<readonly IndexedUpload[]> {
  const named: IndexedUpload[] = [];
  for (const [folder, uploads] of Map.groupBy(unsettled, (upload) => upload.folder)) {
    const names = await namesIn(parts, folder);
    named.push(...uploads.filter(({ name }) => names.has(name)));
  }
  await parts.media.settle(named);
  return named;
}

/** The limit that is reached; `null`: none is. */
function reachedLimit(unsettled: readonly IndexedUpload[], kind: 'picture' | 'video'): number | null {
  if (kind === 'video' && unsettled.filter(isVideo).length >= UNNAMED_VIDEOS_PER_USER) return UNNAMED_VIDEOS_PER_USER;
  return unsettled.length >= UNNAMED_FILES_PER_USER ? UNNAMED_FILES_PER_USER : null;
}

async function namesIn(
  { files, log }: Pick<UnnamedFilesParts, 'files' | 'log'>,
  folder: string,
): Promise<ReadonlySet<string>> {
  const found = findFiles(files, folder);
  if (found === null) return new Set();
  return namedFiles(found.files, await log.readStream(streamName(found.files.category, found.id)));
}
