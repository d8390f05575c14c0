import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { draftPlace, forgetDrafts, type StoredDraft, takeDraft } from '#web/post/compose/draftStorage.ts';
import { sessionStore } from '#web/session/session.ts';

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

/** Resolves when what was written before is stored. */
const written = () => new Promise((resolve) => setTimeout(resolve, 20));

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
