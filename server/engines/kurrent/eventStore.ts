import { setTimeout as pause } from 'node:timers/promises';
import type { LogEra } from '#projections/sync/protocol.ts';
import type { CatchUp } from '../../log/catchUp.ts';
import { encodeAppend } from '../../log/encodeAppend.ts';
import {
  type EventStore,
  type NewEvent,
  type StoredEvent,
  TooLarge,
  WrongExpectedRevision,
} from '../../ports/eventStore.ts';
import { createAppends } from './appends.ts';
import { createClient, type KurrentClient } from './client.ts';
import { addressOf, parseKurrentUrl, refuseUnverified } from './connection.ts';
import { within } from './deadline.ts';
import { countBetween } from './distance.ts';
import { createEras, type Eras } from './eras.ts';
import { createErrors, type KurrentErrors } from './errors.ts';
import { createReader, type KurrentReader } from './reader.ts';
import { subscribeToLog } from './subscription.ts';

/** Milliseconds after which the outcome of an append is unknown. */
const APPEND_DEADLINE_MS = 5_000;
/** Milliseconds that the server may be silent in a read, or before it answers anything else. */
const SILENCE_MS = 10_000;
/** The oldest server whose behaviour was measured. */
const OLDEST_VERSION = [23, 10] as const;

export interface KurrentEventStoreOptions {
  /** Connection string; see `parseKurrentUrl`. */
  readonly url: string;
  /** Begins no era; for commands that only read. */
  readonly readOnly?: boolean;
  /** In production a server has to prove itself: `tlsVerifyCert=false` is refused. */
  readonly environment?: 'development' | 'production' | undefined;
  /** Called with each line for the operator about the connection string. */
  readonly onNote?: ((note: string) => void) | undefined;
  readonly appendDeadlineMs?: number;
  readonly silenceMs?: number;
  /** Called each time that a subscription was dropped; it begins again by itself. */
  readonly onDropped?: (error: Error) => void;
}

/**
 * The event store in KurrentDB, or EventStoreDB from 23.10 on. The database is Quad's own.
 *
 * An append that was not answered in time may land later (`appendsMayLandLate`). The server knows an event id only at
 * the place in the stream where the append expects it, which is enough: with an exact expected revision an append
 * either finds its own events there, or lands there, or never lands.
 *
 * @throws EngineRefused the connection string, the credentials or the version of the server are wrong
 * @throws Unavailable the server does not answer
 */
export async function openKurrentEventStore(options: KurrentEventStoreOptions): Promise<EventStore> {
  const connection = parseKurrentUrl(options.url);
  if (options.environment === 'production') refuseUnverified(connection);
  const { appendDeadlineMs = connection.defaultDeadline ?? APPEND_DEADLINE_MS, silenceMs = SILENCE_MS } = options;
  for (const note of connection.notes) options.onNote?.(note);
  const errors = createErrors(addressOf(connection));
  const client = createClient(connection);
  const reader = createReader(client, errors, silenceMs);
  const eras = createEras(client, appendDeadlineMs);
  const parts = { client, errors, reader, eras, appendDeadlineMs, silenceMs, onDropped: options.onDropped ?? ignore };
  const opening = new AbortController();
  const opened = open(parts, options.readOnly ?? false, opening.signal);
  try {
    await within(silenceMs, opened, () => errors.late('opening', silenceMs));
  } catch (error) {
    // A client that is asked something once it has ended throws where nobody can catch it: the call under way ends first.
    opening.abort(error);
    await Promise.race([opened.catch(ignore), pause(appendDeadlineMs, undefined, { ref: false })]);
    await client.end();
    throw errors.ofOpening('opening', error);
  }
  return new KurrentEventStore(parts);
}

interface Parts {
  readonly client: KurrentClient;
  readonly errors: KurrentErrors;
  readonly reader: KurrentReader;
  readonly eras: Eras;
  readonly appendDeadlineMs: number;
  readonly silenceMs: number;
  readonly onDropped: (error: Error) => void;
}

const ignore = (): void => undefined;

async function open({ client, errors, reader, eras }: Parts, readOnly: boolean, signal: AbortSignal): Promise<void> {
  const version = await client.serverVersion();
  signal.throwIfAborted();
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isKnown = major > OLDEST_VERSION[0] || (major === OLDEST_VERSION[0] && minor >= OLDEST_VERSION[1]);
  if (!isKnown) throw errors.wrongVersion(version, OLDEST_VERSION.join('.'));
  if (readOnly) await reader.head();
  else await eras.begin(reader.head, signal);
}

class KurrentEventStore implements EventStore {
  readonly appendsMayLandLate = true;
  readonly #parts: Parts;
  readonly #append: ReturnType<typeof createAppends>;
  readonly #subscriptions = new Set<CatchUp>();
  readonly #calls = new Set<Promise<unknown>>();
  #closing: Promise<void> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#append = createAppends(parts);
  }

  eras(): Promise<readonly LogEra[]> {
    const { eras, silenceMs } = this.#parts;
    return this.#call('reading the eras', silenceMs, () => eras.read());
  }

  async append(stream: string, expectedRevision: number, events: readonly NewEvent[]): Promise<{ position: string }> {
    const encoded = encodeAppend(stream, expectedRevision, events);
    const { appendDeadlineMs, silenceMs } = this.#parts;
    return this.#call(`an append to ${stream}`, appendDeadlineMs + silenceMs, () => this.#append(encoded));
  }

  readStream(stream: string, fromRevision = 0): Promise<readonly StoredEvent[]> {
    return this.#track(() => this.#parts.reader.readStream(stream, fromRevision));
  }

  readAll(after: string, limit: number): Promise<readonly StoredEvent[]> {
    return this.#track(() => this.#parts.reader.readAll(after, limit));
  }

  eventAt(position: string): Promise<StoredEvent | null> {
    return this.#track(() => this.#parts.reader.eventAt(position));
  }

  head(): Promise<string> {
    return this.#track(() => this.#parts.reader.head());
  }

  distance(from: string, to: string): Promise<number> {
    return this.#track(() => countBetween(this.#parts.reader, from, to));
  }

  async check(): Promise<void> {
    const { eras, silenceMs } = this.#parts;
    await this.head();
    await this.#call('trying an append', silenceMs, () => eras.tryAppend());
  }

  subscribe(
    after: string,
    handler: (events: readonly StoredEvent[]) => Promise<void>,
    onError: (error: Error) => void,
  ): { close(): Promise<void> } {
    const { errors } = this.#parts;
    if (this.#closing !== null) {
      queueMicrotask(() => onError(errors.closed()));
      return { close: () => Promise.resolve() };
    }
    const subscription = subscribeToLog(this.#parts, after, handler, onError);
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
    await Promise.allSettled(this.#calls);
    await this.#parts.client.end();
  }

  /** Counts a call as under way until it ends. @throws Unavailable the store is closed */
  async #track<T>(action: () => Promise<T>): Promise<T> {
    if (this.#closing !== null) throw this.#parts.errors.closed();
    const call = action();
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }

  /** A call with a deadline, and errors of the engine as the port names them. */
  #call<T>(name: string, deadlineMs: number, action: () => Promise<T>): Promise<T> {
    const { errors } = this.#parts;
    return this.#track(async () => {
      try {
        return await within(deadlineMs, action(), () => errors.late(name, deadlineMs));
      } catch (error) {
        if (error instanceof WrongExpectedRevision || error instanceof TooLarge) throw error;
        throw errors.ofCall(name, error);
      }
    });
  }
}
