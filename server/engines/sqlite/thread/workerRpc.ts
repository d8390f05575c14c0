import { flushCompileCache } from 'node:module';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { assertNever } from '#domain/kernel/assertNever.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { decodeError, type ErrorClass, encodeError, type WireError } from './workerErrors.ts';

/** Methods of a worker thread, by name. Arguments and results are cloned, so they must be plain data. */
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

/** Messages of one turn of the event loop, sent together: crossing the thread border costs more than most requests. */
type MessageBatch<Content> = readonly Content[];

/**
 * Heap limits of a thread. Most threads keep little: 8 MB for the young generation (V8's default is 48), and under 2 GB
 * for the old one, because from 2 GB on V8 copies its 1.6 MB of built-in code for each thread.
 * Threads that compute get 32: a rebuild takes 10% less processor time than with 16, and no more memory; with 64 it
 * is no faster.
 */
const HEAP_LIMITS = {
  answers: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 1_024 },
  computes: { maxYoungGenerationSizeMb: 32 },
} as const;

/** Id of the request to open, which is implied by starting the thread. */
const OPEN_ID = 0;
/** Method that every worker answers: it closes what the worker has open and ends the thread. */
const CLOSE = '$close';

/** The methods of a worker thread, once it has opened its files. */
export interface WorkerService {
  /** Called one at a time, in the order of the requests; an asynchronous one does not hold up the next. */
  readonly methods: WorkerMethods;
  /** Closes open files. Called once, after all earlier requests are answered. */
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
  const send = createMessageBatches<Message>(
    // After all synchronous answers of a batch.
    process.nextTick,
    (batch) => port.postMessage(batch),
    (message, error) => {
      const id = 'id' in message ? message.id : OPEN_ID;
      port.postMessage([{ kind: 'error', id, error: encodeError(error) } satisfies Message]);
    },
  );
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
    // After the batch with the answer.
    process.nextTick(() => port?.close());
  }

  function take(service: WorkerService, request: Request): void {
    if (request.method === CLOSE) {
      void end(service, request.id);
      return;
    }
    const done = answer(service, request);
    running.add(done);
    void done.then(() => running.delete(done));
  }

  async function start(): Promise<void> {
    try {
      const service = await open(workerData as Data, (notice) => send({ kind: 'notice', notice }));
      port?.on('message', (batch: MessageBatch<Request>) => {
        for (const request of batch) take(service, request);
      });
      send({ kind: 'ready' });
      // Writes the compile cache for the next start; see `startServer`.
      flushCompileCache();
    } catch (error) {
      send({ kind: 'error', id: OPEN_ID, error: encodeError(error) });
    }
  }
  void start();
}

/**
 * Gathers messages and sends them as one batch, in order.
 *
 * @param schedule calls back when to send: at the end of a turn of the event loop, or of the running callback
 * @param refused called with a message that cannot be cloned
 */
function createMessageBatches<Content>(
  schedule: (flush: () => void) => void,
  post: (batch: MessageBatch<Content>) => void,
  refused: (content: Content, error: unknown) => void,
): (content: Content) => void {
  let gathered: Content[] = [];
  const postAll = (batch: MessageBatch<Content>): void => {
    try {
      post(batch);
    } catch (error) {
      // Nothing of the batch was sent. Sends each message alone, so that only one that cannot be cloned is refused.
      const [first, ...others] = batch;
      if (first !== undefined && others.length === 0) refused(first, error);
      else for (const content of batch) postAll([content]);
    }
  };
  const flush = (): void => {
    const batch = gathered;
    gathered = [];
    postAll(batch);
  };
  return (content) => {
    gathered.push(content);
    if (gathered.length === 1) schedule(flush);
  };
}

/** Our side of a worker thread. */
export interface WorkerClient<Methods extends WorkerMethods> {
  /**
   * Calls a method. Errors of the classes given to `startWorker` keep their class, others arrive as `Error` with their
   * name.
   * @throws Unavailable the thread has ended: the outcome is uncertain
   */
  call<Name extends keyof Methods & string>(
    method: Name,
    ...args: Parameters<Methods[Name]>
  ): Promise<Awaited<ReturnType<Methods[Name]>>>;
  /** Waits for calls under way, closes the worker's files and ends the thread. Repeating it changes nothing. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** Handles a thread that has ended by itself. */
export type ThreadDeath = (error: Error) => void;

export interface WorkerOptions {
  /** Passed to the worker's `open`; plain data. */
  readonly data: unknown;
  /** Name of the worker for messages (`event store /data/events.db`). */
  readonly name: string;
  /** Error classes that keep their class across the thread border; `Unavailable` always does. */
  readonly errors?: readonly ErrorClass[];
  readonly onNotice?: (notice: unknown) => void;
  /** Called once if the thread ends without `close`: no call will be answered any more. */
  readonly onDeath?: ThreadDeath | undefined;
  /** Kind of work, which decides the heap limits. */
  readonly work?: keyof typeof HEAP_LIMITS;
  /** Sends calls at once instead of with all others of the turn, for a caller that batches itself. */
  readonly isPrompt?: boolean;
}

/**
 * Starts a worker thread whose file calls `serveWorker`; resolves when its `open` is done.
 * @throws what `open` threw
 */
export async function startWorker<Methods extends WorkerMethods>(
  file: URL,
  options: WorkerOptions,
): Promise<WorkerClient<Methods>> {
  const connection = new WorkerConnection<Methods>(file, options);
  await connection.opened();
  return connection;
}

class WorkerConnection<Methods extends WorkerMethods> implements WorkerClient<Methods> {
  readonly #name: string;
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  readonly #opened: Promise<never>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #send: (request: Request) => void;
  readonly #errors: readonly ErrorClass[];
  readonly #onNotice: (notice: unknown) => void;
  #lastId = OPEN_ID;
  readonly #onDeath: ThreadDeath;
  #hasOpened = false;
  /** Why no call is possible any more. */
  #ended: Error | null = null;
  #closing: Promise<void> | null = null;

  constructor(file: URL, options: WorkerOptions) {
    const { data, name, errors = [], onNotice = () => undefined, work = 'answers', isPrompt = false } = options;
    this.#name = name;
    this.#errors = [Unavailable, ...errors];
    this.#onNotice = onNotice;
    this.#onDeath = options.onDeath ?? (() => undefined);
    this.#opened = this.#wait(OPEN_ID);
    this.#worker = new Worker(file, {
      workerData: data,
      name,
      resourceLimits: HEAP_LIMITS[work],
    });
    this.#send = createMessageBatches(
      // After all input of this turn is handled.
      isPrompt ? (flush) => flush() : setImmediate,
      (batch) => this.#worker.postMessage(batch),
      // A message that cannot be cloned was never sent.
      ({ id }, error) => this.#settle(id, ({ reject }) => reject(error as Error)),
    );
    this.#worker.on('message', (batch: MessageBatch<Message>) => {
      for (const message of batch) this.#receive(message);
    });
    this.#worker.on('error', (cause) => this.#fail(new Unavailable(`The thread of ${name} has crashed.`, { cause })));
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#fail(new Unavailable(`The thread of ${name} has ended.`));
        resolve();
      });
    });
  }

  async opened(): Promise<void> {
    try {
      await this.#opened;
      this.#hasOpened = true;
    } catch (error) {
      await this.#worker.terminate();
      throw error;
    }
  }

  call<Name extends keyof Methods & string>(
    method: Name,
    ...args: Parameters<Methods[Name]>
  ): Promise<Awaited<ReturnType<Methods[Name]>>> {
    return this.#ask(method, args);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (this.#ended === null) {
      const closed = this.#ask(CLOSE, []);
      this.#ended = new Unavailable(`${this.#name} is closed.`);
      await closed;
    }
    await this.#exited;
  }

  #ask(method: string, args: readonly unknown[]): Promise<never> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    this.#lastId += 1;
    const id = this.#lastId;
    const reply = this.#wait(id);
    this.#send({ id, method, args });
    return reply;
  }

  #receive(message: Message): void {
    switch (message.kind) {
      case 'notice':
        this.#onNotice(message.notice);
        break;
      case 'ready':
        this.#settle(OPEN_ID, ({ resolve }) => resolve(undefined as never));
        break;
      case 'result':
        this.#settle(message.id, ({ resolve }) => resolve(message.value as never));
        break;
      case 'error':
        this.#settle(message.id, ({ reject }) => reject(decodeError(message.error, this.#errors)));
        break;
      default:
        assertNever(message);
    }
  }

  #wait(id: number): Promise<never> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
  }

  #settle(id: number, act: (entry: Waiting) => void): void {
    const entry = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (entry !== undefined) act(entry);
  }

  #fail(error: Error): void {
    const isDeath = this.#ended === null && this.#hasOpened;
    this.#ended ??= error;
    if (isDeath) this.#onDeath(error);
    for (const id of [...this.#waiting.keys()]) this.#settle(id, ({ reject }) => reject(error));
  }
}
