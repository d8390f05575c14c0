import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../folder/durableFile.ts';

/**
 * The folder of the read models: `<fold version>/generation-<n>.db`, one file a generation, and `<fold version>/current`
 * that names the live one. A release uses only the folder of its own fold version.
 */
export interface GenerationFiles {
  /** File of the live generation, `null` before the first. */
  current(): Promise<string | null>;
  /** File for a generation to come; it does not exist yet. */
  next(): Promise<string>;
  /** Makes a generation the live one: after a crash it is the old one or the new one. */
  makeCurrent(file: string): Promise<void>;
  /** Deletes a generation, if it is there. */
  remove(file: string): Promise<void>;
  /** Deletes what builds that were broken off have left. */
  removeOthers(): Promise<void>;
  /** Deletes the read models of other fold versions: they would keep what is erased from now on (P10). */
  removeOtherVersions(): Promise<void>;
}

const CURRENT = 'current';
const GENERATION = /^generation-(\d+)\.db$/;
/** Endings of the files that SQLite keeps beside a database. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'] as const;
/** Only the owner may look inside. */
const PRIVATE_FOLDER_MODE = 0o700;

/** Opens (and makes) the folder of one fold version. */
export async function openGenerationFiles(folder: string, foldVersion: string): Promise<GenerationFiles> {
  const own = join(folder, foldVersion);
  await mkdir(own, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  const pointer = join(own, CURRENT);

  async function current(): Promise<string | null> {
    if (!existsSync(pointer)) return null;
    const name = (await readFile(pointer, 'utf8')).trim();
    return GENERATION.test(name) && existsSync(join(own, name)) ? join(own, name) : null;
  }
  async function generations(): Promise<readonly string[]> {
    return (await readdir(own)).filter((name) => GENERATION.test(name));
  }
  async function remove(file: string): Promise<void> {
    for (const ending of COMPANIONS) await rm(`${file}${ending}`, { force: true });
  }

  return {
    current,
    remove,
    async next() {
      const numbers = (await generations()).map((name) => Number(GENERATION.exec(name)?.[1]));
      return join(own, `generation-${Math.max(0, ...numbers) + 1}.db`);
    },
    makeCurrent: (file) => writeDurably(pointer, `${file.slice(own.length + 1)}\n`),
    async removeOthers() {
      const live = await current();
      for (const name of await generations()) {
        if (join(own, name) !== live) await remove(join(own, name));
      }
    },
    async removeOtherVersions() {
      for (const name of await readdir(folder)) {
        if (name !== foldVersion) await rm(join(folder, name), { recursive: true, force: true });
      }
    },
  };
}
