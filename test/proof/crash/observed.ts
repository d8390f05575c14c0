import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { START } from '#projections/engine/eventLog.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { AuthorCounters, Post, PostCounters } from '#projections/post/collections.ts';
import type { TopicAnswer, WireDocument } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { Account, Profile } from '#projections/user/collections.ts';
import { type ReadEvent, readEvents } from '#scripts/cli/events.ts';
import { openSealedLog } from '#scripts/cli/openLog.ts';
import type { Documents } from '#test/model/naive.ts';
import { RequestRefused } from '#web/sync/transport/http.ts';
import type { Browser } from './browser.ts';
import { type MailSeen, readMails } from './person.ts';

/** Everything that can be seen of a server from outside. */
export interface Observed {
  /** Posts, comments and banners that have a document. */
  readonly posts: ReadonlyMap<string, Post>;
  readonly postCounters: ReadonlyMap<string, PostCounters>;
  readonly authorCounters: ReadonlyMap<string, AuthorCounters>;
  /** By user id; who is unknown or erased has none. */
  readonly people: ReadonlyMap<string, Profile>;
  readonly accounts: ReadonlyMap<string, Account>;
  /** Keys of what each person who is signed in has saved, by user id. */
  readonly saves: ReadonlyMap<string, ReadonlySet<string>>;
  /** All of it, by collection and key. */
  readonly documents: Documents;
  /** Verified members of the campus. */
  readonly members: number;
  readonly mails: readonly MailSeen[];
  /** `posts/<id>/<name>`: every file of the media folder. */
  readonly files: readonly string[];
  /** The log as `quad log` reads it, personal data sealed. */
  readonly log: readonly ReadEvent[];
}

/** Looks at everything as a visitor, and at each account as its owner. */
export async function observe(options: {
  readonly dataDir: string;
  readonly visitor: Browser;
  /** Ids of everybody who ever tried to sign up. */
  readonly userIds: readonly string[];
  /** Browsers of people who are signed in, by user id. */
  readonly owners: ReadonlyMap<string, Browser>;
}): Promise<Observed> {
  const { dataDir, visitor, userIds, owners } = options;
  const seen = new Seen();
  seen.take(await readTopic(visitor, topicName.feed(DEFAULT_CAMPUS)));
  for (const id of [...seen.of<Post>('posts').keys()]) seen.take(await readTopic(visitor, topicName.post(id)));
  for (const [id, { parent, root }] of [...seen.of<Post>('posts')]) {
    if (parent === root) seen.take(await readTopic(visitor, topicName.replies(root, id)));
  }
  seen.take(await readTopic(visitor, topicName.campus(DEFAULT_CAMPUS)));
  for (const userId of userIds) seen.take(await readTopic(visitor, topicName.person(userId)));
  const saves = new Map<string, ReadonlySet<string>>();
  for (const [userId, owner] of owners) {
    seen.take(await readTopic(owner, topicName.me(userId)));
    const saved = await readTopic(owner, topicName.saved(DEFAULT_CAMPUS, userId));
    const own = saved.filter(({ collection, doc }) => collection === 'saves' && doc !== null);
    saves.set(userId, new Set(own.map(({ key }) => key)));
  }

  const people = [...seen.of<Profile>('people')].filter(([, { erased }]) => !erased);
  const { log, close } = await openSealedLog(dataDir);
  return {
    posts: seen.of('posts'),
    postCounters: seen.of('postCounters'),
    authorCounters: seen.of('authorCounters'),
    people: new Map(people),
    accounts: seen.of('accounts'),
    saves,
    documents: seen,
    members: seen.of<{ members: number }>('campuses').get(DEFAULT_CAMPUS)?.members ?? 0,
    mails: await readMails(visitor),
    files: await listFiles(join(dataDir, 'media')),
    log: await readWhole(log).finally(close),
  };
}

/** What everyone may see of a person; `undefined` for nobody. */
export async function readPerson(browser: Browser, userId: string): Promise<Profile | undefined> {
  const seen = new Seen();
  seen.take(await readTopic(browser, topicName.person(userId)));
  return seen.of<Profile>('people').get(userId);
}

async function readWhole(log: Parameters<typeof readEvents>[0]): Promise<readonly ReadEvent[]> {
  const events: ReadEvent[] = [];
  for await (const event of readEvents(log, START)) events.push(event);
  return events;
}

/** Documents by collection and key. */
class Seen implements Documents {
  readonly #collections = new Map<string, Map<string, unknown>>();

  take(documents: readonly WireDocument[]): void {
    for (const { collection, key, doc } of documents) {
      const known = this.#collections.get(collection) ?? new Map<string, unknown>();
      this.#collections.set(collection, known);
      if (doc === null) known.delete(key);
      else known.set(key, doc);
    }
  }

  get(collection: string, key: string): Versioned | undefined {
    const doc = this.#collections.get(collection)?.get(key);
    return doc === undefined ? undefined : { collection, key, position: '', doc };
  }

  *all(collection: string): Iterable<Versioned> {
    for (const [key, doc] of this.#collections.get(collection) ?? []) yield { collection, key, position: '', doc };
  }

  of<Doc>(collection: string): ReadonlyMap<string, Doc> {
    return (this.#collections.get(collection) ?? new Map()) as ReadonlyMap<string, Doc>;
  }
}

/** All of a topic, page by page; nothing of one that may not be seen. */
async function readTopic(browser: Browser, topic: string): Promise<readonly WireDocument[]> {
  const documents: WireDocument[] = [];
  try {
    for (let floor: string | null = null; floor !== ''; ) {
      const query: string = floor === null ? '' : `?floor=${encodeURIComponent(floor)}`;
      const answer: TopicAnswer = await browser.ask('GET', `/api/topics/${encodeURIComponent(topic)}${query}`);
      documents.push(...answer.documents);
      floor = answer.floor;
    }
  } catch (error) {
    const isRefused = error instanceof RequestRefused && !error.refusal.retry;
    if (!isRefused) throw error;
  }
  return documents;
}

/** Files below a folder, as `a/b/c`. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'));
}
