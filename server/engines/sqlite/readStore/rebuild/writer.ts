import { startWorker } from '../../thread/workerRpc.ts';
import type { CollectionShape } from '../tables.ts';
import type { BuildWriterMethods, DocumentWrite } from './writerWorker.ts';

const WORKER_FILE = new URL('./writerWorker.ts', import.meta.url);

/** Batches that are on their way to the thread, or being written: one, and the next. */
const BATCHES_UNDER_WAY = 2;

/** A thread that writes the documents of a build, so that the one that folds need not. */
export interface BuildWriter {
  /** Opens the file, which is the thread's alone until `finish`. */
  begin(file: string, shapes: readonly CollectionShape[]): void;
  /** Whether it takes another batch now. @throws what an earlier batch threw */
  isFree(): boolean;
  /** Hands over a batch; they are written in their order. */
  write(writes: readonly DocumentWrite[]): void;
  /** Waits until it takes another batch. */
  freed(): Promise<void>;
  /** Commits all batches and lets the file go. @throws what one of them threw */
  finish(): Promise<void>;
  /** Ends the thread. What was not finished is of no use. */
  close(): Promise<void>;
}

export async function startBuildWriter(): Promise<BuildWriter> {
  const worker = await startWorker<BuildWriterMethods>(WORKER_FILE, {
    data: null,
    name: 'rebuild (writes)',
    isPrompt: true,
  });
  const underWay = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | null = null;

  /** Keeps the error of a call for the next question: nobody awaits the call itself. */
  function follow(call: Promise<void>): void {
    const settled = call
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .then(() => void underWay.delete(settled));
    underWay.add(settled);
  }
  function throwFailure(): void {
    if (failure !== null) throw failure.error;
  }

  return {
    begin: (file, shapes) => follow(worker.call('begin', file, shapes)),
    isFree() {
      throwFailure();
      return underWay.size < BATCHES_UNDER_WAY;
    },
    write: (writes) => follow(worker.call('write', writes)),
    async freed() {
      while (underWay.size >= BATCHES_UNDER_WAY) await Promise.race(underWay);
      throwFailure();
    },
    async finish() {
      await Promise.all(underWay);
      throwFailure();
      await worker.call('finish');
    },
    close: () => worker.close(),
  };
}
