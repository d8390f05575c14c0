import { setImmediate } from 'node:timers/promises';
import { eventDefinitions } from '#domain/registry.ts';
import { type EventLog, Unavailable } from '#projections/engine/eventLog.ts';
import { CheckpointMismatch, type ReadStore } from '#projections/engine/readStore.ts';
import { createEventLog, type OpenEventLog } from '#server/log/eventLog.ts';
import { OPENED_IN_A_BATCH } from '#server/log/eventOpener.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import { PaymentsFailed } from '#server/ports/payments.ts';
import { CheckpointTaken } from '#server/reactors/checkpoint.ts';
import type { Life, Span } from './life.ts';
import type { SimDisk } from './simDisk.ts';
import type { VirtualTime } from './virtualTime.ts';

/** Milliseconds until an append is on disk, and until its answer is there. */
const APPEND_MS: Span = [1, 6];
/** Milliseconds that a read of the log takes. */
const LOG_READ_MS: Span = [0, 3];
/** Milliseconds that a read of the read models takes, for the hub. */
const QUERY_MS: Span = [0, 12];
/** Milliseconds until a batch of the projector is written, and until it knows. */
const COMMIT_MS: Span = [1, 4];
/** Milliseconds until a subscription delivers new events. */
const SUBSCRIPTION_MS: Span = [1, 30];
/** Events that a subscription hands over at once, at most: small, so that runs cut histories in many ways. */
const BATCH_EVENTS = 7;

/** Dependencies of the stores of one process. */
export interface StoreParts {
  readonly disk: SimDisk;
  readonly life: Life;
  readonly time: VirtualTime;
  readonly random: () => number;
}

/** The event store as a process sees it: every call takes time, and a crash may come before and after it. */
export function simEventStore({ disk, life, time }: StoreParts): EventStore {
  return {
    ...disk.events,
    eras: () => life.hears(disk.events.eras()),
    async append(...append) {
      await life.takes(APPEND_MS);
      const [outcome] = await life.hears(Promise.allSettled([time.during(disk.events.append(...append))]));
      await life.takes(APPEND_MS);
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    },
  };
}

/** The log as a process reads it, with a memory of keys of its own. */
export function simLog(parts: StoreParts): OpenEventLog {
  const { disk } = parts;
  const log = createEventLog(heldWhileOpening(parts), disk.vault.keys, eventDefinitions);
  return {
    ...slowed(log, parts),
    sealed: slowed(log.sealed, parts),
    partlyOpen: slowed(log.partlyOpen, parts),
    blank: slowed(log.blank, parts),
    keys: log.keys,
    readOf: (person, after, limit) => log.readOf(person, after, limit),
    seal: (events) => log.seal(events),
    forget: (subjects) => log.forget(subjects),
  };
}

/**
 * The store of a log, for which time stops while it opens what a subscription hands over: many events are opened in
 * batches, with real turns of the event loop in between. Where nothing else was due, hours went by meanwhile.
 */
function heldWhileOpening({ disk, time }: StoreParts): EventStore {
  const opened = async (count: number) => {
    for (let batch = 0; batch <= count; batch += OPENED_IN_A_BATCH) await setImmediate();
  };
  return {
    ...disk.events,
    subscribe(after, handler, onError) {
      const held: typeof handler = (events) => {
        if (events.length > OPENED_IN_A_BATCH) void time.during(opened(events.length));
        return handler(events);
      };
      return disk.events.subscribe(after, held, onError);
    },
  };
}

/** A log whose reads take time, and whose subscriptions deliver in parts. */
function slowed(log: EventLog, { life, time, random }: StoreParts): EventLog {
  const reads = <T>(read: () => Promise<T>) => life.reaches(LOG_READ_MS, () => time.during(read()));
  return {
    head: () => reads(() => log.head()),
    distance: (from, to) => reads(() => log.distance(from, to)),
    recordingAt: (position) => reads(() => log.recordingAt(position)),
    readAll: (after, limit) => reads(() => log.readAll(after, limit)),
    readStream: (stream, fromRevision) => reads(() => log.readStream(stream, fromRevision)),
    subscribe(after, handler, onError) {
      let isClosed = false;
      const inParts: typeof handler = async (events) => {
        for (let from = 0; from < events.length && !isClosed; ) {
          await life.takes(SUBSCRIPTION_MS);
          const part = events.slice(from, from + 1 + Math.floor(random() * BATCH_EVENTS));
          if (!isClosed) await handler(part);
          from += part.length;
        }
      };
      const subscription = log.subscribe(after, inParts, onError);
      const close = () => {
        isClosed = true;
        return subscription.close();
      };
      void life.over.then(close);
      return { close };
    },
  };
}

/** The read models as a process sees them: reads and writes take time, and other work happens meanwhile. */
export function simReadStore({ disk, life }: StoreParts): ReadStore {
  const { readModels } = disk;
  const reads = <T>(read: () => Promise<T>) => life.reaches(QUERY_MS, read);
  return {
    checkpoint: () => life.hears(readModels.checkpoint()),
    get: (refs) => reads(() => readModels.get(refs)),
    query: (...query) => reads(() => readModels.query(...query)),
    scan: (...part) => reads(() => readModels.scan(...part)),
    leftSince: (topic, position) => reads(() => readModels.leftSince(topic, position)),
    feedEnd: () => life.hears(readModels.feedEnd()),
    feedAfter: (mark, limit) => reads(() => readModels.feedAfter(mark, limit)),
    load: (wanted) => life.reaches(COMMIT_MS, () => readModels.load(wanted)),
    async commit(batch) {
      await life.takes(COMMIT_MS);
      const [outcome] = await life.hears(Promise.allSettled([disk.commit(batch)]));
      await life.takes(COMMIT_MS);
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    },
    generations: () => life.hears(readModels.generations()),
    stale: () => life.hears(readModels.stale()),
    feedFloor: () => life.hears(readModels.feedFloor()),
    parked: () => life.hears(readModels.parked()),
    era: () => life.hears(readModels.era()),
    lastRecording: () => life.hears(readModels.lastRecording()),
    noteEra: (era) => life.hears(readModels.noteEra(era)),
    close: () => readModels.close(),
  };
}

/** Whether an error is a fault of the simulated world, not of the program. */
export function isExpected(error: unknown): boolean {
  return error instanceof Unavailable || error instanceof PaymentsFailed;
}

/** Whether a projector or a reactor has found that another one does its work. */
export function isTakenOver(error: unknown): boolean {
  return error instanceof CheckpointMismatch || error instanceof CheckpointTaken;
}
