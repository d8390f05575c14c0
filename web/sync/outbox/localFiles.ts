import type { OutboxEntry } from './entry.ts';

/**
 * Files of commands that are not uploaded yet, by the names that stand for them in the commands' data; `null` for each
 * that is not among them. However far an upload is, its file is the same.
 */
export function localFilesIn(outbox: readonly OutboxEntry[], names: readonly string[]): readonly (Blob | null)[] {
  const uploads = outbox.flatMap((entry) => entry.uploads);
  return names.map((name) => uploads.find((each) => each.name === name)?.file ?? null);
}
