import { rm } from 'node:fs/promises';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { DataFolderRefused } from '../../../ports/dataFolderRefused.ts';
import { type SearchIndex, SearchNotReady } from '../../../ports/searchIndex.ts';
import { DiskFailed } from '../sqliteErrors.ts';
import { createThreadOnDemand } from '../thread/threadOnDemand.ts';
import { startWorker, type WorkerClient, type WorkerMethods } from '../thread/workerRpc.ts';
import type { SearchFinderMethods } from './findWorker.ts';
import type { SearchWorkerData, SearchWriterMethods } from './writeWorker.ts';

const WRITE_FILE = new URL('./writeWorker.ts', import.meta.url);
const FIND_FILE = new URL('./findWorker.ts', import.meta.url);
/** Milliseconds without work after which the threads end. */
export const SEARCH_REST_MS = 20_000;
/** Endings of the files that SQLite keeps beside a database. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'] as const;

/**
 * Search indexes in one SQLite file (FTS5), in two threads that run only while there is work: one writes and waits for the
 * disk, the other answers meanwhile. A file that is torn is deleted and begun anew, because all of it is made of the read
 * models. Opens nothing before it is used: a file that is foreign, of a newer format or can't be written makes every call
 * `Unavailable`, and keeps nothing else from working.
 *
 * @param restMs milliseconds without work after which the threads end
 */
export function openSqliteSearchIndex(file: string, restMs = SEARCH_REST_MS): SearchIndex {
  const threads = createThreadOnDemand(() => startThreads(file), restMs);
  let isClosed = false;

  async function use<T>(work: (threads: SearchThreads) => Promise<T>): Promise<T> {
    if (isClosed) throw new Unavailable(`The search index ${file} is closed.`);
    try {
      return await threads.use(work);
    } catch (error) {
      throw error instanceof DataFolderRefused ? new Unavailable(error.message, { cause: error }) : error;
    }
  }

  const call: SearchThreads['writer']['call'] = (method, ...args) => use(({ writer }) => writer.call(method, ...args));

  return {
    builds: (index) => call('builds', index),
    begin: (shape) => call('begin', shape),
    write: (build, changes) => call('write', build, changes),
    note: (build, state) => call('note', build, state),
    makeLive: (build) => call('makeLive', build),
    discard: (build) => call('discard', build),
    erase: (subjects) => call('erase', subjects),
    async find(question) {
      const hits = await use(({ finder }) => finder.call('find', question));
      if (hits === null) throw new SearchNotReady(question.index);
      return hits;
    },
    check: () => call('check'),
    async close() {
      isClosed = true;
      await threads.close();
    },
  };
}

interface SearchThreads {
  readonly writer: WorkerClient<SearchWriterMethods>;
  readonly finder: WorkerClient<SearchFinderMethods>;
  close(): Promise<void>;
}

async function startThreads(file: string): Promise<SearchThreads> {
  const start = <Methods extends WorkerMethods>(worker: URL, does: string) =>
    startWorker<Methods>(worker, {
      data: { file } satisfies SearchWorkerData,
      name: `${does} of the search index ${file}`,
      errors: [DataFolderRefused, DiskFailed],
    });
  const startWriter = () => start<SearchWriterMethods>(WRITE_FILE, 'writer');
  const writer = await startWriter().catch(async (error: unknown) => {
    if (!(error instanceof DataFolderRefused) || error.code !== 'CORRUPT') throw error;
    for (const ending of COMPANIONS) await rm(`${file}${ending}`, { force: true });
    return startWriter();
  });
  try {
    const finder = await start<SearchFinderMethods>(FIND_FILE, 'reader');
    const close = async () => {
      // The last one to close empties the write-ahead log, which one that only reads cannot.
      await finder.close();
      await writer.close();
    };
    return { writer, finder, close };
  } catch (error) {
    await writer.close();
    throw error;
  }
}
