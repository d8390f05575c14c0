import { openDataFolder } from '#server/engines/sqlite/folder/dataFolder.ts';
import { DataFolderRefused } from '#server/ports/dataFolderRefused.ts';

/** User id of `nobody` on Linux; root may write everywhere, so the test of permissions gives its rights up. */
const NOBODY = 65_534;

/** A process that takes the folder in its first argument, says so, and gives it back when its input ends. */
const [folder = '', mode] = process.argv.slice(2);
if (mode === 'unprivileged') dropRights();
try {
  const taken = await openDataFolder(folder, { purpose: 'child' });
  console.log('open');
  process.stdin.resume();
  process.stdin.once('end', () => void taken.close());
} catch (error) {
  if (!(error instanceof DataFolderRefused)) throw error;
  console.log(`${error.code} ${error.message}`);
}

function dropRights(): void {
  if (process.getuid?.() === 0) process.setuid?.(NOBODY);
}
