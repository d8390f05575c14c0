import { rm } from 'node:fs/promises';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { DataFolderRefused } from '../../../ports/dataFolderRefused.ts';
import { type SearchIndex, SearchNotReady } from '../../../ports/searchIndex.ts';
import { DiskFailed } from '../sqliteErrors.ts';
import { createThreadOnDemand } from '../thread/threadOnDemand.ts';
import { startWorker } from '../thread/workerRpc.ts';
import type { SearchMethods, SearchWorkerData } from './worker.ts';

const WORKER_FILE = new URL('./worker.ts', import.meta.url);
/** Milliseconds without work after which the thread ends. */
export const SEARCH_REST_MS = 20_000;
/** Endings of the files that SQLite keeps beside a database. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'] as const;

/**
 * Search indexes in one SQLite file (FTS5), in a thread that runs only while there is work. A file that is torn is
 * deleted and begun anew, because all of it is made of the read models. Opens nothing before it is used: a file that is
 * foreign, of a newer format or can't be written makes every call `Unavailable`, and keeps nothing else from working.
 *
 * @param restMs milliseconds without work after which the thread ends
 */
export function openSqliteSearchIndex(file: string, restMs = SEARCH_REST_MS): SearchIndex {
  const start = () =>
    startWorker<SearchMethods>(WORKER_FILE, {
      data: { file } satisfies SearchWorkerData,
      name: `search index ${file}`,
      errors: [DataFolderRefused, DiskFailed],
    });
  const startAnew = async () => {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof DataFolderRefused) || error.code !== 'CORRUPT') throw error;
      for (const ending of COMPANIONS) await rm(`${file}${ending}`, { force: true });
      return start();
    }
  };
  const thread = createThreadOnDemand(startAnew, restMs);
  let isClosed = false;

  async function call<Name extends keyof SearchMethods & string>(
    method: Name,
    ...args: Parameters<SearchMethods[Name]>
  ): Promise<Awaited<ReturnType<SearchMethods[Name]>>> {
    if (isClosed) throw new Unavailable(`The search index ${file} is closed.`);
    try {
      return await thread.use((worker) => worker.call(method, ...args));
    } catch (error) {
      throw error instanceof DataFolderRefused ? new Unavailable(error.message, { cause: error }) : error;
    }
  }

  return {
    builds: (index) => call('builds', index),
    begin: (shape) => call('begin', shape),
    write: (build, changes) => call('write', build, changes),
    note: (build, state) => call('note', build, state),
    makeLive: (build) => call('makeLive', build),
    discard: (build) => call('discard', build),
    erase: (subjects) => call('erase', subjects),
    async find(question) {
      const hits = await call('find', question);
      if (hits === null) throw new SearchNotReady(question.index);
      return hits;
    },
    check: () => call('check'),
    async close() {
      isClosed = true;
      await thread.close();
    },
  };
}
