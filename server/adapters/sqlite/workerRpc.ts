import { parentPort, Worker, workerData } from 'node:worker_threads';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { decodeError, type ErrorClass, encodeError, type WireError } from './workerErrors.ts';

/** What a worker thread can be asked, by name. Arguments and results are cloned, so they hold plain data only. */
export type WorkerMethods = Readonly<Record<string, (...args: never[]) => unknown>>;

interface Request {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

type Message =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: WireError }
  | { readonly kind: 'notice'; readonly notice: unknown };

/** Id of the request to open: it is implied by starting the thread. */
const OPEN_ID = 0;
/** Method that every worker answers: it closes what the worker has open and ends the thread. */
const CLOSE = '$close';

/** What a worker thread offers once it has opened its files. */
export interface WorkerService {
  /** Called one at a time, in the order of the requests; an asynchronous one does not hold up the next. */
  readonly methods: WorkerMethods;
  /** Closes what is open. Called once, after everything that was asked before has been answered. */
  close(): void | Promise<void>;
}

/**
 * The thread's side: opens the service with the data that `startWorker` was given and answers its calls.
 * An error of `open` is thrown by `startWorker`.
 *
 * @param open gets the data and a function that sends a notice (progress) to the other side
 */
export function serveWorker<Data>(
  open: (data: Data, notify: (notice: unknown) => void) => WorkerService | Promise<WorkerService>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('This file is the start of a worker thread.');
  const send = (message: Message) => port.postMessage(message);
  const running = new Set<Promise<void>>();

  async function answer(service: WorkerService, { id, method, args }: Request): Promise<void> {
    try {
      const call = service.methods[method];
      if (call === undefined) throw new Error(`The worker has no method ${method}.`);
      send({ kind: 'result', id, value: await call(...(args as never[])) });
    } catch (error) {
      send({ kind: 'error', id, error: encodeError(error) });
    }
  }

  async function end(service: WorkerService, id: number): Promise<void> {
    await Promise.all(running);
    try {
      await service.close();
      send({ kind: 'result', id, value: undefined });
    } catch (error) {
      send({ kind: 'error', id, error: encodeError(error) });
    }
    port?.close();
  }

  async function start(): Promise<void> {
    try {
      const service = await open(workerData as Data, (notice) => send({ kind: 'notice', notice }));
      port?.on('message', (request: Request) => {
        const done = request.method === CLOSE ? end(service, request.id) : answer(service, request);
        if (request.method === CLOSE) return;
        running.add(done);
        void done.then(() => running.delete(done));
      });
      send({ kind: 'ready' });
    } catch (error) {
      send({ kind: 'error', id: OPEN_ID, error: encodeError(error) });
    }
  }
  void start();
}

/** Our side of a worker thread. */
export interface WorkerClient<Methods extends WorkerMethods> {
  /**
   * Asks the worker. Errors of the classes given to `startWorker` arrive as such, others as `Error` with their name.
   * @throws Unavailable the thread has ended: whether it did what was asked is not known
   */
  call<Name extends keyof Methods & string>(
    method: Name,
    ...args: Parameters<Methods[Name]>
  ): Promise<Awaited<ReturnType<Methods[Name]>>>;
  /** Waits for what runs, closes the worker's files and ends the thread. Repeating it changes nothing. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

export interface WorkerOptions {
  /** Passed to the worker's `open`; plain data. */
  readonly data: unknown;
  /** What the worker does, in words, for messages (`event store /data/events.db`). */
  readonly name: string;
  /** Error classes that keep their class across the thread border; `Unavailable` always does. */
  readonly errors?: readonly ErrorClass[];
  readonly onNotice?: (notice: unknown) => void;
}

/**
 * Starts a worker thread whose file calls `serveWorker`; resolves when its `open` is done.
 * @throws what `open` threw
 */
export async function startWorker<Methods extends WorkerMethods>(
  file: URL,
  { data, name, errors = [], onNotice }: WorkerOptions,
): Promise<WorkerClient<Methods>> {
  const worker = new Worker(file, { workerData: data, name });
  const waiting = new Map<number, Waiting>();
  const known = [Unavailable, ...errors];
  let lastId = OPEN_ID;
  let ended: Error | null = null;
  let closing: Promise<void> | null = null;

  const settle = (id: number, act: (entry: Waiting) => void): void => {
    const entry = waiting.get(id);
    waiting.delete(id);
    if (entry !== undefined) act(entry);
  };
  const fail = (error: Error): void => {
    ended ??= error;
    for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(error));
  };
  const receive = (message: Message): void => {
    if (message.kind === 'notice') onNotice?.(message.notice);
    else if (message.kind === 'ready') settle(OPEN_ID, ({ resolve }) => resolve(undefined as never));
    else if (message.kind === 'result') settle(message.id, ({ resolve }) => resolve(message.value as never));
    else settle(message.id, ({ reject }) => reject(decodeError(message.error, known)));
  };
  const wait = (id: number): Promise<never> =>
    new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
  const ask = (method: string, args: readonly unknown[]): Promise<never> => {
    if (ended !== null) return Promise.reject(ended);
    lastId += 1;
    const reply = wait(lastId);
    worker.postMessage({ id: lastId, method, args } satisfies Request);
    return reply;
  };
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      fail(new Unavailable(`The thread of ${name} has ended.`));
      resolve();
    });
  });

  worker.on('message', receive);
  worker.on('error', (cause) => fail(new Unavailable(`The thread of ${name} has crashed.`, { cause })));
  const opened = wait(OPEN_ID);
  try {
    await opened;
  } catch (error) {
    await worker.terminate();
    throw error;
  }

  async function close(): Promise<void> {
    if (ended === null) {
      const closed = ask(CLOSE, []);
      ended = new Unavailable(`${name} is closed.`);
      await closed;
    }
    await exited;
  }
  return {
    call: (method, ...args) => ask(method, args),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
