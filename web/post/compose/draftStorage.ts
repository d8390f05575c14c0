import { createStore, get, promisifyRequest, type UseStore } from 'idb-keyval';
import type { Media } from '#domain/kernel/media.ts';
import type { RichText } from '#domain/post/richText.ts';

/** A draft as it lies in this browser: text and pictures survive a reload (D12). */
export interface StoredDraft {
  readonly text: RichText;
  readonly photos: readonly {
    readonly id: string;
    readonly file: Blob | null;
    readonly media: Media | null;
    readonly width: number;
    readonly height: number;
  }[];
}

let database: UseStore | undefined;

function drafts(): UseStore {
  database ??= createStore('quad-drafts', 'drafts');
  return database;
}

/** Name of a draft: a new post, or a comment under a post or comment. A visitor's is found again after sign-in. */
export const draftName = {
  post: 'post',
  comment: (parentId: string) => `comment:${parentId}`,
} as const;

const lastTextKey = (name: string) => `quad-draft:${name}`;

/**
 * Keeps the text of a draft whose page is being left, at once: a database is often not reached any more. `null`: the
 * database has it.
 */
export function writeLastText(name: string, text: RichText | null): void {
  try {
    if (text === null) sessionStorage.removeItem(lastTextKey(name));
    else sessionStorage.setItem(lastTextKey(name), JSON.stringify(text));
  } catch (error) {
    console.warn('The last letters of the draft are not kept.', error);
  }
}

/** The stored draft, `undefined` when there is none or storage is closed. */
export async function readDraft(name: string): Promise<StoredDraft | undefined> {
  try {
    const last = sessionStorage.getItem(lastTextKey(name));
    const stored = await get<StoredDraft>(name, drafts());
    return last === null ? stored : { photos: stored?.photos ?? [], text: JSON.parse(last) as RichText };
  } catch (error) {
    console.warn('The draft could not be read.', error);
    return undefined;
  }
}

/** Keeps a draft, or forgets it (`null`). Begun on a page that is left, it is done all the same. */
export async function writeDraft(name: string, draft: StoredDraft | null): Promise<void> {
  try {
    await drafts()('readwrite', (store) => {
      if (draft === null) store.delete(name);
      else store.put(draft, name);
      // Said here and now: with the page, a transaction that is still open would go.
      store.transaction.commit();
      return promisifyRequest(store.transaction);
    });
  } catch (error) {
    console.warn('The draft is kept for this visit only.', error);
  }
}
