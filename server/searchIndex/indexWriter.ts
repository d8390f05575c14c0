import * as z from 'zod/mini';
import type { FeedMark, FeedPage, ReadStore } from '#projections/engine/readStore.ts';
import type { AnyCollection, Versioned } from '#projections/kernel/collection.ts';
import { erasedAmong, erasureRefOf } from '#projections/kernel/erasure.ts';
import type { AnySearch } from '#projections/kernel/search.ts';
import type { SearchBuild, SearchDocument, SearchIndex, SearchShape } from '../ports/searchIndex.ts';
import type { PersonalData } from '../read/personalData.ts';
import { searchDocumentOf, shapeOf } from './searchDocument.ts';

/** Documents that are read, opened and written at a time while an index is built: some 10 ms of the main thread. */
export const SCAN_DOCUMENTS = 100;
/**
 * Parked documents that are listed with their reasons. More are parked when something is wrong with all of them, such as
 * lost keys; listing each would make the state, which is written with every step, as large as the index.
 */
export const PARKED_LISTED = 1_000;
/** Rows of the feed that may pass before the mark is written, when none of them concerned the index. */
const NOTE_EVERY_ROWS = 1_000;

/** Dependencies of a writer. */
export interface WriterParts {
  readonly index: SearchIndex;
  readonly store: Pick<ReadStore, 'feedEnd' | 'scan' | 'get'>;
  readonly personalData: Pick<PersonalData, 'open' | 'openOnce' | 'erased'>;
  readonly collections: ReadonlyMap<string, AnyCollection>;
  /** Called when a document is parked. */
  readonly onParked: (index: string, key: string, error: string) => void;
}

const stateSchema = z.strictObject({
  /** Mark in the change feed up to which the build has all changes of scanned documents. */
  mark: z.strictObject({ generation: z.string(), row: z.number(), position: z.string() }),
  /** Key up to which the collection is scanned; `null`: all of it. */
  scanned: z.nullable(z.string()),
  /** Documents that could not be indexed, by key, with the reason: `PARKED_LISTED` at most. */
  parked: z.record(z.string(), z.string()),
  /** More are parked than are listed. */
  hasUnlisted: z.boolean(),
});
type State = z.infer<typeof stateSchema>;

/** An index as an operator sees it. */
export interface SearchIndexStatus {
  readonly name: string;
  /** `building`: the build under way is not live yet; an older one may be. */
  readonly state: 'building' | 'live';
  /** It holds what stands in the source: nothing of the log, so it is behind none of it. */
  readonly isFixed: boolean;
  /** Position of the log up to which it is complete; `null`: not known yet, or it is fixed. */
  readonly position: string | null;
  readonly parked: readonly { readonly key: string; readonly error: string }[];
  /** More are parked than are listed. */
  readonly hasUnlisted: boolean;
}

/**
 * Writes one index: builds it from the read models beside the live build, then follows the change feed. State is kept
 * with the build after each step, so the next process goes on from there; a step that is repeated changes nothing.
 */
export class IndexWriter {
  readonly search: AnySearch;
  readonly #parts: WriterParts;
  readonly #shape: SearchShape;
  #build: SearchBuild | null = null;
  #state: State | null = null;
  /** Rows passed since the state was noted. */
  #unnoted = 0;

  constructor(search: AnySearch, parts: WriterParts) {
    this.search = search;
    this.#parts = parts;
    this.#shape = shapeOf(search);
  }

  /** Whether the build has to be filled before it can follow the feed. */
  get isFilling(): boolean {
    return this.#state === null || this.#state.scanned !== null;
  }

  /** Place in the feed from which on it follows; `null` while it is filled, and for things that stand in the source. */
  get mark(): FeedMark | null {
    return this.isFilling || this.search.fixed !== null ? null : (this.#state?.mark ?? null);
  }

  status(): SearchIndexStatus {
    return {
      name: this.search.name,
      state: this.#build?.isLive === true ? 'live' : 'building',
      isFixed: this.search.fixed !== null,
      position: this.search.fixed === null ? (this.#state?.mark.position ?? null) : null,
      parked: Object.entries(this.#state?.parked ?? {}).map(([key, error]) => ({ key, error })),
      hasUnlisted: this.#state?.hasUnlisted ?? false,
    };
  }

  /**
   * Finds the build to go on with, or begins one: at the start, and again after a failure. One that is not live yet was
   * begun because the live one could not go on. Documents that are parked are tried again; at the start of a process by
   * building anew, if not all of them are listed.
   */
  async open(): Promise<void> {
    const { index } = this.#parts;
    const builds = await index.builds(this.#shape.name);
    const usable = builds.filter(({ version, state }) => version === this.#shape.version && parseState(state) !== null);
    const kept = usable.findLast(({ isLive }) => !isLive) ?? usable.at(0);
    for (const { id, isLive } of builds) if (!isLive && id !== kept?.id) await index.discard(id);
    const state = parseState(kept?.state ?? null);
    const hasUntried = this.#build === null && state?.hasUnlisted === true;
    this.#build = kept ?? null;
    if (kept === undefined || state === null || hasUntried || (await this.#isAhead(state.mark))) return this.#begin();
    this.#state = state;
    await this.#retryParked();
  }

  /** Fills the next part of the build. */
  async fill(): Promise<void> {
    const state = this.#required();
    if (this.search.fixed !== null) {
      await this.#put(Object.entries(this.search.fixed).map(([key, doc]) => ({ key, doc })));
      await this.#note({ ...this.#required(), scanned: null });
      return this.#goLive();
    }
    const part = await this.#parts.store.scan(this.search.collection, state.scanned ?? '', SCAN_DOCUMENTS);
    await this.#put(await this.#opened(part, 'openOnce'));
    const isLast = part.length < SCAN_DOCUMENTS;
    await this.#note({ ...this.#required(), scanned: isLast ? null : (part.at(-1)?.key ?? null) });
  }

  /**
   * Takes rows that follow its mark.
   *
   * @param page `null`: the feed does not go on from the mark, so the index is built anew
   * @param isEnd whether the page ends where the feed does
   */
  async follow(page: FeedPage | null, isEnd: boolean): Promise<void> {
    if (page === null) return this.#begin();
    const newest = await this.#newestIn(page);
    await this.#put(await this.#opened(newest));
    this.#unnoted += page.rows.length;
    const next = { ...this.#required(), mark: page.end };
    if (newest.length > 0 || this.#unnoted >= NOTE_EVERY_ROWS) await this.#note(next);
    else this.#state = next;
    if (isEnd && this.#build?.isLive !== true) await this.#goLive();
  }

  /** The newest version of each of its documents that the rows change, or of which they change the one beside. */
  async #newestIn({ rows }: FeedPage): Promise<readonly Versioned[]> {
    const { collection, beside } = this.search;
    const own = new Map(rows.filter((row) => row.collection === collection).map((row) => [row.key, row]));
    const others = rows.filter((row) => row.collection === beside && !own.has(row.key)).map(({ key }) => key);
    if (others.length === 0) return [...own.values()];
    const read = await this.#parts.store.get([...new Set(others)].map((key) => ({ collection, key })));
    return [...own.values(), ...read];
  }

  /** The documents beside some, open, by key: as they are now, so the index may be ahead of its mark and never behind. */
  async #besides(keys: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const { beside } = this.search;
    if (beside === null) return new Map();
    const found = await this.#parts.store.get(keys.map((key) => ({ collection: beside, key })));
    return new Map((await this.#opened(found)).map(({ key, doc }) => [key, doc]));
  }

  /**
   * Opens documents, and those of erased people as blank. The read models may say that somebody is erased while the key
   * is still there: it is destroyed by a reactor, maybe of another process. Of an erasure that is folded later, the row
   * is after the mark.
   */
  async #opened(documents: readonly Versioned[], how: 'open' | 'openOnce' = 'open'): Promise<readonly Versioned[]> {
    const { collections, personalData, store } = this.#parts;
    const refs = documents.flatMap(({ collection, doc }) => erasureRefOf(collections.get(collection), doc));
    const asked = new Map(refs.map((ref) => [ref.key, ref]));
    if (asked.size > 0) personalData.erased([...erasedAmong(await store.get([...asked.values()]))]);
    return personalData[how](documents);
  }

  /** Writes the mark, for the next process. */
  async settle(): Promise<void> {
    if (this.#unnoted > 0 && this.#state !== null) await this.#note(this.#state);
  }

  /** Whether the build knows rows that the feed has not: the read models came from a backup. */
  async #isAhead({ generation, row, position }: FeedMark): Promise<boolean> {
    const end = await this.#parts.store.feedEnd();
    return generation === end.generation && (row > end.row || position > end.position);
  }

  async #begin(): Promise<void> {
    const { index, store } = this.#parts;
    const former = this.#build;
    this.#state = null;
    if (former !== null && !former.isLive) await index.discard(former.id);
    // Before the first document is read: what changes during the scan is in the feed after it.
    const mark = await store.feedEnd();
    this.#build = await index.begin(this.#shape);
    await this.#note({ mark, scanned: '', parked: {}, hasUnlisted: false });
  }

  async #goLive(): Promise<void> {
    const build = this.#build;
    if (build === null) return;
    await this.#note(this.#required());
    await this.#parts.index.makeLive(build.id);
    this.#build = { ...build, isLive: true };
  }

  async #retryParked(): Promise<void> {
    const keys = Object.keys(this.#state?.parked ?? {});
    if (keys.length === 0 || this.search.fixed !== null) return;
    const refs = keys.map((key) => ({ collection: this.search.collection, key }));
    await this.#put(await this.#opened(await this.#parts.store.get(refs)));
    await this.#note(this.#required());
  }

  /** Puts or removes documents, each by itself: one that fails is parked, and is found by nobody. */
  async #put(documents: readonly Pick<Versioned, 'key' | 'doc'>[]): Promise<void> {
    const build = this.#build;
    if (build === null || documents.length === 0) return;
    const collection = this.#parts.collections.get(this.search.collection);
    const besides = await this.#besides(documents.map(({ key }) => key));
    const put: SearchDocument[] = [];
    const remove: string[] = [];
    const failed = new Map<string, string>();
    for (const document of documents) {
      try {
        const found = searchDocumentOf(this.search, collection, document, besides.get(document.key));
        if (found === null) remove.push(document.key);
        else put.push(found);
      } catch (error) {
        failed.set(document.key, error instanceof Error ? error.message : String(error));
        remove.push(document.key);
      }
    }
    const refused = await this.#parts.index.write(build.id, { put, remove });
    for (const { key, error } of refused) failed.set(key, error);
    // An engine leaves the former form of a document that it refuses.
    if (refused.length > 0) await this.#parts.index.write(build.id, { put: [], remove: refused.map(({ key }) => key) });
    this.#park(documents, failed);
  }

  #park(tried: readonly Pick<Versioned, 'key'>[], failed: ReadonlyMap<string, string>): void {
    const state = this.#required();
    const parked = { ...state.parked };
    for (const { key } of tried) delete parked[key];
    let listed = Object.keys(parked).length;
    for (const [key, error] of failed) {
      if (listed >= PARKED_LISTED) break;
      parked[key] = error;
      listed += 1;
      this.#parts.onParked(this.search.name, key, error);
    }
    const hasUnlisted = state.hasUnlisted || [...failed.keys()].some((key) => parked[key] === undefined);
    this.#state = { ...state, parked, hasUnlisted };
  }

  async #note(state: State): Promise<void> {
    const build = this.#build;
    if (build === null) return;
    await this.#parts.index.note(build.id, JSON.stringify(state));
    this.#state = state;
    this.#unnoted = 0;
  }

  #required(): State {
    if (this.#state === null) throw new Error(`The search index ${this.search.name} was not opened.`);
    return this.#state;
  }
}

function parseState(text: string | null): State | null {
  if (text === null) return null;
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch {
    // Of another release: the build is begun anew.
    return null;
  }
}
