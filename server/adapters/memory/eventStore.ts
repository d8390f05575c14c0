import { setImmediate } from 'node:timers/promises';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { type CatchUp, catchUp } from '../../log/catchUp.ts';
import { createCommitSignal } from '../../log/commitSignal.ts';
import { type EncodedAppend, type EncodedEvent, encodeAppend } from '../../log/encodeAppend.ts';
import { formatPosition, parsePosition } from '../../log/position.ts';
import { type EventStore, InvalidAppend, type StoredEvent, WrongExpectedRevision } from '../../ports/eventStore.ts';

/**
 * What becomes of an append whose time-out is told (`Unavailable`): it is in the log already, it gets there when
 * `landLate` is called, or never.
 */
export type AppendFault = 'lands' | 'lands-late' | 'never-lands';

/** Switches for tests and the simulation. */
export interface EventStoreFaults {
  /** Lets the next append time out; several calls are for several appends, in order. */
  failNextAppend(fault: AppendFault): void;
  /**
   * Lets late appends land now, in order, each only if its stream still has the revision that it expects.
   * @returns how many landed
   */
  landLate(): number;
  /** Lets every read wait until the returned function is called. */
  holdReads(): () => void;
}

export interface MemoryEventStore extends EventStore {
  readonly faults: EventStoreFaults;
}

interface Entry extends EncodedEvent {
  readonly stream: string;
  readonly revision: number;
}

/**
 * The event store in memory, by the same contract; nothing survives the process.
 * Calls take effect in the order in which they are made.
 */
export function createMemoryEventStore(): MemoryEventStore {
  const log = createLog();
  const signal = createCommitSignal(formatPosition(0));
  const subscriptions = new Set<CatchUp>();
  const faults: AppendFault[] = [];
  let late: EncodedAppend[] = [];
  let gate: Promise<void> = Promise.resolve();
  let isClosed = false;

  const refuseClosed = (): void => {
    if (isClosed) throw new Unavailable('The event store is closed.');
  };
  const land = (append: EncodedAppend): number => {
    const position = log.append(append);
    signal.committed(formatPosition(position));
    return position;
  };
  const landsLate = (append: EncodedAppend): boolean => {
    try {
      land(append);
      return true;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return false;
      throw error;
    }
  };
  const readAll = async (after: string, limit: number): Promise<readonly StoredEvent[]> => {
    refuseClosed();
    await gate;
    return log.readAll(parsePosition(after), limit);
  };

  return {
    appendsMayLandLate: true,
    async append(stream, expectedRevision, events) {
      const append = encodeAppend(stream, expectedRevision, events);
      refuseClosed();
      const fault = faults.shift();
      if (fault === 'lands-late') late.push(append);
      const position = fault === undefined || fault === 'lands' ? land(append) : 0;
      // Answers later than it takes effect, as every store does.
      await setImmediate();
      if (fault !== undefined) throw new Unavailable('The append timed out.');
      return { position: formatPosition(position) };
    },
    async readStream(stream, fromRevision = 0) {
      refuseClosed();
      await gate;
      return log.readStream(stream, fromRevision);
    },
    readAll,
    async head() {
      refuseClosed();
      await gate;
      return formatPosition(log.head());
    },
    subscribe(after, handler, onError) {
      const subscription = catchUp({ readAll, waitForMore: signal.waitFor }, after, handler, onError);
      subscriptions.add(subscription);
      void subscription.ended.then(() => subscriptions.delete(subscription));
      return subscription;
    },
    async close() {
      isClosed = true;
      await Promise.all([...subscriptions].map((subscription) => subscription.close()));
    },
    faults: {
      failNextAppend: (fault) => void faults.push(fault),
      landLate() {
        const landed = late.filter(landsLate).length;
        late = [];
        return landed;
      },
      holdReads() {
        const { promise, resolve } = Promise.withResolvers<void>();
        gate = promise;
        return resolve;
      },
    },
  };
}

/** The log itself, synchronous; positions count from 1. */
function createLog() {
  const entries: Entry[] = [];
  const places = new Map<string, number[]>();
  const positions = new Map<string, number>();

  const decode = (position: number): StoredEvent => {
    const { data, meta, ...entry } = entries[position - 1] as Entry;
    return {
      ...entry,
      position: formatPosition(position),
      data: JSON.parse(data) as unknown,
      meta: JSON.parse(meta) as StoredEvent['meta'],
    };
  };

  /** @returns the position of the last event @throws WrongExpectedRevision @throws InvalidAppend */
  function append({ stream, expectedRevision, events }: EncodedAppend): number {
    const place = places.get(stream) ?? [];
    const actual = place.length - 1;
    if (actual !== expectedRevision) {
      const there = events.map(({ id }, index) => ({ id, position: place[expectedRevision + 1 + index] }));
      const isRepeat = there.every(({ id, position }) => position !== undefined && positions.get(id) === position);
      if (isRepeat) return there.at(-1)?.position ?? 0;
      throw new WrongExpectedRevision(stream, expectedRevision, actual);
    }
    const used = events.find(({ id }) => positions.has(id));
    if (used !== undefined) throw new InvalidAppend(`The event id ${used.id} is in use.`);
    for (const event of events) {
      const position = entries.push({ ...event, stream, revision: place.length });
      place.push(position);
      positions.set(event.id, position);
    }
    places.set(stream, place);
    return entries.length;
  }

  return {
    append,
    head: () => entries.length,
    readStream: (stream: string, fromRevision: number) => (places.get(stream) ?? []).slice(fromRevision).map(decode),
    readAll: (after: number, limit: number) =>
      entries.slice(after, after + limit).map((_, index) => decode(after + index + 1)),
  };
}
