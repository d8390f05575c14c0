import type { EncodeDocument } from './bulkDocuments.ts';
import type { BuildCache, Held } from './cache.ts';
import type { BuildWriter } from './writer.ts';
import type { DocumentWrite } from './writerWorker.ts';

/** Documents that are handed to the thread at a time: a few milliseconds of its work. */
const BATCH_DOCUMENTS = 250;

/**
 * The time in which another thread has the file of a build. It was empty at the beginning, and nothing is dropped from
 * the cache, so a document that was never handed over is new.
 */
export interface Handover {
  /** Hands over some changed documents; returns whether there were any, and the thread took them. @throws its error */
  some(): boolean;
  /** Hands over everything. The file is the caller's again. @throws the thread's error */
  end(): Promise<void>;
}

/** Gives the thread the file, and from then on the changed documents of the cache. */
export function beginHandover(
  thread: BuildWriter,
  begin: Parameters<BuildWriter['begin']>,
  cache: Pick<BuildCache, 'changed' | 'takeChanged'>,
  encode: EncodeDocument,
): Handover {
  /** Rows that the tables of the collections have. */
  const rows = new Map<string, number>();
  thread.begin(...begin);

  function newRow(collection: string): number {
    const row = (rows.get(collection) ?? 0) + 1;
    rows.set(collection, row);
    return row;
  }
  function writeOf(held: Held): DocumentWrite {
    const isNew = held.row === null;
    held.row ??= newRow(held.document.collection);
    return [held.row, isNew, ...encode(held.document)];
  }
  function some(): boolean {
    if (!thread.isFree() || cache.changed === 0) return false;
    thread.write(cache.takeChanged(BATCH_DOCUMENTS).map(writeOf));
    return true;
  }

  return {
    some,
    async end() {
      while (cache.changed > 0) {
        if (!some()) await thread.freed();
      }
      await thread.finish();
    },
  };
}
