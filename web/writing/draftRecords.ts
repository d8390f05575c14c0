import { createStore, get, keys, promisifyRequest, type UseStore } from 'idb-keyval';
import type { Media } from '#domain/kernel/media.ts';
import type { RichText } from '#domain/post/richText.ts';
import type { DraftTerms } from './draftTerms.ts';

/** A draft as it lies in this browser: text and pictures survive a reload (D12). */
export interface StoredDraft {
  readonly text: RichText;
  /** Left out by an older release. */
  readonly terms?: DraftTerms;
  readonly photos: readonly {
    readonly id: string;
    /** Left out by an older release, which had no videos. */
    readonly kind?: Media['kind'];
    readonly poster?: Blob | null;
    readonly seconds?: number | null;
    readonly file: Blob | null;
    readonly media: Media | null;
    readonly width: number;
    readonly height: number;
  }[];
}

type StoredPhoto = StoredDraft['photos'][number];
type StoredFile = Pick<StoredPhoto, 'file' | 'poster'>;

/** The files of a draft as its table has them, by photo: the same ones are not written again. */
export type KeptFiles = Map<string, StoredFile>;

let database: UseStore | undefined;

function drafts(): UseStore {
  database ??= createStore('quad-drafts', 'drafts');
  return database;
}

/**
 * A draft is a record of what was typed and a record for each photo or video: while somebody types, the draft is written
 * every few hundred milliseconds, and its files may have hundreds of megabytes.
 */
const fileKey = (key: string, photoId: string) => `${key} ${photoId}`;

/** Every key that begins with some words and a space. */
const below = (words: string) => IDBKeyRange.bound(`${words} `, `${words}!`, false, true);

/** Words of a draft's key: whose it is, where it is written, its id. The keys of its files have one more, that of a photo. */
const KEY_WORDS = 3;

/** Keys of all drafts. An older release deletes a draft without its files: these are no drafts. */
export async function recordKeys(): Promise<readonly string[]> {
  const all = await keys<string>(drafts());
  return all.map(String).filter((key) => key.split(' ').length === KEY_WORDS);
}

/** @param kept the files that are read are added to it */
export async function readRecord(key: string, kept: KeptFiles): Promise<StoredDraft | undefined> {
  const stored = await get<StoredDraft>(key, drafts());
  if (stored === undefined) return undefined;
  const photos = stored.photos.map(async (photo): Promise<StoredPhoto> => {
    // An older release kept the file beside the text.
    if (photo.file !== null) return photo;
    const files = await get<StoredFile>(fileKey(key, photo.id), drafts());
    if (files === undefined) return photo;
    kept.set(photo.id, files);
    return { ...photo, ...files };
  });
  return { ...stored, photos: await Promise.all(photos) };
}

/**
 * Writes a draft with those of its files that the table does not have, or deletes it (`null`), all or nothing.
 *
 * @param kept what the table has of its files; kept up to date
 */
export async function writeRecord(key: string, draft: StoredDraft | null, kept: KeptFiles): Promise<void> {
  try {
    await drafts()('readwrite', (table) => {
      if (draft === null) {
        table.delete(key);
        table.delete(below(key));
        kept.clear();
      } else {
        table.put(withoutFiles(draft), key);
        writeFiles(table, key, draft, kept);
      }
      // Said here and now: with the page, a transaction that is still open would go.
      table.transaction.commit();
      return promisifyRequest(table.transaction);
    });
  } catch (error) {
    // The table may have them or not: the next time, all of them are written.
    kept.clear();
    throw error;
  }
}

function writeFiles(table: IDBObjectStore, key: string, { photos }: StoredDraft, kept: KeptFiles): void {
  const gone = new Set(kept.keys());
  for (const { id, file, poster } of photos) {
    gone.delete(id);
    if (file === null) continue;
    const before = kept.get(id);
    if (before !== undefined && before.file === file && before.poster === poster) continue;
    const files: StoredFile = { file, ...(poster !== undefined && { poster }) };
    table.put(files, fileKey(key, id));
    kept.set(id, files);
  }
  for (const id of gone) {
    table.delete(fileKey(key, id));
    kept.delete(id);
  }
}

function withoutFiles(draft: StoredDraft): StoredDraft {
  return {
    ...draft,
    photos: draft.photos.map(({ poster: _poster, ...photo }) => ({ ...photo, file: null })),
  };
}

/** Deletes every draft of an owner. */
export async function deleteRecords(owner: string): Promise<void> {
  await drafts()('readwrite', (table) => {
    table.delete(below(owner));
    return promisifyRequest(table.transaction);
  });
}
