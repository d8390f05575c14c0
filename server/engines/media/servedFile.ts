import { open, stat } from 'node:fs/promises';
import type { ServedFile } from '../../ports/media.ts';
import { absent } from './fileErrors.ts';

/** Every picture is stored in this form, whatever it came in. */
const CONTENT_TYPE = 'image/webp';

/** A stored picture, to be served; `null`: there is no such file. */
export async function servedFile(path: string): Promise<ServedFile | null> {
  const found = await stat(path).catch(absent);
  if (found === undefined) return null;
  return {
    contentType: CONTENT_TYPE,
    size: found.size,
    modifiedAt: found.mtime,
    // The stream closes the file at its end.
    open: async (part) => (await open(path).catch(absent))?.createReadStream(part) ?? null,
  };
}
