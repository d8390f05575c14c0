import { mkdir, opendir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IndexedUpload } from '../../ports/media.ts';
import { makeFolderDurably, syncFolder, writeDurably } from '../files/durableFile.ts';
import { absent, ignoring } from './fileErrors.ts';

/** Folder of the index, beside those of the pictures. */
const INDEX = 'index';
/** Written when every picture of the store is in the index. */
const COMPLETE = 'complete';
/** Digits of an instant in a name, milliseconds: enough until the year 5138. */
const TIME_DIGITS = 14;
/** Who brought a file that has nothing beside it any more. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** `<milliseconds>.<kind>.<folder id>.<name>`, a picture without its ending; in the index of an owner without the time. */
const ENTRY = /^(?:(\d+)\.)?([A-Za-z]+)\.([0-9a-f-]{36})\.([0-9a-f-]{36})(\.(?:mp4|mov|avi|part))?$/;

/** An upload as the index notes it. */
interface Noted extends IndexedUpload {
  /** Milliseconds since 1970 when it was brought last. */
  readonly broughtAt: number;
}

/**
 * Who brought which uploads, and which of them nobody has said to be named yet. Names of empty files, so that asking
 * reads one folder and no file, and so that it is as durable as what it speaks of:
 *
 * `index/owners/<owner>/posts.<postId>.<id>` and `index/unsettled/<owner>/<milliseconds>.posts.<postId>.<id>`;
 * `index/withdrawn/…` has those that a sweep has withdrawn since, with the time of that.
 *
 * An upload is noted before its first file is written, so what a crash leaves is found. An entry whose files are gone is
 * harmless.
 */
export interface UploadIndex {
  /** @throws what the file system says */
  note(upload: IndexedUpload, at: string): Promise<void>;
  /** Moves an upload from the unsettled to the withdrawn, in two steps: what stands between them comes between these. */
  noteWithdrawn(upload: IndexedUpload, at: string): Promise<void>;
  forgetUnsettled(upload: IndexedUpload): Promise<void>;
  forgetWithdrawn(upload: IndexedUpload): Promise<void>;
  /** Notes that an event names the uploads: nobody needs to look at them again. */
  settle(uploads: readonly IndexedUpload[]): Promise<void>;
  forget(upload: IndexedUpload): Promise<void>;
  forgetOwner(owner: string): Promise<void>;
  ofOwner(owner: string): Promise<readonly IndexedUpload[]>;
  unsettledOf(owner: string): Promise<readonly IndexedUpload[]>;
  /** Uploads of all owners that were brought last before an instant and are neither settled nor withdrawn. */
  unsettled(before: string): Promise<readonly IndexedUpload[]>;
  /** Uploads of all owners that were withdrawn before an instant. */
  withdrawn(before: string): Promise<readonly IndexedUpload[]>;
}

/** Reads who brought an upload and when from what lies beside it; `null`: nothing does. */
type ReadOwn = (
  folder: string,
  name: string,
) => Promise<{ readonly owner: string; readonly at: string; readonly media: { readonly name: string } } | null>;

/**
 * Opens the index of a store.
 *
 * @param kinds folders of pictures in the store, for what an older release stored without an index
 */
export function openUploadIndex(root: string, kinds: readonly string[], readOwn: ReadOwn): UploadIndex {
  return new FolderIndex(root, kinds, readOwn);
}

class FolderIndex implements UploadIndex {
  readonly #root: string;
  readonly #kinds: readonly string[];
  readonly #readOwn: ReadOwn;
  readonly #owners: string;
  readonly #unsettled: string;
  readonly #withdrawn: string;
  #indexed: Promise<void> | null = null;

  constructor(root: string, kinds: readonly string[], readOwn: ReadOwn) {
    this.#root = root;
    this.#kinds = kinds;
    this.#readOwn = readOwn;
    this.#owners = join(root, INDEX, 'owners');
    this.#unsettled = join(root, INDEX, 'unsettled');
    this.#withdrawn = join(root, INDEX, 'withdrawn');
  }

  async note(upload: IndexedUpload, at: string): Promise<void> {
    // Made now at the latest: beside a writing it would take files that wait for their sidecar for nobody's.
    await this.#complete();
    for (const folder of await this.#noteBoth(upload, at)) await syncFolder(folder);
  }

  async noteWithdrawn(upload: IndexedUpload, at: string): Promise<void> {
    await this.#complete();
    const folder = join(this.#withdrawn, upload.owner);
    await putEntry(folder, timedEntry(upload, at));
    await syncFolder(folder);
  }

  async forgetUnsettled(upload: IndexedUpload): Promise<void> {
    await dropTimed(join(this.#unsettled, upload.owner), upload);
  }

  async forgetWithdrawn(upload: IndexedUpload): Promise<void> {
    await dropTimed(join(this.#withdrawn, upload.owner), upload);
  }

  async settle(uploads: readonly IndexedUpload[]): Promise<void> {
    // Later it would be taken for new again.
    await this.#complete();
    for (const upload of uploads) await this.#settleOne(upload);
  }

  async forget(upload: IndexedUpload): Promise<void> {
    await this.#complete();
    await dropEntries(join(this.#owners, upload.owner), [entryOf(upload)]);
    await this.#settleOne(upload);
  }

  async forgetOwner(owner: string): Promise<void> {
    await this.#complete();
    for (const folder of [this.#owners, this.#unsettled, this.#withdrawn])
      await rm(join(folder, owner), { recursive: true, force: true });
  }

  async ofOwner(owner: string): Promise<readonly IndexedUpload[]> {
    await this.#complete();
    return (await entriesOf(this.#owners, owner)).map(plain);
  }

  async unsettledOf(owner: string): Promise<readonly IndexedUpload[]> {
    await this.#complete();
    return newestOfEach(await entriesOf(this.#unsettled, owner)).map(plain);
  }

  async unsettled(before: string): Promise<readonly IndexedUpload[]> {
    await this.#complete();
    return olderThan(this.#unsettled, before);
  }

  async withdrawn(before: string): Promise<readonly IndexedUpload[]> {
    await this.#complete();
    return olderThan(this.#withdrawn, before);
  }

  /** Indexes what an older release has stored, once for a store and before anything changes in it. */
  #complete(): Promise<void> {
    this.#indexed ??= this.#indexOlder().catch((error: unknown) => {
      this.#indexed = null;
      throw error;
    });
    return this.#indexed;
  }

  async #indexOlder(): Promise<void> {
    if ((await stat(join(this.#root, INDEX, COMPLETE)).catch(absent)) !== undefined) return;
    const touched = new Set<string>();
    for (const kind of this.#kinds) {
      const folders = await opendir(join(this.#root, kind)).catch(absent);
      if (folders === undefined) continue;
      for await (const { name } of folders) {
        for (const folder of await this.#noteFolder(`${kind}/${name}`)) touched.add(folder);
      }
    }
    // One by one they would take minutes; nothing counts as done before the last line.
    for (const folder of touched) await syncFolder(folder);
    await mkdir(join(this.#root, INDEX), { recursive: true });
    await writeDurably(join(this.#root, INDEX, COMPLETE), '');
  }

  /** Notes every upload of a folder. @returns folders of the index that were written and not yet synced */
  async #noteFolder(folder: string): Promise<readonly string[]> {
    const touched: string[] = [];
    const files = await namesIn(join(this.#root, folder));
    for (const id of new Set(files.map((file) => file.slice(0, NOBODY.length)))) {
      const own = await this.#readOwn(folder, `${id}.webp`);
      const upload = { folder, name: own?.media.name ?? `${id}.webp`, owner: own?.owner ?? NOBODY };
      if (!ENTRY.test(entryOf(upload))) continue;
      // A file with nothing beside it waits a day from now on, as one that is being written must.
      touched.push(...(await this.#noteBoth(upload, own?.at ?? new Date().toISOString())));
    }
    return touched;
  }

  /** Notes an upload as unsettled and as its owner's. @returns the folders of the two entries, not yet synced */
  async #noteBoth(upload: IndexedUpload, at: string): Promise<readonly string[]> {
    const folders = [join(this.#unsettled, upload.owner), join(this.#owners, upload.owner)] as const;
    await putEntry(folders[0], timedEntry(upload, at));
    await putEntry(folders[1], entryOf(upload));
    return folders;
  }

  async #settleOne(upload: IndexedUpload): Promise<void> {
    await this.forgetUnsettled(upload);
    await this.forgetWithdrawn(upload);
  }
}

/** Drops the entries of one upload; one that was brought again has several for a moment, or since a crash. */
async function dropTimed(folder: string, upload: IndexedUpload): Promise<void> {
  const end = `.${entryOf(upload)}`;
  await dropEntries(
    folder,
    (await namesIn(folder)).filter((name) => name.endsWith(end)),
  );
}

/** The uploads of all owners whose newest entry is of before an instant. */
async function olderThan(folder: string, before: string): Promise<readonly IndexedUpload[]> {
  const found: IndexedUpload[] = [];
  for (const owner of await namesIn(folder)) {
    const entries = newestOfEach(await entriesOf(folder, owner));
    found.push(...entries.filter(({ broughtAt }) => broughtAt < Date.parse(before)).map(plain));
  }
  return found;
}

async function putEntry(folder: string, name: string): Promise<void> {
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

async function dropEntries(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true });
  await rmdir(folder).catch(ignoring('ENOENT', 'ENOTEMPTY', 'EEXIST'));
}

async function entriesOf(folder: string, owner: string): Promise<readonly Noted[]> {
  return (await namesIn(join(folder, owner))).flatMap((name) => parse(owner, name) ?? []);
}

/** An entry with its time in front. */
function timedEntry(upload: IndexedUpload, at: string): string {
  return `${String(Date.parse(at)).padStart(TIME_DIGITS, '0')}.${entryOf(upload)}`;
}

function entryOf({ folder, name }: IndexedUpload): string {
  return `${folder.replace('/', '.')}.${name.replace(/\.webp$/, '')}`;
}

function parse(owner: string, entry: string): Noted | null {
  const [, time, kind, folderId, id, ending = '.webp'] = ENTRY.exec(entry) ?? [];
  return kind === undefined
    ? null
    : { folder: `${kind}/${folderId}`, name: `${id}${ending}`, owner, broughtAt: Number(time ?? 0) };
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
  return (await readdir(folder).catch(absent)) ?? [];
}
