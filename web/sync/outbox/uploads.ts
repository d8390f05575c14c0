import type { Media } from '#domain/kernel/media.ts';
import type { OutboxEntry, PendingUpload } from './entry.ts';

/** Marks a file as stored. */
export function withUpload(entry: OutboxEntry, name: string, media: Media): OutboxEntry {
  return {
    ...entry,
    uploads: entry.uploads.map((upload) => (upload.name === name ? { ...upload, media } : upload)),
  };
}

/**
 * Marks all files as not stored, after the server has lost one. Under the same names the server would give the command the
 * same refusal again (P7).
 */
export function withoutUploads(entry: OutboxEntry): OutboxEntry {
  return { ...entry, uploads: entry.uploads.map(({ name, file, again = 0 }) => ({ name, file, again: again + 1 })) };
}

/**
 * The files of a revised command: those that were stored before it was revised stay so. Each name stands for one file,
 * which the browser's database returns as another Blob.
 */
export function withStored(
  uploads: readonly PendingUpload[],
  before: readonly PendingUpload[],
): readonly PendingUpload[] {
  return uploads.map(({ name, file }) => {
    const stored = before.find((each) => each.name === name);
    return { name, file, media: stored?.media, resume: stored?.resume, again: stored?.again };
  });
}

/** The path of an upload, with how often the server has lost the file; absent: never. */
export function withAgain(path: string, { again }: Pick<PendingUpload, 'again'>): string {
  return again === undefined ? path : `${path}?again=${again}`;
}

/** The command's data with the stored files in place of the names that stood for them. */
export function dataToSend({ data, uploads }: OutboxEntry): OutboxEntry['data'] {
  return uploads.reduce(
    (sent, { name, media }) => (media === undefined ? sent : (replaceMedia(sent, name, media) as OutboxEntry['data'])),
    data,
  );
}

/** Media are top-level fields of a command's data, alone or in a list; a poster is a part of its video. */
function replaceMedia(data: OutboxEntry['data'], name: string, media: Media): unknown {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (!isMedia(value)) return value;
    if (value.kind === 'video' && value.poster === name) return { ...value, poster: media.name };
    if (value.name !== name) return value;
    return media.kind === 'video' && value.kind === 'video' ? { ...media, poster: value.poster } : media;
  };
  return Object.fromEntries(Object.entries(data).map(([field, value]) => [field, replace(value)]));
}

function isMedia(value: unknown): value is Media {
  return typeof value === 'object' && value !== null && 'kind' in value && 'name' in value;
}
