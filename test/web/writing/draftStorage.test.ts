import { beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { createStore, keys, set } from 'idb-keyval';
import { sessionStore } from '#web/session/session.ts';
import { leaseDraft } from '#web/writing/draftLease.ts';
import type { StoredDraft } from '#web/writing/draftRecords.ts';
import { draftPlace, forgetDrafts, takeDraft } from '#web/writing/draftStorage.ts';
import { turns } from '../../server/support/turns.ts';

const { post } = draftPlace;

/** The storage of a tab. */
function tabStorage(): Storage {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  return new Proxy(storage, { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => KEY }) as never;
}
const KEY = { enumerable: true, configurable: true, value: '' };

beforeAll(() => {
  // One database for all: it stays open.
  Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });
});
beforeEach(() => newTab());

function newTab(): void {
  Object.defineProperty(globalThis, 'sessionStorage', { value: tabStorage(), configurable: true });
}

const actAs = (userId: string | null) =>
  sessionStore.setState({ status: userId === null ? 'visitor' : 'user', userId });
const draft = (words: string): StoredDraft => ({
  text: [{ type: 'paragraph', children: [{ text: words }] }],
  photos: [],
});

/** Resolves when what was written before is stored: each step of this database takes a turn of the event loop. */
const written = turns;

async function begin(owner: string, words: string) {
  const held = await takeDraft(owner, post);
  held.write(draft(words));
  await written();
  return held;
}

it('a draft is of its person: another one who signs in on this device gets none of it, in any tab', async () => {
  actAs('ada');
  (await begin('ada', 'A lamp of Ada')).release();
  // Her session ran out; nobody has logged out.
  actAs('bob');
  expect((await takeDraft('bob', post)).stored).toBeUndefined();
  newTab();
  expect((await takeDraft('bob', post)).stored).toBeUndefined();
  newTab();
  actAs('ada');
  expect((await takeDraft('ada', post)).stored).toEqual(draft('A lamp of Ada'));
});

it('a composer that is open while its person logs out brings no draft back', async () => {
  actAs('eve');
  const held = await begin('eve', 'A rug of Eve');
  held.writeLast({ text: draft('The last letters of Eve').text });
  // In another tab, which deletes what all tabs share; this one deletes its own.
  actAs(null);
  expect(Object.keys(sessionStorage).filter((name) => name.includes('eve'))).toEqual([]);
  await forgetDrafts('eve');
  held.write(draft('A rug of Eve, hardly used'));
  held.writeLast({ text: draft('A rug of Eve, hardly used').text });
  await written();
  held.release();
  actAs('eve');
  expect((await takeDraft('eve', post)).stored).toBeUndefined();
  newTab();
  expect((await takeDraft('eve', post)).stored).toBeUndefined();
});

/** Keys under which something is put into the database while a task runs. */
async function putDuring(task: () => Promise<unknown>): Promise<readonly string[]> {
  const put = jest.spyOn(IDBObjectStore.prototype, 'put');
  await task();
  const keys = put.mock.calls.map(([, key]) => String(key));
  put.mockRestore();
  return keys;
}

const video = (id: string, words: string): StoredDraft['photos'][number] => ({
  ...{ id, kind: 'video', poster: new Blob([`poster of ${words}`]), seconds: 3 },
  ...{ file: new Blob([words]), media: null, width: 4, height: 3 },
});

it('a draft’s files are written once, and not again with each pause in typing, nor after a reload', async () => {
  actAs('fay');
  const held = await takeDraft('fay', post);
  const photos = [video('lamp', 'a lamp'), video('rug', 'a rug')];
  const write = (each: typeof held, words: string, kept: StoredDraft['photos']) =>
    putDuring(async () => {
      each.write({ ...draft(words), photos: kept });
      await written();
    });
  expect(await write(held, 'A', photos)).toHaveLength(3);
  expect(await write(held, 'A lamp', photos)).toHaveLength(1);
  // The poster of a video is made after the video has been chosen.
  photos[0] = { ...video('lamp', 'a lamp'), file: photos[0]?.file ?? null };
  expect(await write(held, 'A lamp', photos)).toEqual(expect.arrayContaining([expect.stringMatching(/ lamp$/)]));
  expect(await write(held, 'A lamp and', photos.slice(0, 1))).toHaveLength(1);
  held.release();

  newTab();
  const next = await takeDraft('fay', post);
  expect(next.stored?.text).toEqual(draft('A lamp and').text);
  expect(await Promise.all(next.stored?.photos.map(async ({ file }) => file?.text()) ?? [])).toEqual(['a lamp']);
  expect(await write(next, 'A lamp again', next.stored?.photos ?? [])).toHaveLength(1);
  expect(await write(next, 'A lamp and a cup', [...(next.stored?.photos ?? []), video('cup', 'a cup')])).toHaveLength(
    2,
  );
  next.write(null);
  await written();
  next.release();
  newTab();
  expect((await takeDraft('fay', post)).stored).toBeUndefined();
  expect((await tableKeys()).filter((key) => key.startsWith('fay '))).toEqual([]);
});

it('a draft of an older release, whose files lie beside its text, is taken up', async () => {
  actAs('gus');
  const before = { ...draft('A desk of Gus'), photos: [video('desk', 'a desk')] };
  const table = createStore('quad-drafts', 'drafts');
  await set('gus post 0', before, table);
  const held = await takeDraft('gus', post);
  expect(await held.stored?.photos[0]?.file?.text()).toBe('a desk');
  held.write({ ...(held.stored ?? before), text: draft('A desk').text });
  await written();
  held.release();
  newTab();
  expect(await (await takeDraft('gus', post)).stored?.photos[0]?.file?.text()).toBe('a desk');
});

async function tableKeys(): Promise<readonly string[]> {
  return (await keys(createStore('quad-drafts', 'drafts'))).map(String);
}

it('files whose draft an older release has deleted do not stand before the drafts that are left', async () => {
  actAs('gil');
  (await begin('gil', 'A lamp of Gil')).release();
  const files = { file: new Blob(['x']), poster: null };
  await set('gil post ffffffff-ffff-7fff-bfff-ffffffffffff photo-1', files, createStore('quad-drafts', 'drafts'));
  newTab();
  expect((await takeDraft('gil', post)).stored).toEqual(draft('A lamp of Gil'));
});

it('[POST-14 in part] a tab takes its own draft after a reload, though the browser answers after the time to wait for it; a duplicated tab does not', async () => {
  const lease = (isFree: boolean) => {
    const request = async (name: string, options: LockOptions, granted: (lock: Lock | null) => Promise<void>) => {
      // The time is up before the page reads the answer.
      if (options.ifAvailable !== true) throw new DOMException('The time is up.', 'TimeoutError');
      return granted(isFree || name.endsWith('another') ? { name, mode: 'exclusive' } : null);
    };
    return leaseDraft('own', [], () => 'another', { request } as unknown as LockManager);
  };
  expect((await lease(true)).key).toBe('own');
  expect((await lease(false)).key).toBe('another');
});
