import { setImmediate } from 'node:timers/promises';
import type { Difference } from '#projections/engine/differences.ts';
import type { EventLog } from '#projections/engine/eventLog.ts';
import { createGenerationBuild, foldUpTo, type LiveGeneration } from '#projections/engine/generationBuild.ts';
import type { FeedRow, Parked } from '#projections/engine/readStore.ts';
import { erasures } from '#projections/kernel/erasure.ts';
import type { FoldTable } from '#projections/kernel/foldTable.ts';
import { createWriteBehindTarget, scannable, type WriteBehindTarget } from './buildTarget.ts';
import { createReadStoreCodec } from './codec.ts';
import { createFeedCopy } from './feedCopy.ts';
import { type GenerationReader, META, NEW_CHECKPOINT, WHOLE } from './reader.ts';
import { shapeOf } from './tables.ts';
import type { GenerationWriter } from './writer.ts';

/** Dependencies of a build, already opened. */
export interface BuildParts {
  readonly table: FoldTable;
  readonly log: Pick<EventLog, 'readAll'>;
  /** The generation to be built, empty. */
  readonly writer: GenerationWriter;
  /** The live generation, and its file. */
  readonly live: GenerationReader;
  readonly liveFile: string;
  /** Lineage of a first generation; a later one takes over the live one's. */
  readonly lineage: string;
  readonly onEvents: (events: number, position: string) => void;
}

/** Events that are read and folded at a time. */
const STRETCH_EVENTS = 1_000;

/** One build in SQLite files, as `readStoreBuilder.ts` asks for it, step by step. */
export function createBuildService({ table, log, writer, live, liveFile, lineage, onEvents }: BuildParts) {
  // What breaks off leaves a file that nothing points to: nothing is ever undone, and only the finished one has to be
  // on disk (see `seal`).
  writer.db.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF');
  const target = createWriteBehindTarget(writer, [...table.collections.values()].map(shapeOf));
  const liveGeneration = readLive(live);
  const build = createGenerationBuild(table, target, liveGeneration);
  const feed = createFeedCopy(writer, liveFile);
  const codec = createReadStoreCodec(table.collections);
  let copiedAt = NEW_CHECKPOINT;
  const parked = () => [...build.parked.values()];

  return {
    /** Folds the log up to a position and no further; answers how many events that were. */
    async advance(to: string): Promise<number> {
      const reading: typeof log = {
        async readAll(after, limit) {
          const read = await meanwhile(log.readAll(after, limit), target.writeSome);
          // The log's thread hears in this turn of the event loop that it may go on; then this one is busy for long.
          await setImmediate();
          return read;
        },
      };
      const events = await foldUpTo(reading, build, to, STRETCH_EVENTS, onEvents);
      target.flush();
      return events;
    },
    look(): void {
      target.finish();
      build.look();
      copiedAt = liveGeneration.checkpoint();
      feed.copy();
    },
    settle: () => build.settle(),
    parked,
    /** Finishes a generation that takes the place of a live one; answers the rows of what is corrected. */
    async replace(differences: readonly Difference[], position: string): Promise<readonly FeedRow[]> {
      feed.copy();
      const rows = build.correct(differences, position);
      target.finish();
      writer.transaction(() => writer.setMeta(META.checkpoint, position));
      const commit = { from: position, to: position, rows, parked: [], erased: erasedAfter(target, copiedAt) };
      writer.commit(await codec.encodeCommit(commit, Date.now()));
      seal(writer, parked(), position);
      return rows;
    },
    /** Finishes the first generation of its fold version: its feed begins where the fold ends. */
    first(): void {
      target.finish();
      writer.transaction(() => {
        writer.setMeta(META.lineage, lineage);
        writer.setMeta(META.floor, build.position);
      });
      seal(writer, parked(), build.position);
    },
  };
}

/** Waits for something, and works as long as it is not there: a little in each turn of the event loop. */
async function meanwhile<T>(awaited: Promise<T>, workSome: () => boolean): Promise<T> {
  let isThere = false;
  const arrival = awaited.finally(() => {
    isThere = true;
  });
  do await setImmediate();
  while (!isThere && workSome());
  return arrival;
}

function readLive(live: GenerationReader): LiveGeneration {
  return {
    ...scannable(live),
    checkpoint: () => live.meta(META.checkpoint) ?? NEW_CHECKPOINT,
    changedAfter: (position) => live.changedAfter(position).map(([collection, key]) => ({ collection, key })),
  };
}

/** Who was erased after a position: rows of the feed that were copied up to it may still hold what was theirs. */
function erasedAfter(target: WriteBehindTarget, position: string): readonly string[] {
  const all = target.scan(erasures.name, '', WHOLE.limit);
  return all.filter((erasure) => erasure.position > position).map(({ key }) => key);
}

/** Puts everything on disk, so that the pointer may be turned to it. */
function seal(writer: GenerationWriter, parked: readonly Parked[], position: string): void {
  // Back in the mode of a live generation; the checkpoint of its log syncs the whole file.
  writer.db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  writer.transaction(() => {
    writer.park(parked.map(({ collection, key, position: at, error }) => [collection, key, at, error]));
    writer.setMeta(META.checkpoint, position);
  });
  writer.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
