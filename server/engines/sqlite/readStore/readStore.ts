import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  CheckpointMismatch,
  type Commit,
  type FeedMark,
  type FeedPage,
  type PageBounds,
  type ProjectionGeneration,
  type ReadModelDeclaration,
  type ReadStore,
} from '#projections/engine/readStore.ts';
import { collectionsOf, generationsOf, staleOf, versionsOf } from '#projections/engine/versions.ts';
import { type AnyCollection, type DocumentRef, topicsOf, type Versioned } from '#projections/kernel/collection.ts';
import type { Read } from '#projections/kernel/projection.ts';
import { DataFolderRefused } from '../../../ports/dataFolderRefused.ts';
import { DiskFailed, openingError } from '../sqliteErrors.ts';
import { startWorker, type ThreadDeath, type WorkerClient } from '../thread/workerRpc.ts';
import { createReadStoreCodec, decodeParked, encodeRefs, type ReadStoreCodec } from './codec.ts';
import { type GenerationFiles, openGenerationFiles } from './files.ts';
import { readGenerations } from './generations.ts';
import { openGenerationReader } from './reader.ts';
import { shapeOf } from './tables.ts';
import type { ReaderMethods, ReadStoreWorkerData, WriterMethods } from './worker.ts';

const WORKER_FILE = new URL('./worker.ts', import.meta.url);
/** Characters of the random part of a generation's name. */
export const LINEAGE_CHARACTERS = 8;

/** The read store in SQLite files; its live generation can be replaced. */
export interface SqliteReadStore extends ReadStore {
  readonly files: GenerationFiles;
  /** The live file. */
  readonly file: string;
  /** Digest of the declared versions and shapes. */
  readonly versions: string;
  /** Makes a finished file the live one and deletes the former one, on which reads under way still finish. */
  adopt(file: string): Promise<void>;
}

export interface SqliteReadStoreOptions {
  /** Milliseconds since 1970, for the retention of the feed. */
  readonly now?: () => number;
  readonly onDeath?: ThreadDeath | undefined;
}

/**
 * Opens the live file, or begins an empty one. Of another release's file, projections with the same folds can be read;
 * the others are stale. A torn file is deleted, and folded again from the log.
 *
 * @param folder for read models alone; everything in it may be deleted
 */
export async function openSqliteReadStore(
  folder: string,
  declaration: ReadModelDeclaration,
  { now = Date.now, onDeath }: SqliteReadStoreOptions = {},
): Promise<SqliteReadStore> {
  const files = await openGenerationFiles(folder);
  await files.removeUnused(now());
  const open: OpenFile = (file, isJustBuilt) => openGeneration(file, declaration, onDeath, isJustBuilt);
  return new GenerationSwitch(declaration, files, open, now, await openLive(files, open));
}

/** Opens a file of read models. */
type OpenFile = (file: string, isJustBuilt?: boolean) => Promise<OpenGeneration>;

async function openLive(files: GenerationFiles, open: OpenFile): Promise<OpenGeneration> {
  const current = await files.current();
  if (current !== null) {
    try {
      return await open(current);
    } catch (error) {
      if (!(error instanceof DataFolderRefused) || error.code !== 'CORRUPT') throw error;
      await files.remove(current);
    }
  }
  const file = files.next();
  const generation = await open(file);
  await files.makeCurrent(file);
  return generation;
}

/** One file with its two threads. */
interface OpenGeneration {
  readonly file: string;
  readonly lineage: string;
  readonly writer: WorkerClient<WriterMethods>;
  readonly reader: WorkerClient<ReaderMethods>;
}

async function openGeneration(
  file: string,
  declaration: ReadModelDeclaration,
  onDeath: ThreadDeath | undefined,
  isJustBuilt = false,
): Promise<OpenGeneration> {
  const lineage = randomUUID().slice(0, LINEAGE_CHARACTERS);
  const stale = staleIn(file, declaration);
  const fresh = declaration.projections.filter(({ name }) => !stale.includes(name));
  const shapes = collectionsOf({ projections: fresh }).map(shapeOf);
  const names = fresh.map(({ name }) => name);
  const generations = generationsOf(declaration, names, lineage);
  const options = (role: ReadStoreWorkerData['role']) => ({
    data: { file, role, shapes, lineage, generations, isJustBuilt } satisfies ReadStoreWorkerData,
    name: `read models ${file} (${role})`,
    errors: [DataFolderRefused, CheckpointMismatch],
    onDeath,
  });
  const writing = startWorker<WriterMethods>(WORKER_FILE, options('writer'));
  // A file that a build has just made needs nothing of the writer before it can be read.
  if (!isJustBuilt) await writing;
  const reading = startWorker<ReaderMethods>(WORKER_FILE, options('reader'));
  try {
    const [writer, reader] = await Promise.all([writing, reading]);
    return { file, lineage: await writer.call('lineage'), writer, reader };
  } catch (error) {
    for (const started of await Promise.allSettled([reading, writing])) {
      if (started.status === 'fulfilled') await started.value.close();
    }
    throw error;
  }
}

/** The declared projections that an existing file does not hold: their tables may have other columns, or be missing. */
function staleIn(file: string, declaration: ReadModelDeclaration): readonly string[] {
  if (!existsSync(file)) return [];
  const reader = openGenerationReader(file, []);
  try {
    return staleOf(declaration, readGenerations(reader));
  } catch (error) {
    // No read has used the file yet, so a torn one is refused as when it is opened.
    throw openingError(file, error instanceof DiskFailed ? error.cause : error);
  } finally {
    reader.close();
  }
}

async function closeGeneration({ reader, writer }: OpenGeneration): Promise<void> {
  await reader.close();
  await writer.close();
}

class GenerationSwitch implements SqliteReadStore {
  readonly files: GenerationFiles;
  readonly versions: string;
  readonly #declaration: ReadModelDeclaration;
  readonly #collections: ReadonlyMap<string, AnyCollection>;
  readonly #codec: ReadStoreCodec;
  readonly #open: OpenFile;
  readonly #now: () => number;
  #live: OpenGeneration;

  constructor(
    declaration: ReadModelDeclaration,
    files: GenerationFiles,
    open: OpenFile,
    now: () => number,
    live: OpenGeneration,
  ) {
    this.files = files;
    this.versions = versionsOf(declaration.projections);
    this.#declaration = declaration;
    this.#collections = new Map(collectionsOf(declaration).map((collection) => [collection.name, collection]));
    this.#codec = createReadStoreCodec(this.#collections);
    this.#open = open;
    this.#now = now;
    this.#live = live;
  }

  get file(): string {
    return this.#live.file;
  }

  get generation(): string {
    return `${this.versions}.${this.#live.lineage}`;
  }

  generations(): Promise<readonly ProjectionGeneration[]> {
    return this.#live.reader.call('generations');
  }

  async stale(): Promise<readonly string[]> {
    return staleOf(this.#declaration, await this.generations());
  }

  async adopt(file: string): Promise<void> {
    const before = this.#live;
    const next = await this.#open(file, true);
    try {
      await this.files.makeCurrent(file);
    } catch (error) {
      await closeGeneration(next);
      throw error;
    }
    this.#live = next;
    await closeGeneration(before);
    await this.files.remove(before.file);
  }

  checkpoint(): Promise<string> {
    return this.#live.reader.call('checkpoint');
  }

  async get(refs: readonly DocumentRef[]): Promise<readonly Versioned[]> {
    if (refs.length === 0) return [];
    return this.#codec.decodeDocuments(await this.#live.reader.call('get', encodeRefs(refs)));
  }

  async query(
    collection: string,
    query: string,
    values: readonly string[],
    page: PageBounds,
  ): Promise<readonly Versioned[]> {
    return this.#codec.decodeDocuments(await this.#live.reader.call('query', collection, query, values, page));
  }

  async scan(collection: string, after: string, limit: number): Promise<readonly Versioned[]> {
    return this.#codec.decodeDocuments(await this.#live.reader.call('scan', collection, after, limit));
  }

  async load(reads: readonly Read[]): Promise<readonly Versioned[]> {
    return this.#codec.decodeDocuments(await this.#live.writer.call('load', reads));
  }

  async commit(batch: Commit): Promise<FeedMark> {
    const row = await this.#live.writer.call('commit', await this.#codec.encodeCommit(batch, this.#now()));
    return { generation: this.generation, row, position: batch.to };
  }

  async feedEnd(): Promise<FeedMark> {
    const { generation } = this;
    const [row, position] = await this.#live.reader.call('feedEnd');
    return { generation, row, position };
  }

  async feedAfter(mark: FeedMark, limit: number): Promise<FeedPage | null> {
    const { generation } = this;
    if (mark.generation !== generation) return null;
    const page = await this.#live.reader.call('feedAfter', mark.row, limit);
    if (page === null) return null;
    const [rows, row, position] = page;
    return { rows: await this.#codec.decodeRows(rows), end: { generation, row, position } };
  }

  async leftSince(topic: string, position: string): Promise<readonly Versioned[]> {
    const documents = await this.#codec.decodeDocuments(await this.#live.reader.call('leavers', topic, position));
    return documents.filter((document) => !this.#isIn(document, topic)).map((document) => ({ ...document, doc: null }));
  }

  feedFloor(): Promise<string> {
    return this.#live.reader.call('feedFloor');
  }

  async parked() {
    return decodeParked(await this.#live.reader.call('parked'));
  }

  lastRecording(): Promise<string | null> {
    return this.#live.reader.call('recording');
  }

  era(): Promise<string | null> {
    return this.#live.reader.call('era');
  }

  async noteEra(era: string): Promise<void> {
    await this.#live.writer.call('noteEra', era);
  }

  close(): Promise<void> {
    return closeGeneration(this.#live);
  }

  #isIn({ collection, doc }: Versioned, topic: string): boolean {
    return topicsOf(this.#collections.get(collection), doc).includes(topic);
  }
}
