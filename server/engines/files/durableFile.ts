import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Only the owner reads and writes. */
const PRIVATE_FILE_MODE = 0o600;

/**
 * Replaces a file atomically, private to its owner: after a crash it has the old content or the new one, never a part.
 *
 * @param mayReplace asked right before the file is replaced, when all that takes long is done: if not, it stays as it is
 */
export async function writeDurably(
  file: string,
  content: string | Uint8Array,
  mayReplace: () => boolean = () => true,
): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(draft, 'wx', PRIVATE_FILE_MODE);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!mayReplace()) {
      await rm(draft);
      return;
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** Makes a folder with those above it, all of which survive a power cut. */
export async function makeFolderDurably(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Makes new names in a folder survive a power cut. Windows cannot open folders and needs no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
