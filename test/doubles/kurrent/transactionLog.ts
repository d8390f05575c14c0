import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { compare, type Expected, type Outcome, type Position, type Proposed, type Recorded } from './records.ts';

/** Bytes of a record beside data and metadata: positions are byte offsets. */
const RECORD_BYTES = 120;
/** Revision of a stream without events. */
const NONE = -1;

interface Stream {
  /** Index in the log of every event, by revision. */
  readonly places: number[];
  /** First revision that can be read; a soft delete raises it above all. */
  readableFrom: number;
  isTombstoned: boolean;
}

export interface TransactionLogOptions {
  /** JSON lines; records are written before they are acknowledged, so they outlive the process. */
  readonly file?: string | undefined;
  /** Whether an append that is repeated at its exact revision is recognised (default: yes). */
  readonly detectsRepeats?: boolean | undefined;
  /** Bytes between prepare and commit position of each record, as after an explicit transaction. */
  readonly commitDelay?: number | undefined;
}

/** The server's data: records in order, streams over them, and the rules of idempotency (`kurrentdb.md`). */
export class TransactionLog {
  readonly records: Recorded[] = [];
  readonly #streams = new Map<string, Stream>();
  readonly #listeners = new Set<() => void>();
  readonly #file: number | null;
  readonly #commitDelay: bigint;
  readonly #detectsRepeats: boolean;
  /** Ids of the events of this run of the server by stream: what ANY and STREAM_EXISTS know of repeats. */
  #recent = new Map<string, { stream: string; revision: number }>();
  #end = 0n;
  /** Records that are replicated and indexed: readers see these. */
  #readable = 0;

  constructor({ file, commitDelay = 0, detectsRepeats = true }: TransactionLogOptions = {}) {
    this.#detectsRepeats = detectsRepeats;
    this.#commitDelay = BigInt(commitDelay);
    if (file !== undefined && existsSync(file)) this.#load(file);
    this.#file = file === undefined ? null : openSync(file, 'a');
    this.#readable = this.records.length;
    if (this.records.length > 0) return;
    // A new server begins with events of its own.
    this.#write('$users', [systemEvent('$User', { user: 'admin' })]);
    this.#write('$user-admin', [systemEvent('$UserCreated', { loginName: 'admin' })]);
    this.#readable = this.records.length;
  }

  /** Number of records that readers see. */
  get readable(): number {
    return this.#readable;
  }

  /** Forgets what a server process has in memory only. */
  restart(): void {
    this.#recent = new Map();
    this.#readable = this.records.length;
  }

  /** Closes its file. */
  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }

  /** Calls a function after every write, until the returned function is called. */
  onWrite(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Appends, and lets readers see it at once. */
  append(name: string, expected: Expected, events: readonly Proposed[]): Outcome {
    const outcome = this.accept(name, expected, events);
    this.replicate();
    if (outcome === 'dropped') throw new Error(`The first append of these events to ${name} is under way.`);
    return outcome;
  }

  /**
   * Takes an append as the leader does before the others have it: readers see it once it is replicated. A repeat of one
   * that is not yet is dropped.
   */
  accept(name: string, expected: Expected, events: readonly Proposed[]): Outcome | 'dropped' {
    const stream = this.#streams.get(name);
    if (stream?.isTombstoned === true) return { kind: 'deleted' };
    const current = (stream?.places.length ?? 0) - 1;
    const known =
      typeof expected === 'number' ? this.#knownAt(name, expected, events) : this.#knownRecently(name, events);
    if (known !== null) return known;
    const isSoftDeleted = stream !== undefined && stream.readableFrom > current && current >= 0;
    if (expected === 'stream_exists' && (current === NONE || isSoftDeleted)) return { kind: 'wrong-version', current };
    const fits = typeof expected !== 'number' || expected === current || (expected === NONE && isSoftDeleted);
    if (!fits) return { kind: 'wrong-version', current };
    if (isSoftDeleted) stream.readableFrom = current + 1;
    // An append without events succeeds and claims a revision.
    if (events.length === 0) return { kind: 'written', revision: current + 1, position: this.#last() };
    return this.#written(this.#write(name, events));
  }

  /** Lets readers see the log up to a number of records (default: all of it). */
  replicate(upTo = this.records.length): void {
    if (upTo <= this.#readable) return;
    this.#readable = upTo;
    for (const listener of this.#listeners) listener();
  }

  /** Loses what was not replicated, as a leader does that comes back to others who have elected a new one. */
  truncate(): void {
    const lost = this.records.splice(this.#readable);
    for (const { stream, id } of lost) {
      this.#streamOf(stream).places.pop();
      this.#recent.delete(id);
    }
  }

  /** A soft delete: the stream reads as missing, and goes on at its next revision. */
  delete(name: string, expected: Expected): Outcome {
    const outcome = this.#checkDeletion(name, expected);
    if (outcome !== null) return outcome;
    const stream = this.#streamOf(name);
    stream.readableFrom = Number.MAX_SAFE_INTEGER;
    const written = this.#written(this.#write(`$$${name}`, [systemEvent('$metadata', { $tb: '9223372036854775807' })]));
    this.replicate();
    return written;
  }

  /** Ends a stream for good. */
  tombstone(name: string, expected: Expected): Outcome {
    const outcome = this.#checkDeletion(name, expected);
    if (outcome !== null) return outcome;
    const written = this.#written(this.#write(name, [systemEvent('$streamDeleted', {})]));
    this.#streamOf(name).isTombstoned = true;
    this.replicate();
    return written;
  }

  /** Events of a stream that can be read, oldest first. */
  stream(name: string): readonly Recorded[] | 'not-found' | 'deleted' {
    const stream = this.#streams.get(name);
    if (stream?.isTombstoned === true) return 'deleted';
    const places = (stream?.places.slice(stream.readableFrom) ?? []).filter((place) => place < this.#readable);
    if (places.length === 0) return 'not-found';
    return places.map((place) => this.records[place] as Recorded);
  }

  /**
   * Index of the first record at or after a position. A commit position has to be that of a record; the prepare position
   * need not be. `null`: the commit position is inside the log, and no record's. `impossible`: it lies before the prepare
   * position.
   */
  indexOf(position: Position): number | null | 'impossible' {
    const { commit, prepare } = position;
    if (commit === 0n && prepare === 0n) return 0;
    if (commit < prepare) return 'impossible';
    if (compare(position, this.#last()) > 0) return this.records.length;
    let [low, high] = [0, this.records.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(this.records[middle] as Recorded, position) < 0) low = middle + 1;
      else high = middle;
    }
    const isOfRecord = [low - 1, low].some((place) => this.records[place]?.commit === commit);
    return isOfRecord ? low : null;
  }

  /** Writes events of the server itself, such as its statistics. */
  writeSystemEvents(count: number): void {
    for (let n = 0; n < count; n += 1) this.#write('$stats-127.0.0.1:2113', [systemEvent('$statsCollected', { n })]);
    this.replicate();
  }

  #knownAt(name: string, expected: number, events: readonly Proposed[]): Outcome | 'dropped' | null {
    const all = this.#streams.get(name)?.places ?? [];
    if (!this.#detectsRepeats || expected >= all.length - 1 || events.length === 0) return null;
    const places = all.slice(expected + 1, expected + 1 + events.length);
    const there = places.map((place) => this.records[place]);
    const isRepeat = events.every(({ id }, index) => there[index]?.id === id);
    if (!isRepeat) return null;
    return places.some((place) => place >= this.#readable) ? 'dropped' : this.#written(there as Recorded[]);
  }

  #knownRecently(name: string, events: readonly Proposed[]): Outcome | 'dropped' | null {
    const known = events.map(({ id }) => this.#recent.get(id)).map((at) => (at?.stream === name ? at : undefined));
    if (known[0] === undefined) return null;
    const places = this.#streams.get(name)?.places ?? [];
    // Corrupted idempotency: the first is known, another is not.
    if (known.includes(undefined)) return { kind: 'wrong-version', current: places.length - 1 };
    const last = places[known.at(-1)?.revision ?? 0] as number;
    return last >= this.#readable ? 'dropped' : this.#written([this.records[last] as Recorded]);
  }

  #checkDeletion(name: string, expected: Expected): Outcome | null {
    const stream = this.#streams.get(name);
    if (stream?.isTombstoned === true) return { kind: 'deleted' };
    const current = (stream?.places.length ?? 0) - 1;
    if (typeof expected === 'number' && expected !== current) return { kind: 'wrong-version', current };
    return null;
  }

  #written(records: readonly Recorded[]): Outcome {
    const { revision, commit, prepare } = records.at(-1) as Recorded;
    return { kind: 'written', revision, position: { commit, prepare } };
  }

  #write(name: string, events: readonly Proposed[]): readonly Recorded[] {
    const first = this.#streamOf(name).places.length;
    const records = events.map((event, index): Recorded => {
      const prepare = this.#end + 1n;
      const commit = prepare + this.#commitDelay;
      this.#end = commit + BigInt(RECORD_BYTES + event.data.length + event.metadata.length);
      return { ...event, stream: name, revision: first + index, commit, prepare, created: Date.now() };
    });
    if (this.#file !== null) writeSync(this.#file, records.map((record) => `${toLine(record)}\n`).join(''));
    for (const record of records) {
      this.#keep(record);
      this.#recent.set(record.id, record);
    }
    return records;
  }

  #keep(record: Recorded): void {
    this.#streamOf(record.stream).places.push(this.records.push(record) - 1);
  }

  #streamOf(name: string): Stream {
    const known = this.#streams.get(name);
    if (known !== undefined) return known;
    const made: Stream = { places: [], readableFrom: 0, isTombstoned: false };
    this.#streams.set(name, made);
    return made;
  }

  #last(): Position {
    return this.records.at(-1) ?? { commit: 0n, prepare: 0n };
  }

  #load(file: string): void {
    // A line without its end was being written when the process died: its append was never acknowledged.
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    for (const line of lines) {
      const record = fromLine(line);
      this.#keep(record);
      this.#end = record.commit + BigInt(RECORD_BYTES + record.data.length + record.metadata.length);
      const stream = this.#streamOf(record.stream.replace(/^\$\$/, ''));
      if (record.type === '$streamDeleted') stream.isTombstoned = true;
      else if (record.stream.startsWith('$$')) stream.readableFrom = Number.MAX_SAFE_INTEGER;
      else stream.readableFrom = Math.min(stream.readableFrom, record.revision);
    }
  }
}

function systemEvent(type: string, data: object): Proposed {
  const text = Buffer.from(JSON.stringify(data));
  return { id: randomUUID(), type, contentType: 'application/json', data: text, metadata: Buffer.alloc(0) };
}

function toLine({ commit, prepare, data, metadata, ...rest }: Recorded): string {
  const texts = { data: data.toString('base64'), metadata: metadata.toString('base64') };
  return JSON.stringify({ ...rest, ...texts, commit: String(commit), prepare: String(prepare) });
}

function fromLine(line: string): Recorded {
  const { commit, prepare, data, metadata, ...rest } = JSON.parse(line) as Record<'commit' | 'data', string> &
    Record<'prepare' | 'metadata', string> &
    Omit<Recorded, 'commit' | 'prepare' | 'data' | 'metadata'>;
  return {
    ...rest,
    commit: BigInt(commit),
    prepare: BigInt(prepare),
    data: Buffer.from(data, 'base64'),
    metadata: Buffer.from(metadata, 'base64'),
  };
}
