import type { RecordedEvent } from '#domain/kernel/event.ts';
import { type DocumentRef, refId, type Versioned } from '../kernel/collection.ts';
import type { FoldTable } from '../kernel/foldTable.ts';
import { applyEvent, type FoldTarget, type ParkedDocuments } from './applyEvent.ts';
import { type Difference, differenceOf } from './differences.ts';
import { type EventLog, START } from './eventLog.ts';
import { rowOf } from './feedRow.ts';
import type { FeedRow, Parked } from './readStore.ts';

/** Documents that are read at a time for a comparison. */
const SCAN_DOCUMENTS = 500;

/** A generation as a comparison reads it. Synchronous: it runs in a thread of its own. */
export interface Scannable {
  get(collection: string, key: string): Versioned | undefined;
  /** Documents of a collection after a key, in key order, tombstones too. */
  scan(collection: string, after: string, limit: number): readonly Versioned[];
}

/** The live generation; the projector goes on writing it. */
export interface LiveGeneration extends Scannable {
  checkpoint(): string;
  /** Documents that changed after a position, of any projection. */
  changedAfter(position: string): readonly DocumentRef[];
}

/** The generation that is being built. */
export interface BuildTarget extends FoldTarget, Scannable {}

/** One build of a generation: folds the log, and compares the live generation with the result. */
export interface GenerationBuild {
  /** Position up to which events are folded. */
  readonly position: string;
  readonly parked: ParkedDocuments;
  /** Folds events. `reached` is the position of the last event read, with or without a fold. */
  fold(events: readonly RecordedEvent[], reached: string): void;
  /**
   * Compares all documents while the projector goes on. Documents of equal position and content need no further
   * comparison; `differences` compares the rest again. Runs before the projector pauses, so that the pause is short.
   */
  compare(): void;
  /** Differences of the live generation, now paused at the same position. */
  differences(): readonly Difference[];
  /**
   * Gives differing documents the version `position`, newer than any that a reader may hold, and returns their rows.
   * Equal documents keep the live version if that is newer.
   */
  correct(differences: readonly Difference[], position: string): readonly FeedRow[];
}

/** A batch of the log, reduced to the events that a build folds. */
export interface FoldedBatch {
  /** Events of the log that were read. */
  readonly read: number;
  /** Position of the last of them; `null` at the end of the log. */
  readonly last: string | null;
  /** The events for which there is a fold. */
  readonly folded: readonly RecordedEvent[];
}

/** The log as a build reads it: events without a fold are skipped, and need not be decrypted. */
export interface FoldedLog {
  /** @throws UnknownEvent this release does not know an event, with or without a fold */
  readFolded(after: string, limit: number): Promise<FoldedBatch>;
}

/** Adapts a log that decrypts every event. */
export function foldedLog(log: Pick<EventLog, 'readAll'>, table: FoldTable): FoldedLog {
  return {
    async readFolded(after, limit) {
      const events = await log.readAll(after, limit);
      const folded = events.filter(({ type }) => table.eventTypes.has(type));
      return { read: events.length, last: events.at(-1)?.position ?? null, folded };
    },
  };
}

/**
 * Folds the log into a build up to a position, or to the log's end; returns the number of events read.
 *
 * @param to position of an event
 *
 * @param batch events that are read and folded at a time
 * @param onEvents called after every batch: number of events, and the position reached
 */
export async function foldUpTo(
  log: FoldedLog,
  build: GenerationBuild,
  to: string,
  batch: number,
  onEvents: (events: number, position: string) => void,
): Promise<number> {
  let events = 0;
  while (build.position < to) {
    const { read, last, folded } = await log.readFolded(build.position, batch);
    if (last === null) break;
    const isWithin = last <= to;
    build.fold(isWithin ? folded : folded.filter(({ position }) => position <= to), isWithin ? last : to);
    events += read;
    onEvents(read, build.position);
  }
  return events;
}

/** State of a build that another process has begun. */
export interface Begun {
  readonly position: string;
  readonly parked: readonly Parked[];
}

/** Begins a build into an empty target, or goes on with a begun one. */
export function createGenerationBuild(
  table: FoldTable,
  target: BuildTarget,
  live: LiveGeneration,
  begun: Begun = { position: START, parked: [] },
): GenerationBuild {
  return new Build(table, target, live, begun);
}

class Build implements GenerationBuild {
  readonly parked: ParkedDocuments;
  readonly #table: FoldTable;
  readonly #target: BuildTarget;
  readonly #live: LiveGeneration;
  #position: string;
  /** Documents that `differences` has to compare, by `refId`; `null` before `compare`. */
  #open: Map<string, DocumentRef> | null = null;
  #comparedAt = START;

  constructor(table: FoldTable, target: BuildTarget, live: LiveGeneration, { position, parked }: Begun) {
    this.#table = table;
    this.#target = target;
    this.#live = live;
    this.#position = position;
    this.parked = new Map(parked.map((entry) => [refId(entry), entry]));
  }

  get position(): string {
    return this.#position;
  }

  fold(events: readonly RecordedEvent[], reached: string): void {
    for (const event of events) {
      const { changes } = applyEvent(this.#table, event, this.#target, this.parked);
      for (const { collection, key } of changes) this.#open?.set(refId({ collection, key }), { collection, key });
    }
    this.#position = reached;
  }

  compare(): void {
    this.#comparedAt = this.#live.checkpoint();
    this.#open = new Map();
    for (const collection of this.#table.collections.keys()) {
      for (const [live, folded] of pairs(this.#live, this.#target, collection)) {
        const isSettled = live?.position === folded?.position && differenceOf(live, folded) === null;
        const ref = live ?? folded;
        if (!isSettled && ref !== undefined) this.#open.set(refId(ref), { collection, key: ref.key });
      }
    }
  }

  differences(): readonly Difference[] {
    if (this.#open === null) this.compare();
    const open = this.#open ?? new Map<string, DocumentRef>();
    for (const ref of this.#live.changedAfter(this.#comparedAt)) {
      // Documents of other projections are carried over, and not folded here.
      if (this.#table.collections.has(ref.collection)) open.set(refId(ref), ref);
    }
    return [...open.values()].flatMap(({ collection, key }) => {
      const live = this.#live.get(collection, key);
      const folded = this.#target.get(collection, key);
      const difference = differenceOf(live, folded);
      if (difference === null && live !== undefined && folded !== undefined && live.position > folded.position) {
        this.#target.put({ ...folded, position: live.position });
      }
      return difference ?? [];
    });
  }

  correct(differences: readonly Difference[], position: string): readonly FeedRow[] {
    return differences.map(({ collection, key }) => {
      const doc = this.#target.get(collection, key)?.doc ?? null;
      this.#target.put({ collection, key, position, doc });
      return rowOf(this.#table, { collection, key, doc, before: this.#live.get(collection, key) }, position);
    });
  }
}

/** Merges a collection of two generations by key. */
function* pairs(
  live: Scannable,
  folded: Scannable,
  collection: string,
): Generator<readonly [Versioned | undefined, Versioned | undefined]> {
  const lives = documentsOf(live, collection);
  const foldeds = documentsOf(folded, collection);
  let a = lives.next().value;
  let b = foldeds.next().value;
  while (a !== undefined || b !== undefined) {
    const isLive = a !== undefined && (b === undefined || a.key <= b.key);
    const isFolded = b !== undefined && (a === undefined || b.key <= a.key);
    yield [isLive ? a : undefined, isFolded ? b : undefined];
    if (isLive) a = lives.next().value;
    if (isFolded) b = foldeds.next().value;
  }
}

function* documentsOf(generation: Scannable, collection: string): Generator<Versioned, undefined> {
  let after = '';
  for (;;) {
    const documents = generation.scan(collection, after, SCAN_DOCUMENTS);
    yield* documents;
    const last = documents.at(-1);
    if (last === undefined) return undefined;
    after = last.key;
  }
}
