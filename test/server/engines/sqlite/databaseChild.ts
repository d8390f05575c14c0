import { chmodSync, chownSync } from 'node:fs';
import { openDatabase } from '#server/engines/sqlite/database.ts';
import { DataFolderRefused } from '#server/ports/dataFolderRefused.ts';

/** User id of `nobody` on Linux; root may write everywhere, so this process gives its rights up. */
const NOBODY = 65_534;

/** A process that may only read the folder or the file, and tries to open the file. */
const [folder = '', file = '', what] = process.argv.slice(2);
if (process.getuid?.() === 0) {
  chownSync(folder, NOBODY, NOBODY);
  chownSync(file, NOBODY, NOBODY);
  process.setuid?.(NOBODY);
}
if (what === 'folder') chmodSync(folder, 0o555);
if (what === 'file') chmodSync(file, 0o400);
try {
  const kind = { name: 'list of things', applicationId: 0x1234, format: 2, schema: '' };
  openDatabase(file, kind).close();
  console.log('opened');
} catch (error) {
  if (!(error instanceof DataFolderRefused)) throw error;
  console.log(`${error.code} ${error.message}`);
} finally {
  chmodSync(folder, 0o777);
}
