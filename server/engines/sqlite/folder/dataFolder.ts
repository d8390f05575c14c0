import { constants } from 'node:fs';
import { access, mkdir, readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { DataFolderRefused } from '../../../ports/dataFolderRefused.ts';
import { writeDurably } from '../../files/durableFile.ts';
import { HOLDER_FILE, type Holder, LOCK_FILE, lockFolder } from './dataFolderLock.ts';

/** Marks a folder as a data folder. */
const MARK_FILE = 'quad.json';
/** Format of the folder: which files it holds and what they are called. */
const FORMAT = 1;
/** Only the owner can read the folder. */
const PRIVATE_FOLDER_MODE = 0o700;
/** Files of a folder that still counts as empty: our lock, and files of systems and version control. */
const HARMLESS = new Set([LOCK_FILE, HOLDER_FILE, '.gitkeep', '.gitignore', '.DS_Store', 'lost+found']);

const markSchema = z.object({
  format: z.int().check(z.minimum(1)),
  created: z.string(),
  vault: z.optional(z.string()),
});
type Mark = z.infer<typeof markSchema>;

/** A data folder that this process has for itself. */
export interface DataFolder {
  readonly path: string;
  /** Whether this opening made it. */
  readonly isNew: boolean;
  /** File of the SQLite event store. */
  readonly events: string;
  /** File of the SQLite vault. */
  readonly vault: string;
  /** Folder of the read models, which can all be rebuilt. */
  readonly readModels: string;
  /** File of the search indexes, which can all be rebuilt; it holds personal data in plain text. */
  readonly search: string;
  /** Folder of uploaded files. */
  readonly media: string;
  /** Folder of mails that were not really sent (development). */
  readonly mail: string;
  /** Announces this process's control socket; only the owner of the folder can read the token. */
  announceControl(control: { socket: string; token: string }): Promise<void>;
  /** Fingerprint of the vault that is this folder's (`server/roles/tornFolder.ts`); `null`: none is noted yet. */
  vaultFingerprint(): string | null;
  noteVaultFingerprint(fingerprint: string): Promise<void>;
  /** Releases the folder; its files must be closed before. Repeating it changes nothing. */
  close(): Promise<void>;
}

export interface DataFolderOptions {
  /** Purpose of this process, for the message to a second one. */
  readonly purpose?: string;
  readonly now?: () => Date;
}

/** Paths in a data folder, also of one that is not open. */
export function dataFolderPaths(
  folder: string,
): Pick<DataFolder, 'path' | 'events' | 'vault' | 'readModels' | 'search' | 'media' | 'mail'> {
  const path = resolve(folder);
  return {
    path,
    events: join(path, 'events.db'),
    vault: join(path, 'vault.db'),
    readModels: join(path, 'read-models'),
    search: join(path, 'search.db'),
    media: join(path, 'media'),
    mail: join(path, 'mail'),
  };
}

/**
 * Takes a data folder for this process; makes it if there is none.
 *
 * @throws DataFolderRefused it is another process's (named), another program's, a newer release's, or can't be written
 */
export async function openDataFolder(
  folder: string,
  { purpose = 'server', now = () => new Date() }: DataFolderOptions = {},
): Promise<DataFolder> {
  const paths = dataFolderPaths(folder);
  await makeWritable(paths.path);
  await refuseForeign(paths.path);
  const lock = await lockFolder(paths.path);
  const holder: Holder = {
    pid: process.pid,
    host: hostname(),
    purpose,
    startedAt: now().toISOString(),
    control: null,
  };
  try {
    await lock.announce(holder);
    // Checked again under the lock: another process may have initialized the folder meanwhile.
    const found = await refuseForeign(paths.path);
    let mark: Mark = found ?? { format: FORMAT, created: now().toISOString() };
    if (found === null) await writeMark(paths.path, mark);
    return {
      ...paths,
      isNew: found === null,
      vaultFingerprint: () => mark.vault ?? null,
      async noteVaultFingerprint(vault) {
        mark = { ...mark, vault };
        await writeMark(paths.path, mark);
      },
      announceControl: (control) => lock.announce({ ...holder, control }),
      close: () => lock.release(),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function makeWritable(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'EEXIST' || code === 'ENOTDIR') {
      const message = `${path} can't be the data folder: there is a file of that name. Set DATA_DIR to a folder.`;
      throw new DataFolderRefused('NOT_A_FOLDER', path, message, { cause });
    }
    const message =
      `The data folder ${path} can't be written to (${code}). ` +
      'Give the user who runs Quad the right to write it, or set DATA_DIR to another folder.';
    throw new DataFolderRefused('NOT_WRITABLE', path, message, { cause });
  }
}

/** The folder's mark; `null` for an empty folder. */
async function refuseForeign(path: string): Promise<Mark | null> {
  const names = await readdir(path);
  if (names.includes(MARK_FILE)) return readMark(join(path, MARK_FILE));
  const foreign = names.find((name) => !HARMLESS.has(name) && !isDraft(name));
  if (foreign === undefined) return null;
  throw new DataFolderRefused(
    'FOREIGN',
    path,
    `${path} is not a data folder of Quad: it has no ${MARK_FILE}, but holds ${foreign}. ` +
      'Set DATA_DIR to an empty or new folder.',
  );
}

/** Whether a file is the remains of an interrupted write of one of our small files. */
function isDraft(name: string): boolean {
  return name.endsWith('.tmp') && (name.startsWith(MARK_FILE) || name.startsWith(HOLDER_FILE));
}

async function readMark(file: string): Promise<Mark> {
  const text = await readFile(file, 'utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw damagedMark(file, cause);
  }
  const parsed = markSchema.safeParse(value);
  if (!parsed.success) throw damagedMark(file, parsed.error);
  if (parsed.data.format > FORMAT) {
    throw new DataFolderRefused(
      'NEWER_FORMAT',
      file,
      `${file} says format ${parsed.data.format}, this release of Quad knows formats up to ${FORMAT}. ` +
        'Start the newer release, or set DATA_DIR to another folder.',
    );
  }
  return parsed.data;
}

function damagedMark(file: string, cause: unknown): DataFolderRefused {
  const message =
    `${file} is damaged. Restore the folder from a backup; ` +
    'or move the whole folder away to begin with an empty one.';
  return new DataFolderRefused('CORRUPT', file, message, { cause });
}

async function writeMark(path: string, mark: Mark): Promise<void> {
  await writeDurably(join(path, MARK_FILE), `${JSON.stringify(mark)}\n`);
}
