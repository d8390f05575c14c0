import { setImmediate } from 'node:timers/promises';
import type { BuildScope } from '#projections/engine/buildScope.ts';
import type { Difference } from '#projections/engine/differences.ts';
import {
  createGenerationBuild,
  type FoldedLog,
  foldUpTo,
  type LiveGeneration,
} from '#projections/engine/generationBuild.ts';
import type { FeedRow, Parked, ProjectionGeneration } from '#projections/engine/readStore.ts';
import { skipJournal } from '../../database.ts';
import { BATCH_EVENTS } from '../../log/readAhead.ts';
import { createReadStoreCodec, decodeParked } from '../codec.ts';
import { noteGeneration, readGenerations } from '../generations.ts';
import { type GenerationReader, META, NEW_CHECKPOINT } from '../reader.ts';
import { type CollectionShape, shapeOf } from '../tables.ts';
import type { GenerationWriter } from '../writer.ts';
import { createCarry } from './carry.ts';
import { createFeedCopy, createSlimFeedCopy, lastRow } from './feedCopy.ts';
import { createWriteBehindTarget, scannable } from './target.ts';
import type { BuildWriter } from './writer.ts';

/** Dependencies of a build, already opened. */
export interface BuildParts {
  readonly scope: BuildScope;
  readonly log: FoldedLog;
  /** The file to be built: empty, or prepared. */
  readonly writer: GenerationWriter;
  readonly isPrepared: boolean;
  /** A thread that writes an empty file while this one folds; `null`: this one does. */
  readonly buildWriter: BuildWriter | null;
  /** The live read models, and their file. */
  readonly live: GenerationReader;
  readonly liveFile: string;
  /** Lineage of a build without a predecessor; one that replaces a live generation keeps that one's lineage. */
  readonly lineage: string;
  /** The generations that the build makes of the folded projections. */
  readonly generations: readonly ProjectionGeneration[];
  readonly onEvents: (events: number, position: string) => void;
}

/** One build in SQLite files; `builder.ts` calls its steps. */
export function createBuildService(parts: BuildParts) {
  const { scope, log, writer, isPrepared, buildWriter, live, liveFile, lineage, onEvents } = parts;
  const { table, all, carried } = scope;
  // An interrupted build leaves a file without a pointer to it, so no rollback is needed, and only the finished file
  // has to be on disk (see `seal`).
  skipJournal(writer.db);
  const shapes = [...all.collections.values()].map(shapeOf);
  const target = createWriteBehindTarget(writer, shapes, { isFilled: isPrepared, other: buildWriter });
  const liveGeneration = readLive(live);
  const begun = isPrepared ? { position: positionOf(writer), parked: decodeParked(writer.parked()) } : undefined;
  const build = createGenerationBuild(table, target, liveGeneration, begun);
  const feed = createFeedCopy(writer, liveFile);
  const slimFeed = createSlimFeedCopy(writer, liveFile);
  const carriedShapes = shapes.filter(({ name }) => carried.includes(name));
  const carry = createCarry(writer, liveFile, carriedShapes, isPrepared ? writer.meta(META.carriedFrom) : null);
  const codec = createReadStoreCodec(all.collections);

  return {
    position: () => build.position,
    /** Folds the log up to a position; returns the number of events read. */
    async advance(to: string): Promise<number> {
      const reading: FoldedLog = {
        async readFolded(after, limit) {
          await target.handOver();
          const read = await meanwhile(log.readFolded(after, limit), target.writeSome);
          // Lets the request to the log's thread leave before this thread is busy for long.
          await setImmediate();
          return read;
        },
      };
      const events = await foldUpTo(reading, build, to, BATCH_EVENTS, onEvents);
      await target.settle();
      return events;
    },
    compare(): void {
      carry.copy();
      target.finish();
      build.compare();
      feed.copy();
    },
    differences: () => build.differences(),
    parked: () => parkedOf(build.parked.values(), live, carriedShapes),
    /** Finishes a file that replaces the live one; returns the rows of corrections. */
    async replace(differences: readonly Difference[], position: string): Promise<readonly FeedRow[]> {
      feed.copy();
      carry.copy();
      const rows = build.correct(differences, position);
      target.finish();
      writer.transaction(() => writer.setMeta(META.checkpoint, position));
      const commit = { from: position, to: position, recording: null, rows, parked: [] };
      writer.commit(await codec.encodeCommit(commit, Date.now()));
      seal(parts, parkedOf(build.parked.values(), live, carriedShapes), position);
      return rows;
    },
    /** Finishes a file without a predecessor: its feed begins at the end of the fold. */
    first(): void {
      if (carried.length > 0) {
        carry.copy();
        slimFeed.copy();
      }
      target.finish();
      writer.transaction(() => {
        writer.setMeta(META.lineage, lineage);
        writer.setMeta(META.floor, build.position);
        writer.setMeta(META.slimmed, String(lastRow(writer)));
        if (carried.length > 0) noteCarried(parts);
      });
      seal(parts, parkedOf(build.parked.values(), live, carriedShapes), build.position);
    },
    /** Leaves a file for the next release, which can continue it only if the same file is live then. */
    prepare(): void {
      carry.copy();
      slimFeed.copy();
      target.finish();
      writer.transaction(() => {
        writer.setMeta(META.preparedBeside, live.meta(META.lineage) ?? '');
        writer.setMeta(META.carriedFrom, carry.from);
      });
      seal(parts, [...build.parked.values()], build.position);
    },
  };
}

/** Whether a build of these projections may continue a prepared file. */
export function isUsable(prepared: GenerationReader, live: GenerationReader, folded: readonly string[]): boolean {
  const names = readGenerations(prepared).map(({ projection }) => projection);
  return (
    prepared.meta(META.preparedBeside) === live.meta(META.lineage) &&
    positionOf(prepared) <= positionOf(live) &&
    names.length === folded.length &&
    names.every((name) => folded.includes(name))
  );
}

/** Awaits a promise, and works meanwhile: a little in each turn of the event loop. */
async function meanwhile<T>(awaited: Promise<T>, workSome: () => boolean): Promise<T> {
  let isThere = false;
  const arrival = awaited.finally(() => {
    isThere = true;
  });
  do await setImmediate();
  while (!isThere && workSome());
  return arrival;
}

function positionOf(reader: GenerationReader): string {
  return reader.meta(META.checkpoint) ?? NEW_CHECKPOINT;
}

function readLive(live: GenerationReader): LiveGeneration {
  return {
    ...scannable(live),
    checkpoint: () => positionOf(live),
    changedAfter: (position) => live.changedAfter(position).map(([collection, key]) => ({ collection, key })),
  };
}

/** Parked documents of this build and of the carried collections. */
function parkedOf(
  built: Iterable<Parked>,
  live: GenerationReader,
  carried: readonly CollectionShape[],
): readonly Parked[] {
  const names = carried.map(({ name }) => name);
  return [...built, ...decodeParked(live.parked()).filter(({ collection }) => names.includes(collection))];
}

/** Copies the live file's notes on the carried projections. */
function noteCarried({ writer, live, generations }: BuildParts): void {
  const era = live.meta(META.era);
  if (era !== null) writer.setMeta(META.era, era);
  const folded = generations.map(({ projection }) => projection);
  for (const generation of readGenerations(live)) {
    if (!folded.includes(generation.projection)) noteGeneration(writer, generation);
  }
}

/** Puts the whole file on disk, so that the pointer may name it. */
function seal({ writer, generations }: BuildParts, parked: readonly Parked[], position: string): void {
  // Back in the mode of a live file; the checkpoint of its log syncs the whole file.
  writer.db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  writer.transaction(() => {
    writer.park(parked.map(({ collection, key, position: at, error }) => [collection, key, at, error]));
    writer.setMeta(META.checkpoint, position);
    for (const generation of generations) noteGeneration(writer, generation);
  });
  writer.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
