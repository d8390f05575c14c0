import type { Db } from 'mongodb';
import type { Parked } from '#projections/engine/readStore.ts';
import { COLLECTIONS, type LiveRecord, type ParkedRecord, type Retired } from './records.ts';

/** Milliseconds for which replaced collections stay: far longer than a reader believes the names that it knows. */
const RETIRED_MS = 60_000;
/** Milliseconds without a sign of life after which a build counts as broken off, and its collections are dropped. */
const BROKEN_OFF_MS = 60 * 60_000;
/** Milliseconds between two signs of life of a build at work. */
const SIGN_OF_LIFE_EVERY_MS = 30_000;

/** A build that has begun and not ended; `_id` is its name. */
interface BuildRecord {
  readonly _id: string;
  /** Names of its collections in the database. */
  readonly names: readonly string[];
  /** Milliseconds since 1970 of the last sign of life. */
  readonly at: number;
}

/** The builds that were prepared for a release; `_id` is the digest of its versions. */
export interface PreparedRecord {
  readonly _id: string;
  readonly build: string;
  /** Names of its collections in the database. */
  readonly names: readonly string[];
  /** Names of the projections that it folded. */
  readonly folded: readonly string[];
  /** Lineage of the live read models that it was built beside. */
  readonly lineage: string;
  readonly position: string;
  readonly parked: readonly Parked[];
}

/** Notes of the builds in a database, so that nothing of one that broke off stays for good. */
export interface BuildNotes {
  begin(build: string, names: readonly string[]): Promise<void>;
  /** Gives a sign of life. @throws Error the build was taken for broken off: its collections are gone */
  stillRuns(build: string): Promise<void>;
  /** Its collections stay: they are live, or prepared. */
  end(build: string): Promise<void>;
  /** Drops its collections. */
  discard(build: string, names: readonly string[]): Promise<void>;
  /** Drops the collections of builds that broke off, and those that were replaced some time ago; returns the others. */
  dropUnused(live: LiveRecord): Promise<readonly Retired[]>;
  prepared(versions: string): Promise<PreparedRecord | null>;
  /** Keeps what a build has made for the start of a release, in the place of what was kept before. */
  keepPrepared(record: PreparedRecord): Promise<void>;
  /** The generation that a build of these projections may continue; nothing points to it from then on. */
  takePrepared(versions: string, live: LiveRecord, folded: readonly string[]): Promise<PreparedRecord | null>;
}

/** Gives signs of life of a build while it works; called as often as one likes. */
export function signsOfLife(notes: Pick<BuildNotes, 'stillRuns'>, build: string): () => Promise<void> {
  let givenAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = performance.now();
    if (now - givenAt < SIGN_OF_LIFE_EVERY_MS) return;
    givenAt = now;
    await notes.stillRuns(build);
  };
}

export function createBuildNotes(db: Db, now: () => number): BuildNotes {
  const builds = db.collection<BuildRecord>(COLLECTIONS.builds);
  const prepared = db.collection<PreparedRecord>(COLLECTIONS.prepared);
  const parked = db.collection<ParkedRecord>(COLLECTIONS.parked);

  async function drop(names: readonly string[]): Promise<void> {
    for (const name of names) await db.collection(name).drop();
    if (names.length > 0) await parked.deleteMany({ generation: { $in: [...names] } });
  }

  async function discard(build: string, names: readonly string[]): Promise<void> {
    await drop(names);
    await builds.deleteOne({ _id: build });
  }

  return {
    async begin(build, names) {
      await builds.replaceOne({ _id: build }, { names, at: now() }, { upsert: true });
    },
    async stillRuns(build) {
      const { matchedCount } = await builds.updateOne({ _id: build }, { $set: { at: now() } });
      if (matchedCount === 0) throw new Error(`The build ${build} was taken for broken off, and is gone. Build again.`);
    },
    async end(build) {
      await builds.deleteOne({ _id: build });
    },
    discard,
    async dropUnused(live) {
      const used = new Set([...Object.values(live.collections), live.feed]);
      for (const { _id, names } of await builds.find({ at: { $lte: now() - BROKEN_OFF_MS } }).toArray()) {
        await discard(
          _id,
          names.filter((name) => !used.has(name)),
        );
      }
      const isDue = ({ at }: Retired) => at <= now() - RETIRED_MS;
      await drop(live.retired.filter(isDue).map(({ name }) => name));
      return live.retired.filter((each) => !isDue(each));
    },
    prepared: (versions) => prepared.findOne({ _id: versions }),
    async keepPrepared(record) {
      const former = await prepared.findOne({ _id: record._id });
      await prepared.replaceOne({ _id: record._id }, record, { upsert: true });
      await builds.deleteOne({ _id: record.build });
      if (former !== null) await drop(former.names);
    },
    async takePrepared(versions, live, folded) {
      const found = await prepared.findOne({ _id: versions });
      if (found === null) return null;
      // First, so that what was prepared is dropped some day if this process dies here.
      await builds.replaceOne({ _id: found.build }, { names: found.names, at: now() }, { upsert: true });
      await prepared.deleteOne({ _id: versions });
      const isUsable =
        found.lineage === live.lineage &&
        found.position <= live.checkpoint &&
        found.folded.length === folded.length &&
        found.folded.every((name) => folded.includes(name));
      if (isUsable) return found;
      await discard(found.build, found.names);
      return null;
    },
  };
}
