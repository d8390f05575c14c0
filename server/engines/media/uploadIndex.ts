import { mkdir, opendir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IndexedUpload } from '../../ports/media.ts';
import { makeFolderDurably, syncFolder, writeDurably } from '../sqlite/folder/durableFile.ts';

/** Folder of the index, beside those of the pictures. */
const INDEX = 'index';
/** Written when every picture of the store is in the index. */
const COMPLETE = 'complete';
/** Digits of an instant in a name, milliseconds: enough until the year 5138. */
const TIME_DIGITS = 14;
/** Who brought a file that has nothing beside it any more. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** `<milliseconds>.posts.<folder id>.<picture id>`; in the index of an owner without the time. */
const ENTRY = /^(?:(\d+)\.)?(posts|profilePics)\.([0-9a-f-]{36})\.([0-9a-f-]{36})$/;

/** What the index notes of an upload. */
interface Noted extends IndexedUpload {
  /** Milliseconds since 1970 when it was brought last. */
  readonly broughtAt: number;
}

/**
 * Who brought which uploads, and which of them nobody has said to be named yet. Names of empty files, so that asking
 * reads one folder and no file, and so that it is as durable as what it speaks of:
 *
 * `index/owners/<owner>/posts.<postId>.<id>` and `index/unsettled/<owner>/<milliseconds>.posts.<postId>.<id>`
 *
 * An upload is noted before its first file is written, so what a crash leaves is found. An entry whose files are gone is
 * harmless.
 */
export interface UploadIndex {
  /** @throws what the file system says */
  note(upload: IndexedUpload, at: string): Promise<void>;
  /** Notes that an event names the uploads: nobody needs to look at them again. */
  settle(uploads: readonly IndexedUpload[]): Promise<void>;
  forget(upload: IndexedUpload): Promise<void>;
  forgetOwner(owner: string): Promise<void>;
  ofOwner(owner: string): Promise<readonly IndexedUpload[]>;
  unsettledOf(owner: string): Promise<readonly IndexedUpload[]>;
  /** Uploads of all owners that were brought last before an instant and are not settled. */
  unsettled(before: string): Promise<readonly IndexedUpload[]>;
}

/**
 * Opens the index of a store.
 *
 * @param readOwn who brought an upload and when, from what lies beside its picture; `null`: nothing does
 */
export function openUploadIndex(
  root: string,
  readOwn: (folder: string, name: string) => Promise<{ readonly owner: string; readonly at: string } | null>,
): UploadIndex {
  const owners = join(root, INDEX, 'owners');
  const unsettled = join(root, INDEX, 'unsettled');
  const touched = new Set<string>();
  let indexed: Promise<void> | null = null;

  async function put(folder: string, name: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      await makeFolderDurably(folder);
      try {
        return await writeFile(join(folder, name), '');
      } catch (error) {
        // The folder was empty, and went just now with its last entry.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries > 1) throw error;
      }
    }
  }

  async function drop(folder: string, names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(folder, name), { force: true });
    await rmdir(folder).catch(ignoring('ENOENT', 'ENOTEMPTY', 'EEXIST'));
  }

  async function noteBoth(upload: IndexedUpload, at: string): Promise<readonly string[]> {
    const folders = [join(unsettled, upload.owner), join(owners, upload.owner)] as const;
    await put(folders[0], `${String(Date.parse(at)).padStart(TIME_DIGITS, '0')}.${entryOf(upload)}`);
    await put(folders[1], entryOf(upload));
    return folders;
  }

  async function entriesOf(folder: string, owner: string): Promise<readonly Noted[]> {
    return (await namesIn(join(folder, owner))).flatMap((name) => parse(owner, name) ?? []);
  }

  /** The entries of one upload; an upload that was brought again has several for a moment, or since a crash. */
  async function settleOne(upload: IndexedUpload): Promise<void> {
    const folder = join(unsettled, upload.owner);
    const entry = entryOf(upload);
    await drop(
      folder,
      (await namesIn(folder)).filter((name) => name.endsWith(`.${entry}`)),
    );
  }

  /** Indexes what an older release has stored, once for a store and before anything changes in it. */
  function indexAll(): Promise<void> {
    indexed ??= build().catch((error: unknown) => {
      indexed = null;
      throw error;
    });
    return indexed;
  }

  async function build(): Promise<void> {
    if ((await stat(join(root, INDEX, COMPLETE)).catch(ignoring('ENOENT'))) !== undefined) return;
    for (const kind of ['posts', 'profilePics']) {
      const folders = await opendir(join(root, kind)).catch(ignoring('ENOENT'));
      if (folders === undefined) continue;
      for await (const { name } of folders) await noteFolder(`${kind}/${name}`);
    }
    // One by one they would take minutes; nothing counts as done before the last line.
    for (const folder of touched) await syncFolder(folder);
    touched.clear();
    await mkdir(join(root, INDEX), { recursive: true });
    await writeDurably(join(root, INDEX, COMPLETE), '');
  }

  async function noteFolder(folder: string): Promise<void> {
    const files = await namesIn(join(root, folder));
    for (const id of new Set(files.map((file) => file.slice(0, NOBODY.length)))) {
      const name = `${id}.webp`;
      const own = await readOwn(folder, name);
      const upload = { folder, name, owner: own?.owner ?? NOBODY };
      if (!ENTRY.test(entryOf(upload))) continue;
      // A file with nothing beside it waits a day from now on, as one that is being written must.
      for (const each of await noteBoth(upload, own?.at ?? new Date().toISOString())) touched.add(each);
    }
  }

  return {
    async note(upload, at) {
      // Made now at the latest: beside a writing it would take files that wait for their sidecar for nobody's.
      await indexAll();
      for (const folder of await noteBoth(upload, at)) await syncFolder(folder);
    },
    async settle(uploads) {
      // Later it would be taken for new again.
      await indexAll();
      for (const upload of uploads) await settleOne(upload);
    },
    async forget(upload) {
      await indexAll();
      await drop(join(owners, upload.owner), [entryOf(upload)]);
      await settleOne(upload);
    },
    async forgetOwner(owner) {
      await indexAll();
      for (const folder of [owners, unsettled]) await rm(join(folder, owner), { recursive: true, force: true });
    },
    async ofOwner(owner) {
      await indexAll();
      return (await entriesOf(owners, owner)).map(plain);
    },
    async unsettledOf(owner) {
      await indexAll();
      return newestOfEach(await entriesOf(unsettled, owner)).map(plain);
    },
    async unsettled(before) {
      await indexAll();
      const found: IndexedUpload[] = [];
      for (const owner of await namesIn(unsettled)) {
        const entries = newestOfEach(await entriesOf(unsettled, owner));
        found.push(...entries.filter(({ broughtAt }) => broughtAt < Date.parse(before)).map(plain));
      }
      return found;
    },
  };
}

function entryOf({ folder, name }: IndexedUpload): string {
  return `${folder.replace('/', '.')}.${name.replace(/\.webp$/, '')}`;
}

function parse(owner: string, entry: string): Noted | null {
  const [, time, kind, folderId, id] = ENTRY.exec(entry) ?? [];
  return kind === undefined
    ? null
    : { folder: `${kind}/${folderId}`, name: `${id}.webp`, owner, broughtAt: Number(time ?? 0) };
}

const plain = ({ folder, name, owner }: Noted): IndexedUpload => ({ folder, name, owner });

function newestOfEach(entries: readonly Noted[]): readonly Noted[] {
  const newest = new Map<string, Noted>();
  for (const entry of entries) {
    const known = newest.get(entryOf(entry));
    if (known === undefined || known.broughtAt < entry.broughtAt) newest.set(entryOf(entry), entry);
  }
  return [...newest.values()];
}

/** Names in a folder; none when there is no such folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(ignoring('ENOENT'))) ?? [];
}

function ignoring(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  };
}
