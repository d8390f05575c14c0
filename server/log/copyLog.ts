import { createHash } from 'node:crypto';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { canonicalJson } from '../kernel/canonicalJson.ts';
import { type EventStore, type NewEvent, type StoredEvent, WrongExpectedRevision } from '../ports/eventStore.ts';

/** Events read at once from either log. */
const PAGE_EVENTS = 1_000;
/** Tries of an append whose outcome is unknown, before the copy ends; the next copy goes on from there. */
export const APPEND_TRIES = 8;
/** Milliseconds before the second try; they double from try to try. */
const RETRY_FIRST_MS = 250;

/** The target holds something else than the beginning of the source. */
export class OtherLog extends Error {
  /** Position in the target of the first event that differs; `null`: one that this copy could not append. */
  readonly position: string | null;
  constructor(position: string | null, reason: string) {
    const place = position === null ? 'at the end of the target' : `position ${position} of the target`;
    super(
      `The target is not a copy of this log: ${reason} (${place}). ` +
        'Copy into an empty event store, or into one that an earlier copy of this log has begun.',
    );
    this.name = 'OtherLog';
    this.position = position;
  }
}

/** Progress of a copy. */
export interface CopyProgress {
  /** `comparing` what the target has already, `copying` the rest, `verifying` by reading all of the target back. */
  readonly phase: 'comparing' | 'copying' | 'verifying';
  /** Events done in this phase. */
  readonly done: number;
}

/** The outcome of a copy. */
export interface CopyReport {
  /** Events of the source, all of which the target has now. */
  readonly events: number;
  /** Those that this run appended. */
  readonly copied: number;
  /** Position of the last one in the source. */
  readonly end: string;
  /** SHA-256 of all events in log order, hexadecimal; of what was read from each log. */
  readonly sourceHash: string;
  readonly targetHash: string;
  /** Positions of the target for those asked for, which are of the source. */
  readonly positions: ReadonlyMap<string, string>;
}

/** Options of a copy. */
export interface CopyOptions {
  readonly from: Pick<EventStore, 'readAll'>;
  readonly to: Pick<EventStore, 'readAll' | 'append'>;
  /** Positions of the source whose counterparts are wanted, such as checkpoints. */
  readonly positions?: readonly string[];
  readonly onProgress?: (progress: CopyProgress) => void;
  /** Waits for milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** Ends the copy between two appends; the next one goes on there. */
  readonly stop?: AbortSignal | undefined;
}

/**
 * Copies a log into another event store, event by event in log order. Ids, revisions and metadata stay, positions do
 * not. Nothing about the work is kept anywhere: a copy first compares what the target has with the source, and goes on
 * where that ends. So it may be killed at any time and repeated, also beside a server that goes on writing the source.
 * At the end the whole target is read back.
 *
 * One append follows the other: an engine may carry out two calls that are under way in any order, or the second alone,
 * and a copy that is out of order cannot be mended.
 *
 * @throws OtherLog the target has an event that the source has not at this place
 * @throws Unavailable one of the stores does not answer; copy again later
 * @throws the reason of `stop`
 */
export async function copyLog({
  from,
  to,
  positions = [],
  onProgress = () => undefined,
  pause,
  stop,
}: CopyOptions): Promise<CopyReport> {
  const source = readInOrder(from);
  const present = readInOrder(to);
  const sourceHash = createLogHash();
  let events = 0;
  let end = START;
  const take = (event: StoredEvent) => {
    sourceHash.add(event);
    events += 1;
    end = event.position;
  };

  for await (const copy of present) {
    stop?.throwIfAborted();
    const { value: event } = await source.next();
    if (event === undefined) throw new OtherLog(copy.position, 'it has more events');
    refuseOther(event, copy);
    take(event);
    onProgress({ phase: 'comparing', done: events });
  }
  const known = events;
  for await (const append of byCommand(source)) {
    stop?.throwIfAborted();
    await appendOnce(to, append, pause);
    for (const event of append) take(event);
    onProgress({ phase: 'copying', done: events });
  }
  const back = await readBack(to, from, events, positions, (done) => {
    stop?.throwIfAborted();
    onProgress({ phase: 'verifying', done });
  });
  return { events, copied: events - known, end, sourceHash: sourceHash.digest(), ...back };
}

async function* readInOrder(store: Pick<EventStore, 'readAll'>): AsyncGenerator<StoredEvent, undefined> {
  let after = START;
  for (;;) {
    const page = await store.readAll(after, PAGE_EVENTS);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return undefined;
    after = last.position;
  }
}

/** The events of each append as they were appended: those of one command in one stream. */
async function* byCommand(events: AsyncIterable<StoredEvent>): AsyncGenerator<readonly StoredEvent[]> {
  let append: StoredEvent[] = [];
  for await (const event of events) {
    const [first] = append;
    if (first !== undefined && (first.stream !== event.stream || first.meta.commandId !== event.meta.commandId)) {
      yield append;
      append = [];
    }
    append.push(event);
  }
  if (append.length > 0) yield append;
}

/** Appends until the outcome is known: the ids and the exact revision make a repetition harmless. */
async function appendOnce(
  to: Pick<EventStore, 'append'>,
  events: readonly StoredEvent[],
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  for (let tries = 1; ; tries += 1) {
    try {
      await to.append(first.stream, first.revision - 1, events.map(plain));
      return;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) throw new OtherLog(null, error.message);
      if (!(error instanceof Unavailable) || tries >= APPEND_TRIES) throw error;
      await pause(RETRY_FIRST_MS * 2 ** (tries - 1));
    }
  }
}

const plain = ({ id, type, version, data, meta }: StoredEvent): NewEvent => ({ id, type, version, data, meta });

/** Reads the target back, and finds the counterparts of positions of the source. */
async function readBack(
  to: Pick<EventStore, 'readAll'>,
  from: Pick<EventStore, 'readAll'>,
  events: number,
  positions: readonly string[],
  onVerified: (done: number) => void,
): Promise<Pick<CopyReport, 'targetHash' | 'positions'>> {
  const targetHash = createLogHash();
  const wanted = [...new Set(positions)].sort();
  const found = new Map(wanted.map((position) => [position, START]));
  const source = readInOrder(from);
  let done = 0;
  for await (const copy of readInOrder(to)) {
    const { value: event } = await source.next();
    if (event === undefined) throw new OtherLog(copy.position, 'it has more events');
    refuseOther(event, copy);
    targetHash.add(copy);
    for (const position of wanted) if (event.position <= position) found.set(position, copy.position);
    done += 1;
    onVerified(done);
  }
  if (done < events) throw new Unavailable(`The target has ${done} of ${events} events: some were lost. Copy again.`);
  return { targetHash: targetHash.digest(), positions: found };
}

/** @throws OtherLog */
function refuseOther(event: StoredEvent, copy: StoredEvent): void {
  if (textOf(event) === textOf(copy)) return;
  throw new OtherLog(copy.position, `it has ${copy.type} ${copy.id} where this log has ${event.type} ${event.id}`);
}

/** All of an event but its position. */
function textOf({ stream, revision, id, type, version, data, meta }: StoredEvent): string {
  return canonicalJson([stream, revision, id, type, version, data, meta]);
}

function createLogHash(): { add(event: StoredEvent): void; digest(): string } {
  const hash = createHash('sha256');
  return {
    add: (event) => void hash.update(textOf(event)).update('\n'),
    digest: () => hash.digest('hex'),
  };
}
