import { Unavailable } from '#projections/engine/eventLog.ts';
import type { LogEra } from '#projections/sync/protocol.ts';
import { type CatchUp, catchUp } from '../../../log/catchUp.ts';
import { encodeAppend } from '../../../log/encodeAppend.ts';
import {
  type EventStore,
  InvalidAppend,
  type NewEvent,
  type StoredEvent,
  WrongExpectedRevision,
} from '../../../ports/eventStore.ts';
import { formatPosition, ifPosition, parsePosition, positionsBetween } from '../../position.ts';
import type { ThreadDeath, WorkerClient } from '../thread/workerRpc.ts';
import { decodeEra, decodeRow } from './tables.ts';
import { type LogGrowth, pollGrowth, startReader, startWriter } from './threads.ts';
import type { ReaderMethods } from './worker.ts';
import type { AppendOutcome } from './writer.ts';

/** Milliseconds between two polls of a log that another process writes. */
const POLL_MS = 200;

export interface SqliteEventStoreOptions {
  /** Reads beside the process that writes; appends are refused. Subscriptions poll every `pollMs`. */
  readonly readOnly?: boolean;
  readonly pollMs?: number;
  /**
   * Caches heads of streams and the newest events. Correct only while no other process writes the file, so only the
   * composition of a single process may set it.
   */
  readonly soleWriter?: boolean;
  /** Called for every committed group with its number of appends. */
  readonly onGroup?: (appends: number) => void;
  readonly onDeath?: ThreadDeath | undefined;
}

/**
 * The event store in one SQLite file. Waiting appends are committed together, and an append is acknowledged after its
 * commit is on disk (P1). One process writes a file: see `openDataFolder`.
 *
 * After a disk failure during a commit, every call throws `Unavailable` until the file is opened again, because only
 * that shows whether the commit is on the disk (P7).
 *
 * @throws DataFolderRefused the file is damaged, foreign, of a newer format, or can't be written
 */
export async function openSqliteEventStore(file: string, options: SqliteEventStoreOptions = {}): Promise<EventStore> {
  const { readOnly = false, soleWriter = false, pollMs = POLL_MS, onGroup = () => undefined, onDeath } = options;
  const growth = readOnly ? pollGrowth(file, pollMs) : await startWriter(file, { onGroup, onDeath, soleWriter });
  try {
    return new SqliteEventStore(file, await startReader(file, onDeath), growth);
  } catch (error) {
    await growth.close();
    throw error;
  }
}

class SqliteEventStore implements EventStore {
  readonly appendsMayLandLate = false;
  readonly #file: string;
  readonly #reader: WorkerClient<ReaderMethods>;
  readonly #growth: LogGrowth;
  readonly #subscriptions = new Set<CatchUp>();
  #closing: Promise<void> | null = null;

  constructor(file: string, reader: WorkerClient<ReaderMethods>, growth: LogGrowth) {
    this.#file = file;
    this.#reader = reader;
    this.#growth = growth;
  }

  eras(): Promise<readonly LogEra[]> {
    return this.#read(async (reader) => (await reader.call('eras')).map(decodeEra));
  }

  async append(stream: string, expectedRevision: number, events: readonly NewEvent[]): Promise<{ position: string }> {
    const encoded = encodeAppend(stream, expectedRevision, events);
    this.#refuseUnusable();
    return acknowledge(stream, expectedRevision, await this.#growth.append(encoded));
  }

  readStream(stream: string, fromRevision = 0): Promise<readonly StoredEvent[]> {
    const { known } = this.#growth;
    return this.#read(async (reader) => {
      const head = known.headOf(stream);
      if (head !== null && fromRevision > head) return [];
      const learn = known.reading(stream, fromRevision);
      const events = (await reader.call('readStream', stream, fromRevision)).map(decodeRow);
      learn(events);
      return events;
    });
  }

  readAll(after: string, limit: number): Promise<readonly StoredEvent[]> {
    const { known } = this.#growth;
    return this.#read(async (reader) => {
      const position = parsePosition(after);
      const kept = known.after(position, limit);
      if (kept !== null) return kept;
      const events = (await reader.call('readAll', position, limit)).map(decodeRow);
      known.found(events);
      return events;
    });
  }

  eventAt(position: string): Promise<StoredEvent | null> {
    return this.#read(async (reader) => {
      const at = ifPosition(() => parsePosition(position));
      const row = at === null ? null : await reader.call('eventAt', at);
      return row === null ? null : decodeRow(row);
    });
  }

  head(): Promise<string> {
    return this.#read(async (reader) => formatPosition(await reader.call('head')));
  }

  async distance(from: string, to: string): Promise<number> {
    return positionsBetween(from, to);
  }

  async check(): Promise<void> {
    await this.head();
    await this.#growth.check();
  }

  subscribe(
    after: string,
    handler: (events: readonly StoredEvent[]) => Promise<void>,
    onError: (error: Error) => void,
  ): CatchUp {
    const source = {
      readAll: (position: string, limit: number) => this.readAll(position, limit),
      waitForMore: (position: string, signal: AbortSignal) => this.#growth.waitForMore(position, signal),
    };
    const subscription = catchUp(source, after, handler, onError);
    this.#subscriptions.add(subscription);
    void subscription.ended.then(() => this.#subscriptions.delete(subscription));
    return subscription;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.close()));
    await this.#reader.close();
    // Last: the last connection to close a database cleans up its files.
    await this.#growth.close();
  }

  async #read<T>(action: (reader: WorkerClient<ReaderMethods>) => Promise<T>): Promise<T> {
    this.#refuseUnusable();
    const result = await action(this.#reader);
    if (this.#growth.failure !== null) throw this.#growth.failure;
    return result;
  }

  #refuseUnusable(): void {
    if (this.#growth.failure !== null) throw this.#growth.failure;
    if (this.#closing !== null) throw new Unavailable(`The event store ${this.#file} is closed.`);
  }
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
