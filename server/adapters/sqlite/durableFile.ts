import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Only the owner reads and writes. */
const PRIVATE_FILE_MODE = 0o600;

/** Replaces a file whole, private to its owner: after a crash there is the old text or the new one, never a part. */
export async function writeDurably(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  const handle = await open(draft, 'w', PRIVATE_FILE_MODE);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  await syncFolder(dirname(file));
}

/** Makes new names in a folder survive a power cut. Windows can't open folders and needs no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
