import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Collection, type Db, type Filter, MongoServerError } from 'mongodb';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { CheckpointMismatch, type Commit } from '#projections/engine/readStore.ts';
import { refId } from '#projections/kernel/collection.ts';
import { encodeDoc } from './codec.ts';
import { insertNew, putDocuments } from './documents.ts';
import {
  type BatchRecord,
  COLLECTIONS,
  type DocumentRecord,
  generationName,
  type LiveRecord,
  type ParkedRecord,
  type Swap,
} from './records.ts';

/** Milliseconds for which a reader believes the live record that it read. Less than collections outlive their swap. */
const LIVE_MAX_AGE_MS = 1_000;
/** Milliseconds between two looks for a batch that another process is applying. */
const LOOK_EVERY_MS = 5;
/** Milliseconds after which a reader no longer waits for the process that applies a batch, and applies it itself. */
const HELP_AFTER_MS = 500;
/** The server's code for a key that is taken. */
const DUPLICATE_KEY = 11_000;

/**
 * Order of the batches, without transactions of several documents. A commit has three steps, each atomic and repeatable:
 *
 * 1. The batch with all its rows is inserted under the next number. This is the commit: a number is given once.
 * 2. Its documents are written, each guarded by the number of its batch.
 * 3. The live record moves on to the batch: by compare-and-set on the number, so never backwards.
 *
 * After a crash between any two, the next process does the remaining ones: the batch itself says what they are. A
 * projector that does not know that it lost its lease is refused in step 1, or repeats what was done in 2 and 3.
 */
export class Ledger {
  readonly #db: Db;
  readonly #live: Collection<LiveRecord>;
  readonly #now: () => number;
  /** Name of this opened store, in the batches that it writes. */
  readonly #writer = randomUUID();
  #epoch = 0;
  /** The live record as last read or written, and the monotonic time of it. */
  #known: { readonly record: LiveRecord; readonly at: number };
  /** The live record that the next batch of this store follows; `null`: it has to be read. */
  #base: LiveRecord | null = null;
  /**
   * A commit of this store ended in an error: its batch may stand, and be applied in part. Another value each time, so that
   * a recovery ends no doubt that is younger than itself. A commit under way is no doubt: who asks meanwhile reads
   * what was before it. Were they to recover, they would apply batch after batch as long as commits come.
   */
  #doubt: symbol | null = null;
  /** Attempts of this store that ended in an error since its last commit: each may still land. */
  readonly #lost = new Set<string>();

  constructor(db: Db, live: Collection<LiveRecord>, record: LiveRecord, now: () => number) {
    this.#db = db;
    this.#live = live;
    this.#now = now;
    this.#known = { record, at: performance.now() };
  }

  /** The live record as last read. */
  get known(): LiveRecord {
    return this.#known.record;
  }

  feed(name: string): Collection<BatchRecord> {
    return this.#db.collection<BatchRecord>(name, { ignoreUndefined: true });
  }

  get parked(): Collection<ParkedRecord> {
    return this.#db.collection<ParkedRecord>(COLLECTIONS.parked);
  }

  /** The live record, a moment old at most. */
  async recent(): Promise<LiveRecord> {
    const { record, at } = this.#known;
    return performance.now() - at < LIVE_MAX_AGE_MS ? record : this.current();
  }

  /** The live record now; a batch that this store began is applied first. */
  async current(): Promise<LiveRecord> {
    return this.#doubt === null ? this.#read() : this.recover();
  }

  /** The live record that a batch of this store is to follow. */
  async base(): Promise<LiveRecord> {
    this.#base ??= await this.recover();
    return this.#base;
  }

  /** The live record once a batch is applied: it waits for the process that applies it, or does it in its place. */
  async reached(batch: number): Promise<LiveRecord> {
    const helpAt = performance.now() + HELP_AFTER_MS;
    for (;;) {
      const record = await this.#read();
      if (record.batch >= batch) return record;
      if (performance.now() >= helpAt) return this.recover(batch);
      await sleep(LOOK_EVERY_MS);
    }
  }

  /**
   * Applies what was committed and not applied whole.
   *
   * @param upTo number of the last batch that is to be applied: others may come faster than they are applied here
   */
  async recover(upTo = Number.POSITIVE_INFINITY): Promise<LiveRecord> {
    const doubt = this.#doubt;
    for (let record = await this.#read(); ; ) {
      if (record.batch >= upTo) return record;
      const batch = await this.feed(record.feed).findOne({ _id: record.batch + 1 });
      if (batch === null) {
        if (this.#doubt === doubt) this.#doubt = null;
        return record;
      }
      await this.#apply(batch, record);
      record = await this.#read();
    }
  }

  /** Takes over the writing: from now on writers of an older epoch are refused. @throws CheckpointMismatch */
  async take(epoch: number): Promise<void> {
    for (;;) {
      this.#base = null;
      const { checkpoint, recording = null } = await this.base();
      this.#epoch = epoch;
      try {
        await this.commit({ from: checkpoint, to: checkpoint, recording, rows: [], parked: [] });
        return;
      } catch (error) {
        // The former holder was quicker by one batch. It cannot be again and again: it is refused after ours.
        if (!(error instanceof CheckpointMismatch) || this.known.epoch > epoch) throw error;
      }
    }
  }

  /**
   * Commits one batch; with a swap of generations in the same step, if there is one.
   *
   * @throws CheckpointMismatch another writer has committed since `base`
   * @throws Unavailable the outcome is uncertain
   */
  async commit({ from, to, recording, rows, parked }: Commit, swap?: Swap): Promise<LiveRecord> {
    const base = await this.base();
    if (base.epoch > this.#epoch || (from !== base.checkpoint && swap?.lineage === undefined)) {
      this.#base = null;
      throw await this.#refusal(from, base);
    }
    const batch: BatchRecord = {
      _id: base.batch + 1,
      from,
      to,
      recording,
      epoch: this.#epoch,
      attempt: randomUUID(),
      writer: this.#writer,
      at: this.#now(),
      lastRow: base.row + rows.length,
      rows: rows.map((row) => ({ ...row, doc: encodeDoc(row.doc) })),
      parked,
      left: [...new Set(rows.flatMap(({ left }) => left))],
      ...(swap === undefined ? {} : { swap }),
    };
    this.#base = null;
    this.#lost.add(batch.attempt);
    try {
      await this.#insert(batch, base);
      this.#base = await this.#apply(batch, base);
    } catch (error) {
      this.#doubt = Symbol('broken off');
      throw error;
    }
    this.#lost.clear();
    return this.#base;
  }

  /**
   * Why a commit cannot follow the live record. A commit of this store that landed after all, perhaps long after its
   * caller has learnt that the outcome is uncertain, is no other writer's: the caller goes on from where it ends.
   */
  async #refusal(from: string, { feed, batch, checkpoint }: LiveRecord): Promise<Error> {
    const newest = this.#lost.size === 0 ? null : await this.feed(feed).findOne({ _id: batch });
    if (newest !== null && this.#lost.has(newest.attempt)) return landedLate();
    return new CheckpointMismatch(from, checkpoint);
  }

  /** Notes collections that a swap has replaced, or has dropped. */
  async retire(retired: LiveRecord['retired']): Promise<void> {
    await this.#amend({ retired }, {});
  }

  /**
   * Changes what is no part of a batch.
   *
   * @returns whether it did: a writer that a newer epoch has taken over from, and that does not know it yet, does not
   */
  amend(change: Partial<Pick<LiveRecord, 'era' | 'floor' | 'reducedRow'>>): Promise<boolean> {
    return this.#amend(change, { epoch: { $lte: this.#epoch } });
  }

  async #amend(change: Partial<LiveRecord>, where: Filter<LiveRecord>): Promise<boolean> {
    const { lineage } = this.known;
    const { matchedCount } = await this.#live.updateOne({ _id: 'live', lineage, ...where }, { $set: change });
    if (matchedCount === 0) return false;
    this.#know({ ...this.known, ...change });
    if (this.#base !== null) this.#base = { ...this.#base, ...change };
    return true;
  }

  async #insert(batch: BatchRecord, base: LiveRecord): Promise<void> {
    const feed = this.feed(base.feed);
    try {
      await feed.insertOne(batch);
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== DUPLICATE_KEY) throw error;
      const standing = await feed.findOne({ _id: batch._id });
      if (standing?.attempt === batch.attempt) return;
      const { checkpoint } = await this.recover();
      if (standing === null || standing.writer === this.#writer) {
        // A batch that no majority has yet cannot be read: the next try learns whose it is.
        throw landedLate();
      }
      throw new CheckpointMismatch(batch.from, checkpoint);
    }
  }

  /** Steps 2 and 3 for a batch that follows a record. The batch may be of a release with other collections. */
  async #apply(batch: BatchRecord, before: LiveRecord): Promise<LiveRecord> {
    // The documents of a swap are in their generations already.
    if (batch.swap === undefined) await this.#writeDocuments(batch, before);
    const after: LiveRecord = {
      ...before,
      batch: batch._id,
      row: batch.lastRow,
      checkpoint: batch.to,
      recording: batch.recording ?? null,
      epoch: Math.max(before.epoch, batch.epoch),
      ...batch.swap,
    };
    const { _id, era: _era, floor: _floor, reducedRow: _reducedRow, retired: _retired, ...moved } = after;
    await this.#live.updateOne({ _id, batch: before.batch }, { $set: { ...moved, ...batch.swap } });
    this.#know(after);
    return after;
  }

  async #writeDocuments({ _id: batch, rows, parked }: BatchRecord, { collections }: LiveRecord): Promise<void> {
    const newest = new Map(rows.map((row) => [refId(row), row]));
    const byCollection = Map.groupBy(newest.values(), ({ collection }) => collection);
    const documents = [...byCollection].map(([collection, changed]) =>
      putDocuments(
        this.#db,
        nameOf(collection, collections),
        changed.map(({ key, position, doc }): DocumentRecord => ({ _id: key, position, batch, doc })),
      ),
    );
    const entries = parked.map((entry): ParkedRecord => {
      const generation = nameOf(entry.collection, collections);
      return { _id: generationName(generation, entry.key), generation, ...entry };
    });
    await Promise.all([...documents, insertNew<string, ParkedRecord>(this.parked, entries)]);
  }

  async #read(): Promise<LiveRecord> {
    const record = await this.#live.findOne({ _id: 'live' });
    if (record === null) throw new Unavailable('The read models are gone from MongoDB (MONGO_URL). Start Quad again.');
    this.#know(record);
    return record;
  }

  /** Answers may overtake each other: the newest record counts. */
  #know(record: LiveRecord): void {
    if (record.batch >= this.known.batch) this.#known = { record, at: performance.now() };
  }
}

function landedLate(): Unavailable {
  return new Unavailable('An earlier commit has reached MongoDB after all: its outcome was uncertain.');
}

/** Name in the database of a collection's live generation. */
export function nameOf(collection: string, names: LiveRecord['collections']): string {
  const name = names[collection];
  if (name === undefined) throw new Error(`There is no collection ${collection}.`);
  return name;
}
