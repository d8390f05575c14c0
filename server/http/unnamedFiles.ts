import type { EventLog } from '#projections/engine/eventLog.ts';
import { findFiles, type NounFiles, namedFiles } from '../media/nounFiles.ts';
import type { Arrivals, IndexedUpload, MediaStore } from '../ports/media.ts';
import { streamName } from '../write/streamStates.ts';
import { refuseWith } from './errors.ts';

/** Files of one user that no event names yet: enough for five drafts of ten pictures. */
export const UNNAMED_FILES_PER_USER = 50;

/** Videos among them, also those that have arrived in part: as many as go into one post. */
export const UNNAMED_VIDEOS_PER_USER = 10;

export interface UnnamedFilesParts {
  readonly files: readonly NounFiles[];
  readonly media: Pick<MediaStore, 'unsettledOf' | 'settle'> & { readonly arrivals: Pick<Arrivals, 'find'> };
  readonly log: Pick<EventLog, 'readStream'>;
}

/** The ending of a file that has arrived in part. */
const PART = '.part';

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
  if ((await reachedLimit(media, unsettled, kind)) === null) return;
  const named = await settleNamed(parts, unsettled);
  const unnamed = unsettled.filter((upload) => !named.includes(upload));
  const limit = await reachedLimit(media, unnamed, kind);
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
async function reachedLimit(
  { arrivals }: UnnamedFilesParts['media'],
  unsettled: readonly IndexedUpload[],
  kind: 'picture' | 'video',
): Promise<number | null> {
  if (unsettled.length >= UNNAMED_FILES_PER_USER) return UNNAMED_FILES_PER_USER;
  const maybe = unsettled.filter(({ name }) => !name.endsWith('.webp'));
  if (kind !== 'video' || maybe.length < UNNAMED_VIDEOS_PER_USER) return null;
  // A photo on its way is a part, too.
  const kinds = await Promise.all(
    maybe.map(async ({ folder, name }) =>
      name.endsWith(PART) ? (await arrivals.find(folder, name.slice(0, -PART.length)))?.kind : 'video',
    ),
  );
  const videos = kinds.filter((each) => each !== 'picture').length;
  return videos >= UNNAMED_VIDEOS_PER_USER ? UNNAMED_VIDEOS_PER_USER : null;
}

async function namesIn(
  { files, log }: Pick<UnnamedFilesParts, 'files' | 'log'>,
  folder: string,
): Promise<ReadonlySet<string>> {
  const found = findFiles(files, folder);
  if (found === null) return new Set();
  return namedFiles(found.files, await log.readStream(streamName(found.files.category, found.id)));
}
