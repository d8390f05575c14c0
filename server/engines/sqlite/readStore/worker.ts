import type { PageBounds, ProjectionGeneration } from '#projections/engine/readStore.ts';
import type { Read } from '#projections/kernel/projection.ts';
import { serveWorker } from '../thread/workerRpc.ts';
import { noteGeneration, readGenerations } from './generations.ts';
import { META, NEW_CHECKPOINT, openGenerationReader } from './reader.ts';
import type { CollectionShape } from './tables.ts';
import { type CommitMessage, openGenerationWriter } from './writer.ts';

/** Start data of the read store's two threads: one writes batches, one reads, so that no reader waits for a commit. */
export interface ReadStoreWorkerData {
  readonly file: string;
  readonly role: 'reader' | 'writer';
  readonly shapes: readonly CollectionShape[];
  /** Lineage, and the generations that an empty file is of, if it is new. */
  readonly lineage: string;
  readonly generations: readonly ProjectionGeneration[];
  /** Whether a build has just made the file, so that it need not be checked while the projector is paused. */
  readonly isJustBuilt: boolean;
}

function writerService({ file, shapes, lineage, generations, isJustBuilt }: ReadStoreWorkerData) {
  const writer = openGenerationWriter(file, shapes, isJustBuilt);
  if (writer.meta(META.lineage) === null) {
    writer.transaction(() => {
      writer.setMeta(META.lineage, lineage);
      writer.setMeta(META.floor, NEW_CHECKPOINT);
      for (const generation of generations) noteGeneration(writer, generation);
    });
  }
  const methods = {
    lineage: () => writer.meta(META.lineage) ?? lineage,
    load: (reads: readonly Read[]) => writer.load(reads),
    commit: (batch: CommitMessage) => writer.commit(batch),
    noteEra: (era: string) => writer.transaction(() => writer.setMeta(META.era, era)),
  };
  return { methods, close: () => writer.close() };
}

function readerService({ file, shapes }: ReadStoreWorkerData) {
  const reader = openGenerationReader(file, shapes);
  const methods = {
    checkpoint: () => reader.meta(META.checkpoint) ?? NEW_CHECKPOINT,
    feedFloor: () => reader.meta(META.floor) ?? NEW_CHECKPOINT,
    get: (refs: readonly (readonly [string, string])[]) => reader.get(refs),
    query: (collection: string, query: string, values: readonly string[], page: PageBounds) =>
      reader.query(collection, query, values, page),
    scan: (collection: string, after: string, limit: number) => reader.scan(collection, after, limit),
    generations: () => readGenerations(reader),
    parked: () => reader.parked(),
    recording: () => reader.meta(META.recording) || null,
    era: () => reader.meta(META.era),
    feedEnd: () => reader.feedEnd(),
    feedAfter: (row: number, limit: number) => reader.feedAfter(row, limit),
    leavers: (topic: string, position: string) => reader.leavers(topic, position),
  };
  return { methods, close: () => reader.close() };
}

export type WriterMethods = ReturnType<typeof writerService>['methods'];
export type ReaderMethods = ReturnType<typeof readerService>['methods'];

serveWorker((data: ReadStoreWorkerData) => (data.role === 'writer' ? writerService(data) : readerService(data)));
