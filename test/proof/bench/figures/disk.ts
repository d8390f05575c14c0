import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolderPaths } from '#server/engines/sqlite/folder/dataFolder.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import { type Figure, row } from '../figure.ts';
import { NO_MAIL } from '../noMail.ts';
import { buildReadModels } from '../readModels.ts';

/** Bytes of a file, or of all files in a folder. */
export async function bytesIn(path: string): Promise<number> {
  const found = await stat(path);
  if (!found.isDirectory()) return found.size;
  const inside = await Promise.all((await readdir(path)).map((name) => bytesIn(join(path, name))));
  return inside.reduce((sum, bytes) => sum + bytes, 0);
}

/** Bytes on disk for each event, when everything is written to the main files. */
export const disk: Figure = {
  name: 'disk',
  from: 'quick',
  async measure(benchData) {
    const { dataDir, events } = await benchData.community(
      benchData.pick({ quick: 10_000, default: 100_000, full: 100_000 }),
    );
    await buildReadModels(dataDir);
    const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
    const folder = dataFolderPaths(dataDir);
    await foundation.close();
    const perEvent = async (path: string) => (await bytesIn(path)) / events;
    return [
      row('disk, log', await perEvent(folder.events), 'bytes/event'),
      row('disk, read models with change feed', await perEvent(folder.readModels), 'bytes/event'),
    ];
  },
};
