import { setTimeout as delay } from 'node:timers/promises';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { type CatchUp, catchUp } from '../../log/catchUp.ts';
import { createCommitSignal } from '../../log/commitSignal.ts';
import { encodeAppend } from '../../log/encodeAppend.ts';
import { formatPosition, parsePosition } from '../../log/position.ts';
import { type EventStore, InvalidAppend, type StoredEvent, WrongExpectedRevision } from '../../ports/eventStore.ts';
import { DataFolderRefused } from './dataFolderRefused.ts';
import { createGroupCommit } from './eventStoreGroup.ts';
import type { EventRow } from './eventStoreTables.ts';
import type { EventStoreWorkerData, ReaderMethods, WriterMethods } from './eventStoreWorker.ts';
import type { AppendOutcome } from './eventStoreWriter.ts';
import { DiskFailed } from './sqliteErrors.ts';
import { startWorker, type WorkerClient, type WorkerMethods } from './workerRpc.ts';

const WORKER_FILE = new URL('./eventStoreWorker.ts', import.meta.url);
/** Milliseconds between two looks at a log that another process writes. */
const POLL_MS = 200;

export interface SqliteEventStoreOptions {
  /** Reads beside the process that writes; appends are refused. Subscriptions look again every `pollMs`. */
  readonly readOnly?: boolean;
  readonly pollMs?: number;
}

/**
 * The event store in one SQLite file. Everything that waits is committed together, and an append is acknowledged after
 * its commit is on disk (P1). One process writes a file: see `openDataFolder`.
 *
 * @throws DataFolderRefused the file is damaged, foreign, of a newer format, or can't be written
 */
export async function openSqliteEventStore(file: string, options: SqliteEventStoreOptions = {}): Promise<EventStore> {
  if (options.readOnly === true) return openReadOnly(file, options.pollMs ?? POLL_MS);
  const writer = await start<WriterMethods>(file, 'writer');
  try {
    const reader = await start<ReaderMethods>(file, 'reader');
    const head = await writer.call('head');
    return createStore(file, reader, { writer, head });
  } catch (error) {
    await writer.close();
    throw error;
  }
}

async function openReadOnly(file: string, pollMs: number): Promise<EventStore> {
  const reader = await start<ReaderMethods>(file, 'reader');
  return createStore(file, reader, { pollMs });
}

function start<Methods extends WorkerMethods>(file: string, role: EventStoreWorkerData['role']) {
  return startWorker<Methods>(WORKER_FILE, {
    data: { file, role } satisfies EventStoreWorkerData,
    name: `event store ${file} (${role})`,
    errors: [DataFolderRefused, DiskFailed],
  });
}

type Access =
  | { readonly writer: WorkerClient<WriterMethods>; readonly head: number }
  | { readonly writer?: undefined; readonly pollMs: number };

function createStore(file: string, reader: WorkerClient<ReaderMethods>, access: Access): EventStore {
  const subscriptions = new Set<CatchUp>();
  const signal = createCommitSignal(formatPosition('head' in access ? access.head : 0));
  let failure: DiskFailed | null = null;
  let isClosed = false;
  let closing: Promise<void> | null = null;

  const group = createGroupCommit(async (appends) => {
    if (access.writer === undefined) throw new InvalidAppend(`The event store ${file} was opened to be read only.`);
    try {
      const outcomes = await access.writer.call('append', appends);
      const positions = outcomes.map((outcome) => (outcome.kind === 'appended' ? outcome.position : 0));
      signal.committed(formatPosition(Math.max(...positions)));
      return outcomes;
    } catch (error) {
      // Whether the failed commit is on disk shows when the file is opened anew; until then nothing can be told truly.
      if (error instanceof DiskFailed) failure = error;
      throw error;
    }
  });
  const refuseFailed = (): void => {
    if (failure !== null) throw failure;
  };
  const refuseEnded = (): void => {
    refuseFailed();
    if (isClosed) throw new Unavailable(`The event store ${file} is closed.`);
  };

  const read = async <T>(action: () => Promise<T>): Promise<T> => {
    refuseEnded();
    const result = await action();
    refuseFailed();
    return result;
  };
  const readAll = (after: string, limit: number) =>
    read(async () => (await reader.call('readAll', parsePosition(after), limit)).map(decodeRow));

  async function close(): Promise<void> {
    isClosed = true;
    await Promise.all([...subscriptions].map((subscription) => subscription.close()));
    await group.idle();
    // The writer goes last: the last one to close a database tidies its files up.
    await reader.close();
    await access.writer?.close();
  }

  return {
    appendsMayLandLate: false,
    async append(stream, expectedRevision, events) {
      const encoded = encodeAppend(stream, expectedRevision, events);
      refuseEnded();
      return acknowledge(stream, expectedRevision, await group.append(encoded));
    },
    readStream: (stream, fromRevision = 0) =>
      read(async () => (await reader.call('readStream', stream, fromRevision)).map(decodeRow)),
    readAll,
    head: () => read(async () => formatPosition(await reader.call('head'))),
    subscribe(after, handler, onError) {
      const waitForMore =
        'pollMs' in access ? (_: string, end: AbortSignal) => pause(access.pollMs, end) : signal.waitFor;
      const subscription = catchUp({ readAll, waitForMore }, after, handler, onError);
      subscriptions.add(subscription);
      void subscription.ended.then(() => subscriptions.delete(subscription));
      return subscription;
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function acknowledge(stream: string, expectedRevision: number, outcome: AppendOutcome): { position: string } {
  switch (outcome.kind) {
    case 'appended':
      return { position: formatPosition(outcome.position) };
    case 'wrong-revision':
      throw new WrongExpectedRevision(stream, expectedRevision, outcome.actual);
    case 'id-in-use':
      throw new InvalidAppend(
        `The event id ${outcome.id} is in use at revision ${outcome.revision} of ${outcome.stream}.`,
      );
  }
}

function decodeRow([position, id, stream, revision, type, version, data, meta]: EventRow): StoredEvent {
  return {
    id,
    stream,
    revision,
    position: formatPosition(position),
    type,
    version,
    data: JSON.parse(data) as unknown,
    meta: JSON.parse(meta) as StoredEvent['meta'],
  };
}

/** Waits, or until the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
