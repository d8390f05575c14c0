import { setImmediate } from 'node:timers/promises';
import type { BuildScope } from '#projections/engine/buildScope.ts';
import type { Difference } from '#projections/engine/differences.ts';
import { type EventLog, START } from '#projections/engine/eventLog.ts';
import { rowOf } from '#projections/engine/feedRow.ts';
import { foldBatch, readsOfBatch } from '#projections/engine/foldBatch.ts';
import type { FeedRow, Parked } from '#projections/engine/readStore.ts';
import { type DocumentRef, refId } from '#projections/kernel/collection.ts';
import type { GenerationDocuments } from './buildTarget.ts';
import { settle, unsettledKeys } from './comparison.ts';

/** Events that are read and folded at a time: some milliseconds of this process's event loop. */
const BATCH_EVENTS = 500;
/** Documents that are compared at a time while the projector pauses. */
const COMPARED_DOCUMENTS = 500;

/** The live generations, which the projector goes on writing. */
export interface LiveDocuments extends Pick<GenerationDocuments, 'get' | 'scan'> {
  checkpoint(): Promise<string>;
  /** Documents that changed after a position. */
  changedAfter(position: string): Promise<readonly DocumentRef[]>;
}

/** State of a build that another process has begun. */
export interface Begun {
  readonly position: string;
  readonly parked: readonly Parked[];
}

/** Parts of a build. */
export interface BuildParts {
  readonly scope: BuildScope;
  readonly log: Pick<EventLog, 'readAll'>;
  readonly target: GenerationDocuments;
  readonly live: LiveDocuments;
  readonly begun: Begun;
  /** Called at least once for each read. @throws Error the build was taken for broken off, or may not go on */
  readonly alive: () => Promise<void>;
}

/** One build: folds the log into generations of its own, and compares the live ones with them. */
export class MongoBuild {
  readonly parked: Map<string, Parked>;
  readonly #scope: BuildScope;
  readonly #log: Pick<EventLog, 'readAll'>;
  readonly #target: GenerationDocuments;
  readonly #live: LiveDocuments;
  readonly #alive: () => Promise<void>;
  #position: string;
  /** Documents that `differences` has to compare, by `refId`; `null` before `compare`. */
  #open: Map<string, DocumentRef> | null = null;
  #comparedAt = START;

  constructor({ scope, log, target, live, begun, alive }: BuildParts) {
    this.#scope = scope;
    this.#log = log;
    this.#target = target;
    this.#live = live;
    this.#alive = alive;
    this.#position = begun.position;
    this.parked = new Map(begun.parked.map((entry) => [refId(entry), entry]));
  }

  get position(): string {
    return this.#position;
  }

  async advance(to: string, onEvents: (events: number, position: string) => void): Promise<number> {
    const { table } = this.#scope;
    let events = 0;
    while (this.#position < to) {
      await this.#alive();
      const read = await this.#log.readAll(this.#position, BATCH_EVENTS);
      const last = read.at(-1)?.position;
      if (last === undefined) break;
      const folded = read.filter(({ type, position }) => position <= to && table.eventTypes.has(type));
      const loaded = await this.#target.load(readsOfBatch(table, folded));
      const { rows, parked } = foldBatch(table, this.#position, folded, loaded, this.parked);
      await this.#target.write(rows, new Set(loaded.map(refId)));
      await this.#target.park(parked);
      for (const { collection, key } of rows) this.#open?.set(refId({ collection, key }), { collection, key });
      this.#position = last <= to ? last : to;
      events += read.length;
      onEvents(read.length, this.#position);
      await setImmediate();
    }
    return events;
  }

  async compare(): Promise<void> {
    this.#comparedAt = await this.#live.checkpoint();
    this.#open = new Map();
    for (const collection of this.#scope.table.collections.keys()) {
      const live = async (after: string, limit: number) => {
        await this.#alive();
        return this.#live.scan(collection, after, limit);
      };
      const folded = (after: string, limit: number) => this.#target.scan(collection, after, limit);
      for await (const key of unsettledKeys(live, folded))
        this.#open.set(refId({ collection, key }), { collection, key });
    }
  }

  async differences(): Promise<readonly Difference[]> {
    if (this.#open === null) await this.compare();
    const open = new Map(this.#open);
    for (const ref of await this.#live.changedAfter(this.#comparedAt)) {
      if (this.#scope.table.collections.has(ref.collection)) open.set(refId(ref), ref);
    }
    const refs = [...open.values()];
    const differences: Difference[] = [];
    for (let start = 0; start < refs.length; start += COMPARED_DOCUMENTS) {
      await this.#alive();
      differences.push(...(await this.#differencesOf(refs.slice(start, start + COMPARED_DOCUMENTS))));
    }
    return differences;
  }

  async #differencesOf(refs: readonly DocumentRef[]): Promise<readonly Difference[]> {
    const [lives, foldeds] = await Promise.all([this.#live.get(refs), this.#target.get(refs)]);
    const differences: Difference[] = [];
    const renewed = [];
    for (const id of refs.map(refId)) {
      const live = lives.get(id);
      const folded = foldeds.get(id);
      const { difference, keepsLiveVersion } = settle(live, folded);
      if (difference !== null) differences.push(difference);
      if (keepsLiveVersion && live !== undefined && folded !== undefined)
        renewed.push({ ...folded, position: live.position });
    }
    await this.#target.write(renewed, new Set(foldeds.keys()));
    return differences;
  }

  /** Gives differing documents the version `position`, newer than any that a reader may hold; returns their rows. */
  async correct(differences: readonly Difference[], position: string): Promise<readonly FeedRow[]> {
    const [lives, foldeds] = await Promise.all([this.#live.get(differences), this.#target.get(differences)]);
    const rows = differences.map(({ collection, key }) => {
      const id = refId({ collection, key });
      const doc = foldeds.get(id)?.doc ?? null;
      return rowOf(this.#scope.table, { collection, key, doc, before: lives.get(id) }, position);
    });
    await this.#target.write(rows, new Set(foldeds.keys()));
    return rows;
  }
}
