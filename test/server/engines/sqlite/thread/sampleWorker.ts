import { writeFileSync } from 'node:fs';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { serveWorker } from '#server/engines/sqlite/thread/workerRpc.ts';
import { WrongExpectedRevision } from '#server/ports/eventStore.ts';

/** Options of the worker of workerRpc.test.ts. */
export interface SampleData {
  readonly failToOpen: boolean;
  /** Written when the worker is closed. */
  readonly closedFile: string;
}

const open = ({ failToOpen, closedFile }: SampleData, notify: (notice: unknown) => void) => {
  if (failToOpen) throw new Unavailable('no such thing', { cause: new RangeError('deep reason') });
  let release: (value: string) => void = () => undefined;
  const methods = {
    add: (a: number, b: number) => a + b,
    /** Answers when `release` is called. */
    hold: () => new Promise<string>((resolve) => (release = resolve)),
    release: (value: string) => release(value),
    wrongRevision: () => {
      throw new WrongExpectedRevision('post-1', 3, 5);
    },
    foreignError: () => {
      throw Object.assign(new TypeError('not this'), { code: 'E_SAMPLE' });
    },
    progress: (count: number) => {
      for (let done = 1; done <= count; done += 1) notify({ done });
    },
    crash: () => {
      setImmediate(() => {
        throw new Error('bug in the worker');
      });
      return new Promise<void>(() => undefined);
    },
  };
  return { methods, close: () => writeFileSync(closedFile, 'closed') };
};

export type SampleMethods = ReturnType<typeof open>['methods'];

serveWorker(open);
