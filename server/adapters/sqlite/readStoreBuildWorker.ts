import { eventDefinitions } from '#domain/registry.ts';
import type { Difference } from '#projections/engine/differences.ts';
import { createGenerationBuild } from '#projections/engine/generationBuild.ts';
import { erasures } from '#projections/kernel/erasure.ts';
import { compileFolds } from '#projections/kernel/foldTable.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import { createEventLog } from '../../log/eventLog.ts';
import { openSqliteEventStore } from './eventStore.ts';
import { createWriteBehindTarget, scannable, type WriteBehindTarget } from './readStoreBuildTarget.ts';
import { createReadStoreCodec } from './readStoreCodec.ts';
import { createFeedCopy } from './readStoreFeedCopy.ts';
import { META, NEW_CHECKPOINT, openGenerationReader, WHOLE } from './readStoreReader.ts';
import { shapeOf } from './readStoreTables.ts';
import { openGenerationWriter } from './readStoreWriter.ts';
import { openVaultKeyReader } from './vaultKeyReader.ts';
import { serveWorker } from './workerRpc.ts';

/** Start of the thread in which a generation is built: folding all of a log would hold up the process's event loop. */
export interface BuildWorkerData {
  /** File of the generation to be built; it does not exist yet. */
  readonly file: string;
  readonly liveFile: string;
  readonly log: LogFiles;
  /** Module that exports `projections`. */
  readonly projectionsModule: string;
  /** Lineage of a first generation; a later one takes over the live one's. */
  readonly lineage: string;
}

/** Where the log and the keys to read it lie. */
export interface LogFiles {
  readonly events: string;
  readonly vault: string;
}

/** What the thread says while it folds. */
export interface BuildNotice {
  readonly position: string;
  readonly events: number;
}

/** Events that are read and folded at a time. */
const READ_EVENTS = 2_000;

async function open(data: BuildWorkerData, notify: (notice: BuildNotice) => void) {
  const { projections } = (await import(data.projectionsModule)) as { projections: readonly Projection[] };
  const table = compileFolds(projections, eventDefinitions);
  const shapes = [...table.collections.values()].map(shapeOf);
  const store = await openSqliteEventStore(data.log.events, { readOnly: true });
  const keys = openVaultKeyReader(data.log.vault);
  const log = createEventLog(store, keys, eventDefinitions);
  const liveReader = openGenerationReader(data.liveFile, shapes);
  const writer = openGenerationWriter(data.file, shapes);
  // What breaks off leaves a file that nothing points to; only the finished one has to be on disk (see `seal`).
  writer.db.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY');
  const target = createWriteBehindTarget(writer, shapes);
  const live = {
    ...scannable(liveReader),
    checkpoint: () => liveReader.meta(META.checkpoint) ?? NEW_CHECKPOINT,
    changedAfter: (position: string) =>
      liveReader.changedAfter(position).map(([collection, key]) => ({ collection, key })),
  };
  const build = createGenerationBuild(table, target, live);
  const feed = createFeedCopy(writer, data.liveFile);
  const codec = createReadStoreCodec(table.collections);
  let copiedAt = NEW_CHECKPOINT;

  const methods = {
    /** Folds the log up to a position and no further; answers how many events that were. */
    async advance(to: string): Promise<number> {
      let events = 0;
      while (build.position < to) {
        const read = await log.readAll(build.position, READ_EVENTS);
        const wanted = read.filter(({ position }) => position <= to);
        if (wanted.length === 0) break;
        build.fold(wanted);
        events += wanted.length;
        notify({ position: build.position, events: wanted.length });
      }
      target.flush();
      return events;
    },
    look() {
      target.finish();
      build.look();
      copiedAt = live.checkpoint();
      feed.copy();
    },
    settle: () => build.settle(),
    parked: () => [...build.parked.values()],
    /** Finishes a generation that takes the place of a live one; answers the rows of what is corrected. */
    async replace(differences: readonly Difference[], position: string) {
      feed.copy();
      const rows = build.correct(differences, position);
      target.finish();
      const commit = { from: position, to: position, rows, parked: [], erased: erasedAfter(target, copiedAt) };
      writer.transaction(() => writer.setMeta(META.checkpoint, position));
      writer.commit(await codec.encodeCommit(commit, Date.now()));
      seal(position);
      return rows;
    },
    /** Finishes the first generation of its fold version: its feed begins where the fold ends. */
    begin() {
      target.finish();
      writer.transaction(() => {
        writer.setMeta(META.lineage, data.lineage);
        writer.setMeta(META.floor, build.position);
      });
      seal(build.position);
      return build.position;
    },
  };

  /** Puts everything on disk, so that the pointer may be turned to it. */
  function seal(position: string): void {
    // Back in the mode of a live generation; the checkpoint of its log syncs the whole file.
    writer.db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    writer.transaction(() => {
      writer.park([...build.parked.values()].map((each) => [each.collection, each.key, each.position, each.error]));
      writer.setMeta(META.checkpoint, position);
    });
    writer.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  async function close(): Promise<void> {
    writer.close();
    liveReader.close();
    keys.close();
    await store.close();
  }
  return { methods, close };
}

/** Who was erased after a position: rows of the feed that were copied up to it may still hold what was theirs. */
function erasedAfter(target: WriteBehindTarget, position: string): readonly string[] {
  const all = target.scan(erasures.name, '', WHOLE.limit);
  return all.filter((erasure) => erasure.position > position).map(({ key }) => key);
}

export type BuildMethods = Awaited<ReturnType<typeof open>>['methods'];

serveWorker(open);
