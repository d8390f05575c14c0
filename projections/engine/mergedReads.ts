import { type AnyCollection, type DocumentRef, refId, type Versioned } from '../kernel/collection.ts';
import { orderValue } from '../kernel/documentSet.ts';
import type { Projection } from '../kernel/projection.ts';
import { earlierPosition, laterPosition, START } from '../sync/position.ts';
import { type CampusCut, HOME_SET, setNames } from './campusSets.ts';
import type { EngineClock } from './clock.ts';
import { Unavailable } from './eventLog.ts';
import type { FeedMark, FeedPage, PageBounds, ReadStore } from './readStore.ts';

/** A read store as readers use it. */
export type Reads = Pick<
  ReadStore,
  | 'generations'
  | 'stale'
  | 'checkpoint'
  | 'get'
  | 'query'
  | 'scan'
  | 'feedEnd'
  | 'feedAfter'
  | 'leftSince'
  | 'feedFloor'
  | 'parked'
>;

/** Milliseconds between two looks at the checkpoints of sets that are behind. */
const LOOK_EVERY_MS = 5;
/** Milliseconds for which an answer waits for the sets that are behind. */
const BEHIND_MAX_MS = 5_000;

export interface MergedReadsOptions {
  readonly cut: CampusCut;
  /** The read models of each set, by name. */
  readonly stores: ReadonlyMap<string, Reads>;
  readonly projections: readonly Pick<Projection, 'name' | 'collections' | 'ofCampus'>[];
  readonly clock: EngineClock;
}

/**
 * The read models of all sets of campuses as one: hubs and pages do not know that they are cut. The feed is merged in log
 * order up to the position that every set has reached, so a reader gets the same rows as from one set.
 *
 * A set may be ahead of the others. An answer that holds a document of its later part waits for them: else it would show a
 * document by a right that has ended before it, in a set that is behind (P8), and a read after it would show less than it
 * did (P5). So one set that stands still holds up what is read, until its spare has taken over.
 */
export function mergeReads(options: MergedReadsOptions): Reads {
  const [first, ...others] = storesOf(options);
  if (first === undefined) throw new Error('There is no set of campuses.');
  return others.length === 0 ? first.store : new MergedReads(options);
}

interface NamedStore {
  readonly set: string;
  readonly store: Reads;
}

function storesOf({ cut, stores }: MergedReadsOptions): readonly NamedStore[] {
  return setNames(cut).map((set) => {
    const store = stores.get(set);
    if (store === undefined) throw new Error(`The read models of the set ${set} are not open.`);
    return { set, store };
  });
}

class MergedReads implements Reads {
  readonly #stores: readonly NamedStore[];
  readonly #home: Reads;
  readonly #clock: EngineClock;
  readonly #collections: ReadonlyMap<string, AnyCollection>;
  /** Names of the collections whose documents are of one campus each. */
  readonly #ofCampus: ReadonlySet<string>;
  /** Names of the projections that are cut. */
  readonly #namesOfCampus: readonly string[];

  constructor(options: MergedReadsOptions) {
    const { projections, clock } = options;
    this.#stores = storesOf(options);
    this.#home = (this.#stores.find(({ set }) => set === HOME_SET) as NamedStore).store;
    this.#clock = clock;
    const all = projections.flatMap(({ collections }) => collections);
    this.#collections = new Map(all.map((collection) => [collection.name, collection]));
    const cut = projections.flatMap(({ ofCampus, collections }) => (ofCampus === true ? collections : []));
    this.#ofCampus = new Set(cut.map(({ name }) => name));
    this.#namesOfCampus = projections.flatMap(({ name, ofCampus }) => (ofCampus === true ? [name] : []));
  }

  async generations() {
    return (await this.#each(({ store }) => store.generations())).flat();
  }

  /** Those of any set. A set that was never built, as one of a new cut, is stale while another one has something. */
  async stale(): Promise<readonly string[]> {
    const stale = (await this.#each(({ store }) => store.stale())).flat();
    const reached = await this.#each(({ store }) => store.checkpoint());
    const isOneUnbuilt = reached.includes(START) && reached.some((position) => position !== START);
    return [...new Set([...stale, ...(isOneUnbuilt ? this.#namesOfCampus : [])])];
  }

  async checkpoint(): Promise<string> {
    return earliest(await this.#each(({ store }) => store.checkpoint()));
  }

  async get(refs: readonly DocumentRef[]): Promise<readonly Versioned[]> {
    const ofHome = refs.filter(({ collection }) => !this.#ofCampus.has(collection));
    const ofCampus = refs.filter(({ collection }) => this.#ofCampus.has(collection));
    const parts = await Promise.all([
      ofHome.length === 0 ? [] : this.#home.get(ofHome),
      ...(ofCampus.length === 0 ? [] : this.#stores.map(({ store }) => store.get(ofCampus))),
    ]);
    const found = new Map(parts.flat().map((document) => [refId(document), document]));
    return this.#reached(refs.flatMap((ref) => found.get(refId(ref)) ?? []));
  }

  async query(
    collection: string,
    query: string,
    values: readonly string[],
    page: PageBounds,
  ): Promise<readonly Versioned[]> {
    if (!this.#ofCampus.has(collection)) {
      return this.#reached(await this.#home.query(collection, query, values, page));
    }
    const found = (await this.#each(({ store }) => store.query(collection, query, values, page))).flat();
    const order = this.#collections.get(collection)?.queries[query]?.order ?? null;
    return this.#reached(found.sort(inOrder(order)).slice(0, page.limit));
  }

  async scan(collection: string, after: string, limit: number): Promise<readonly Versioned[]> {
    if (!this.#ofCampus.has(collection)) return this.#home.scan(collection, after, limit);
    const found = (await this.#each(({ store }) => store.scan(collection, after, limit))).flat();
    return found.sort((a, b) => compare(a.key, b.key)).slice(0, limit);
  }

  async feedEnd(): Promise<FeedMark> {
    return this.#merged(await this.#each(({ store }) => store.feedEnd()));
  }

  async feedAfter(mark: FeedMark, limit: number, upTo?: string): Promise<FeedPage | null> {
    const { parts } = mark;
    if (parts === undefined) return null;
    const ends = await this.#each(({ store }) => store.feedEnd());
    let whole = earliest([...ends.map(({ position }) => position), ...(upTo === undefined ? [] : [upTo])]);
    let pages: ReadonlyMap<string, FeedPage> | null = null;
    // A page that is cut by the limit ends earlier: then the others are to end there too.
    for (let isEven = false; !isEven; ) {
      pages = await this.#pages(parts, limit, whole);
      if (pages === null) return null;
      const end = earliest([whole, ...[...pages.values()].map(({ end: { position } }) => position)]);
      isEven = end === whole;
      whole = end;
    }
    const rows = this.#stores.flatMap(({ set }) => this.#own(set, pages?.get(set)?.rows ?? []));
    const end = this.#merged(this.#stores.map(({ set }) => pages?.get(set)?.end ?? (parts[set] as FeedMark)));
    return { rows: rows.sort((a, b) => compare(a.position, b.position)), end: { ...end, position: whole } };
  }

  async leftSince(topic: string, position: string): Promise<readonly Versioned[]> {
    const left = await this.#each(async ({ set, store }) => this.#own(set, await store.leftSince(topic, position)));
    return this.#reached(left.flat());
  }

  async feedFloor(): Promise<string> {
    return (await this.#each(({ store }) => store.feedFloor())).reduce(laterPosition);
  }

  async parked() {
    return (await this.#each(({ store }) => store.parked())).flat();
  }

  #each<Answer>(ask: (named: NamedStore) => Promise<Answer>): Promise<Answer[]> {
    return Promise.all(this.#stores.map(ask));
  }

  /**
   * A page of each feed up to a position; a set that was ahead when the mark was made has none until then. `null`: one of
   * the feeds does not go on from the mark.
   */
  async #pages(
    parts: Readonly<Record<string, FeedMark>>,
    limit: number,
    upTo: string,
  ): Promise<ReadonlyMap<string, FeedPage> | null> {
    const pages = new Map<string, FeedPage>();
    for (const { set, store } of this.#stores) {
      const part = parts[set];
      if (part === undefined) return null;
      if (part.position > upTo) continue;
      const page = await store.feedAfter(part, limit, upTo);
      if (page === null) return null;
      pages.set(set, page);
    }
    return pages;
  }

  /** Documents that a set alone has: the erasures are in each. */
  #own<Document extends DocumentRef>(set: string, documents: readonly Document[]): readonly Document[] {
    return set === HOME_SET ? documents : documents.filter(({ collection }) => this.#ofCampus.has(collection));
  }

  #merged(ends: readonly FeedMark[]): FeedMark {
    return {
      generation: ends.map(({ generation }) => generation).join('~'),
      row: ends.reduce((sum, { row }) => sum + row, 0),
      position: earliest(ends.map(({ position }) => position)),
      parts: Object.fromEntries(this.#stores.map(({ set }, index) => [set, ends[index] as FeedMark])),
    };
  }

  /** The documents, once every set has reached the newest of them. @throws Unavailable that takes too long */
  async #reached<Document extends Versioned>(documents: readonly Document[]): Promise<readonly Document[]> {
    const newest = documents.map(({ position }) => position).reduce(laterPosition, START);
    const until = this.#clock.now() + BEHIND_MAX_MS;
    while (newest !== START && (await this.checkpoint()) < newest) {
      if (this.#clock.now() >= until) throw new Unavailable('A set of campuses is behind the others.');
      await new Promise<void>((resolve) => void this.#clock.after(LOOK_EVERY_MS, resolve));
    }
    return documents;
  }
}

/** The order of a query's answers, as every engine gives them. */
function inOrder(order: string | null): (a: Versioned, b: Versioned) => number {
  if (order === null) return (a, b) => compare(a.key, b.key);
  return (a, b) => compare(orderValue(b, order), orderValue(a, order)) || compare(b.key, a.key);
}

function earliest(positions: readonly string[]): string {
  return positions.reduce(earlierPosition);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
