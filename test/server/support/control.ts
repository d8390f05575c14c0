import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ControlAddress } from '#server/roles/control.ts';

/** Where the server that has a data folder takes orders. */
export async function controlOf(dataDir: string): Promise<ControlAddress> {
  return JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8')).control;
}
