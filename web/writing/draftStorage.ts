import { v7 as uuidv7 } from 'uuid';
import type { RichText } from '#domain/post/richText.ts';
import { showAlert } from '../kit/alertStore.ts';
import { tabStorage } from '../kit/storage/textStorage.ts';
import { sessionStore } from '../session/session.ts';
import { leaseDraft } from './draftLease.ts';
import {
  deleteRecords,
  type KeptFiles,
  readRecord,
  recordKeys,
  type StoredDraft,
  writeRecord,
} from './draftRecords.ts';

/** Whose a draft is that was begun before signing in. */
export const VISITOR = 'visitor';

/** Where something is written: a new post, a comment under a post or comment, a message. Each campus is an origin of its own. */
export const draftPlace = {
  post: 'post',
  comment: (parentId: string) => `comment:${parentId}`,
  message: (chatId: string) => `message:${chatId}`,
} as const;

/** A draft that one composer has for itself, until it gives it back. */
export interface HeldDraft {
  readonly stored: StoredDraft | undefined;
  /** Keeps it, or forgets it (`null`). Begun on a page that is left, it is done all the same. */
  write(draft: StoredDraft | null): void;
  /** Keeps what was typed at once while the page is being left, when a database is often not reached any more. */
  writeLast(typed: Pick<StoredDraft, 'text' | 'terms'>): void;
  /** Another composer of the same person may take it up. */
  release(): void;
}

const LAST_TEXT = 'quad-draft:';
const OF_TAB = 'quad-draft-of-tab:';

/**
 * Opens a draft: this tab's last one, else the newest that a closed tab of the same person left, else an empty one. A
 * draft that another tab has open is not taken.
 *
 * @param owner id of the user, or `VISITOR`
 */
export async function takeDraft(owner: string, place: string): Promise<HeldDraft> {
  const own = await takeOwn(owner, place);
  if (own.stored !== undefined || owner === VISITOR) return own;
  // Begun in this tab before signing in.
  if (tabDraft(VISITOR, place) === null) return own;
  const begun = await takeOwn(VISITOR, place);
  if (begun.stored !== undefined) {
    own.write(begun.stored);
    store(LAST_TEXT + begun.key, null);
    store(OF_TAB + nameOf(VISITOR, place), null);
    void writeDraft(begun.key, null);
  }
  begun.release();
  return { ...own, stored: begun.stored };
}

/**
 * Keeps what was written before as the draft that the next composer of this tab takes up.
 *
 * @returns whether this device keeps it
 */
export async function putDraft(owner: string, place: string, draft: StoredDraft): Promise<boolean> {
  const key = newKey(owner, place);
  if (!(await writeDraft(key, draft))) return false;
  store(OF_TAB + nameOf(owner, place), key);
  return true;
}

async function takeOwn(owner: string, place: string): Promise<HeldDraft & { readonly key: string }> {
  const ofTab = tabDraft(owner, place);
  // Drafts of visitors in other tabs cannot be attributed to a person.
  const left = owner === VISITOR ? [] : await storedKeys(owner, place);
  const { key, release } = await leaseDraft(ofTab, left, () => newKey(owner, place));
  const ofThisTab = (isHeld: boolean) => store(OF_TAB + nameOf(owner, place), isHeld ? key : null);
  const kept: KeptFiles = new Map();
  const stored = await readDraft(key, kept);
  // An empty draft is not remembered, so that the next composer opens a left one.
  ofThisTab(stored !== undefined);
  const mayWrite = () => (sessionStore.getState().userId ?? VISITOR) === owner;
  return {
    key,
    stored,
    write(draft) {
      if (!mayWrite()) return;
      store(LAST_TEXT + key, null);
      ofThisTab(draft !== null);
      void writeDraft(key, draft, kept);
    },
    writeLast({ text, terms }) {
      if (!mayWrite()) return;
      ofThisTab(true);
      store(LAST_TEXT + key, JSON.stringify({ text, terms }));
    },
    release,
  };
}

const nameOf = (owner: string, place: string) => `${owner} ${place}`;
/** Later keys sort after earlier ones. */
const newKey = (owner: string, place: string) => `${nameOf(owner, place)} ${uuidv7()}`;

/** Key of the draft that this tab had here before; `null`: none. */
function tabDraft(owner: string, place: string): string | null {
  return tabStorage.getItem(OF_TAB + nameOf(owner, place));
}

/** Keys of an owner's drafts for a place, newest first. */
async function storedKeys(owner: string, place: string): Promise<readonly string[]> {
  try {
    const all = await recordKeys();
    return all.filter((key) => key.startsWith(`${nameOf(owner, place)} `)).sort((a, b) => (a < b ? 1 : -1));
  } catch (error) {
    console.warn('The drafts could not be looked for.', error);
    return [];
  }
}

/** @param kept files that were read are added to it */
async function readDraft(key: string, kept: KeptFiles): Promise<StoredDraft | undefined> {
  try {
    const last = tabStorage.getItem(LAST_TEXT + key);
    const stored = await readRecord(key, kept);
    if (last === null) return stored;
    const typed = JSON.parse(last) as Pick<StoredDraft, 'text' | 'terms'> | RichText;
    // An older release kept the text alone.
    return { photos: stored?.photos ?? [], ...('text' in typed ? typed : { text: typed }) };
  } catch (error) {
    console.warn('The draft could not be read.', error);
    return undefined;
  }
}

/** Said once in a visit to somebody who writes where nothing can be kept. */
const NOT_KEPT_TEXT = 'This browser keeps nothing here. Words that are not sent are lost when you leave the page.';
const NOT_KEPT_MS = 10_000;
let isSaid = false;

/** @returns whether it was done */
async function writeDraft(key: string, draft: StoredDraft | null, kept: KeptFiles = new Map()): Promise<boolean> {
  try {
    await writeRecord(key, draft, kept);
    return true;
  } catch (error) {
    console.warn('The draft is kept for this visit only.', error);
    if (draft !== null && !isSaid) showAlert('black', NOT_KEPT_TEXT, { duration: NOT_KEPT_MS });
    isSaid ||= draft !== null;
    return false;
  }
}

/** Deletes every draft of a user who has logged out, so that the next person at this device does not see them. */
export async function forgetDrafts(owner: string): Promise<void> {
  forgetInTab(owner);
  try {
    await deleteRecords(owner);
  } catch (error) {
    console.warn('The drafts could not be deleted.', error);
  }
}

function forgetInTab(owner: string): void {
  for (const name of tabStorage.names()) {
    const isOwn = [LAST_TEXT, OF_TAB].some((prefix) => name.startsWith(`${prefix}${owner} `));
    if (isOwn) tabStorage.removeItem(name);
  }
}

// For tabs whose user changes while they are open.
sessionStore.subscribe(({ userId }, before) => {
  if (before.userId !== null && userId !== before.userId) forgetInTab(before.userId);
});

/** @param value `null`: takes it away */
function store(name: string, value: string | null): void {
  if (value === null) tabStorage.removeItem(name);
  else tabStorage.setItem(name, value);
}
