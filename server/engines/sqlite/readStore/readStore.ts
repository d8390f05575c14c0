import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Unavailable } from '#projections/engine/eventLog.ts';
import {
  CheckpointMismatch,
  type Commit,
  type FeedMark,
  type FeedPage,
  type PageBounds,
  type ReadModelDeclaration,
  type ReadStore,
} from '#projections/engine/readStore.ts';
import type { AnyCollection, DocumentRef, Versioned } from '#projections/kernel/collection.ts';
import type { Read } from '#projections/kernel/projection.ts';
import { DataFolderRefused } from '../folder/dataFolderRefused.ts';
import { startWorker, type ThreadDeath, type WorkerClient } from '../thread/workerRpc.ts';
import { createReadStoreCodec, decodeParked, encodeRefs, type ReadStoreCodec } from './codec.ts';
import { type GenerationFiles, openGenerationFiles } from './files.ts';
import { type CollectionShape, shapeOf } from './tables.ts';
import type { ReaderMethods, ReadStoreWorkerData, WriterMethods } from './worker.ts';

const WORKER_FILE = new URL('./worker.ts', import.meta.url);
/** Milliseconds between two looks whether erased content has left the files. */
const SETTLED_POLL_MS = 20;
/** Characters of the random part of a generation's name. */
export const LINEAGE_CHARACTERS = 8;

/** The read store in SQLite files, with the means to put another generation in the place of the live one. */
export interface SqliteReadStore extends ReadStore {
  readonly files: GenerationFiles;
  /** File of the live generation. */
  readonly file: string;
  /** Makes a finished generation the live one and deletes the one before; reads under way end on that one. */
  adopt(file: string): Promise<void>;
}

export interface SqliteReadStoreOptions {
  /** Milliseconds since 1970: the feed keeps whole rows for 72 h of it. */
  readonly now?: () => number;
  readonly onDeath?: ThreadDeath | undefined;
}

/**
 * Opens the live generation of a fold version, or begins an empty one. A torn file is thrown away: the projector
 * folds it again from the log.
 *
 * @param folder for read models alone; everything in it may be deleted
 */
export async function openSqliteReadStore(
  folder: string,
  declaration: ReadModelDeclaration,
  { now = Date.now, onDeath }: SqliteReadStoreOptions = {},
): Promise<SqliteReadStore> {
  const files = await openGenerationFiles(folder, declaration.foldVersion);
  await files.removeOthers();
  const shapes = declaration.collections.map(shapeOf);
  const open: OpenFile = (file, isJustBuilt) => openGeneration(file, shapes, onDeath, isJustBuilt);
  return new GenerationSwitch(declaration, files, open, now, await openLive(files, open));
}

/** Opens a generation's file. */
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
  const file = await files.next();
  const generation = await open(file);
  await files.makeCurrent(file);
  return generation;
}

/** One generation with its two threads. */
interface OpenGeneration {
  readonly file: string;
  readonly lineage: string;
  readonly writer: WorkerClient<WriterMethods>;
  readonly reader: WorkerClient<ReaderMethods>;
}

async function openGeneration(
  file: string,
  shapes: readonly CollectionShape[],
  onDeath: ThreadDeath | undefined,
  isJustBuilt = false,
): Promise<OpenGeneration> {
  const lineage = randomUUID().slice(0, LINEAGE_CHARACTERS);
  const options = (role: ReadStoreWorkerData['role']) => ({
    data: { file, role, shapes, lineage, isJustBuilt } satisfies ReadStoreWorkerData,
    name: `read models ${file} (${role})`,
    errors: [DataFolderRefused, CheckpointMismatch],
    onDeath,
  });
  const writer = await startWorker<WriterMethods>(WORKER_FILE, options('writer'));
  try {
    const reader = await startWorker<ReaderMethods>(WORKER_FILE, options('reader'));
    return { file, lineage: await writer.call('lineage'), writer, reader };
  } catch (error) {
    await writer.close();
    throw error;
  }
}

async function closeGeneration({ reader, writer }: OpenGeneration): Promise<void> {
  await reader.close();
  await writer.close();
}

class GenerationSwitch implements SqliteReadStore {
  readonly files: GenerationFiles;
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
    this.#declaration = declaration;
    this.#collections = new Map(declaration.collections.map((collection) => [collection.name, collection]));
    this.#codec = createReadStoreCodec(this.#collections);
    this.#open = open;
    this.#now = now;
    this.#live = live;
  }

  get file(): string {
    return this.#live.file;
  }

  get generation(): string {
    return `${this.#declaration.foldVersion}.${this.#live.lineage}`;
  }

  async adopt(file: string): Promise<void> {
    const before = this.#live;
    const next = await this.#open(file, true);
    await this.files.makeCurrent(file);
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

  async erasuresSettled(timeoutMs: number): Promise<void> {
    const until = performance.now() + timeoutMs;
    while (await this.#live.writer.call('owesTruncation')) {
      if (performance.now() >= until) {
        throw new Unavailable(`What was erased is still in the write-ahead log of ${this.file}: somebody reads there.`);
      }
      await delay(SETTLED_POLL_MS);
    }
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
    return (
      doc !== null &&
      this.#collections
        .get(collection)
        ?.topics(doc as never)
        .includes(topic) === true
    );
  }
}
