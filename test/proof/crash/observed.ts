import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { START } from '#projections/engine/eventLog.ts';
import { topicsOf, type Versioned } from '#projections/kernel/collection.ts';
import { collections } from '#projections/registry.ts';
import type { TopicAnswer, WireDocument } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { Account, Profile } from '#projections/user/collections.ts';
import { type ReadEvent, readEvents } from '#scripts/cli/events.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import { storesBeside } from '#server/roles/besideEngines.ts';
import type { Known } from '#test/model/acts.ts';
import type { Documents } from '#test/model/foundDocuments.ts';
import { models } from '#test/model/nouns.ts';
import { RequestRefused } from '#web/sync/transport/http.ts';
import { inParallel } from '../bench/statistics.ts';
import type { Browser } from './browser.ts';
import { type MailSeen, readMails } from './person.ts';
import type { StoresPlace } from './serverProcess.ts';

/** Topics that are read at a time: one after the other they take minutes on a cluster, which mostly waits for its database. */
const TOPICS_AT_ONCE = 8;

/** Everything that can be seen of a server from outside. */
export interface Observed {
  /** By user id; who is unknown or erased has none. */
  readonly people: ReadonlyMap<string, Profile>;
  readonly accounts: ReadonlyMap<string, Account>;
  /** All documents, by collection and key. */
  readonly documents: Documents;
  /** Users who read their own documents. */
  readonly readers: ReadonlySet<string>;
  readonly mails: readonly MailSeen[];
  /** `posts/<id>/<name>`: every file of the media folder. */
  readonly files: readonly string[];
  /** The log as `quad log` reads it, personal data sealed. */
  readonly log: readonly ReadEvent[];
  /** Events of the log as its store counts them. */
  readonly counted: number;
}

/** Reads everything as a visitor, and each account as its owner. */
export async function observe(options: {
  readonly stores: StoresPlace;
  readonly visitor: Browser;
  /** Ids of everybody who ever tried to sign up. */
  readonly userIds: readonly string[];
  /** Browsers of people who are signed in, by user id. */
  readonly owners: ReadonlyMap<string, Browser>;
}): Promise<Observed> {
  const { stores, visitor, userIds, owners } = options;
  const seen = new Seen();
  const known = new Set(userIds.flatMap(topicsAbout));
  const refused = await readAll(visitor, known, seen);
  for (const [userId, owner] of owners) {
    // Topics that only this user may see.
    const own = topicsAbout(userId).filter((name) => refused.has(name));
    // A topic that a visitor has read is not read again for each of them.
    await readAll(owner, new Set(own), seen, (document) =>
      topicsOfDocument(document).filter((name) => !known.has(name)),
    );
  }
  const people = [...seen.of<Profile>('people')].filter(([, { erased }]) => !erased);
  const log = await storesBeside(stores).openLog();
  return {
    people: new Map(people),
    accounts: seen.of('accounts'),
    documents: seen,
    readers: new Set(owners.keys()),
    mails: await readMails(visitor),
    files: await listFiles(join(stores.dataDir, 'media')),
    ...(await readWhole(log).finally(() => log.close())),
  };
}

/** Topics about a person and the campus, by the models of the nouns. */
function topicsAbout(userId: string): readonly string[] {
  const known: Known = {
    ...{ me: userId, people: [userId], campus: DEFAULT_CAMPUS, mayErr: false },
    ...{ all: () => [], draw: () => 0, words: () => '' },
  };
  return models.flatMap((model) => model.topics(known)).map(([, name]) => name);
}

/** Topics in which a document is sent, by the declaration of its collection, and those that a page opens from it. */
function topicsOfDocument({ collection, doc }: WireDocument): readonly string[] {
  const further = models.flatMap((model) => model.leadsTo?.({ collection, doc }) ?? []);
  return [...topicsOf(collections.get(collection), doc), ...further];
}

/** Reads topics, and the topics of their documents in turn. @returns the refused ones */
async function readAll(
  browser: Browser,
  wanted: Set<string>,
  seen: Seen,
  leadTo: (document: WireDocument) => readonly string[] = topicsOfDocument,
): Promise<ReadonlySet<string>> {
  const refused = new Set<string>();
  for (let next: readonly string[] = [...wanted]; next.length > 0; ) {
    const found = new Set<string>();
    await inParallel(next, TOPICS_AT_ONCE, async (name) => {
      const documents = await readTopic(browser, name);
      if (documents === null) refused.add(name);
      seen.take(documents ?? []);
      for (const document of documents ?? []) for (const each of leadTo(document)) found.add(each);
    });
    next = [...found].filter((name) => !wanted.has(name));
    for (const name of next) wanted.add(name);
  }
  return refused;
}

/** The public profile of a person; `undefined` if unknown. */
export async function readPerson(browser: Browser, userId: string): Promise<Profile | undefined> {
  const seen = new Seen();
  seen.take((await readTopic(browser, topicName.person(userId))) ?? []);
  return seen.of<Profile>('people').get(userId);
}

async function readWhole(store: EventStore): Promise<Pick<Observed, 'log' | 'counted'>> {
  const log: ReadEvent[] = [];
  for await (const event of readEvents(store, START)) log.push(event);
  return { log, counted: await store.distance(START, await store.head()) };
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

/** All of a topic, page by page; `null`: it may not be seen. */
async function readTopic(browser: Browser, topic: string): Promise<readonly WireDocument[] | null> {
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
    return null;
  }
  return documents;
}

/** Files below a folder, as `a/b/c`. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'));
}
