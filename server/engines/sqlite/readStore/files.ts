import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeDurably } from '../../files/durableFile.ts';
import { findHolder } from '../folder/dataFolderLock.ts';

/** Milliseconds for which prepared read models wait for their release; after that the next start deletes them. */
export const PREPARED_KEEP_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * The folder of the read models: `generation-<name>.db`, each a file with a generation of every projection; `current`
 * names the live one, and `prepared-<versions>` the one that waits for a release with these versions of the projections.
 */
export interface GenerationFiles {
  /** The live file, `null` before the first. */
  current(): Promise<string | null>;
  /** Path of a new file; it does not exist yet. */
  next(): string;
  /** Makes a file the live one, atomically. */
  makeCurrent(file: string): Promise<void>;
  /** Deletes a file of read models, if it is there. */
  remove(file: string): Promise<void>;
  /** The file that was prepared for these versions, `null` when there is none. */
  prepared(versions: string): Promise<string | null>;
  makePrepared(versions: string, file: string): Promise<void>;
  /** Removes the pointer to the prepared file of these versions, durably; the file stays. */
  forgetPrepared(versions: string): Promise<void>;
  /**
   * Deletes unused files: interrupted builds, and prepared files older than `PREPARED_KEEP_MS`. Not while a preparation
   * runs.
   *
   * @param now milliseconds since 1970
   */
  removeUnused(now: number): Promise<void>;
  /** Folder whose lock a running preparation holds. */
  readonly preparing: string;
}

const CURRENT = 'current';
const PREPARED = /^prepared-[0-9a-f]+$/;
const GENERATION = /^generation-[0-9a-f]+\.db$/;
const PREPARING = 'preparing';
/** Characters of the name of a file. */
const NAME_CHARACTERS = 8;
/** Endings of the files that SQLite keeps beside a database. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'] as const;
/** Only the owner can read it. */
const PRIVATE_FOLDER_MODE = 0o700;

/** Opens (and makes) the folder of the read models. */
export async function openGenerationFiles(folder: string): Promise<GenerationFiles> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  const preparing = join(folder, PREPARING);
  const preparedPointer = (versions: string) => join(folder, `prepared-${versions}`);

  async function named(pointer: string): Promise<string | null> {
    if (!existsSync(pointer)) return null;
    const name = (await readFile(pointer, 'utf8')).trim();
    return GENERATION.test(name) && existsSync(join(folder, name)) ? join(folder, name) : null;
  }
  const point = (pointer: string, file: string) => writeDurably(pointer, `${file.slice(folder.length + 1)}\n`);
  async function remove(file: string): Promise<void> {
    for (const ending of COMPANIONS) await rm(`${file}${ending}`, { force: true });
  }
  /** Pointers to recently prepared files; deletes older ones. */
  async function keptPointers(now: number): Promise<readonly string[]> {
    const pointers = (await readdir(folder)).filter((name) => PREPARED.test(name)).map((name) => join(folder, name));
    const kept: string[] = [];
    for (const pointer of pointers) {
      if (now - (await stat(pointer)).mtimeMs < PREPARED_KEEP_MS) kept.push(pointer);
      else await rm(pointer, { force: true });
    }
    return kept;
  }

  return {
    preparing,
    remove,
    current: () => named(join(folder, CURRENT)),
    next: () => join(folder, `generation-${randomUUID().slice(0, NAME_CHARACTERS)}.db`),
    makeCurrent: (file) => point(join(folder, CURRENT), file),
    prepared: (versions) => named(preparedPointer(versions)),
    makePrepared: (versions, file) => point(preparedPointer(versions), file),
    async forgetPrepared(versions) {
      await rm(preparedPointer(versions), { force: true });
      await syncFolder(folder);
    },
    async removeUnused(now) {
      if (existsSync(preparing) && (await findHolder(preparing)) !== null) return;
      const pointers = [join(folder, CURRENT), ...(await keptPointers(now))];
      const used = await Promise.all(pointers.map(named));
      for (const name of await readdir(folder)) {
        const base = COMPANIONS.map((ending) => name.slice(0, name.length - ending.length)).find((each, index) => {
          return name.endsWith(COMPANIONS[index] ?? '') && GENERATION.test(each);
        });
        if (base !== undefined && !used.includes(join(folder, base))) await rm(join(folder, name), { force: true });
      }
      await removeFormerLayout(folder);
    },
  };
}

/** Removes the folders of earlier releases, which had one each. */
async function removeFormerLayout(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === PREPARING) continue;
    await rm(join(folder, entry.name), { recursive: true, force: true });
  }
}
