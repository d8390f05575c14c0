import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { EventMeta } from '#domain/kernel/event.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { LogEra } from '#projections/sync/protocol.ts';
import { type CatchUp, catchUp } from '../../log/catchUp.ts';
import { createCommitSignal } from '../../log/commitSignal.ts';
import { type EncodedAppend, encodeAppend } from '../../log/encodeAppend.ts';
import { type EventStore, type StoredEvent, WrongExpectedRevision } from '../../ports/eventStore.ts';
import { countedPositions, ifPosition, type PositionCodec, positionsBetween } from '../position.ts';
import { createMemoryLog } from './eventStoreLog.ts';

/** Characters of the id of an era. */
const ERA_CHARACTERS = 12;

/** Fate of an append that times out (`Unavailable`): it has landed, it lands when `landLate` is called, or never. */
export type AppendFault = 'lands' | 'lands-late' | 'never-lands';

/** An append that is to time out. */
export interface MeantAppend {
  readonly commandId: string;
  /** Called when it is made. */
  readonly onMade: () => void;
}

/** Injects faults, for tests and the simulation. */
export interface EventStoreFaults {
  /** Makes the next append (or the next one that is meant) time out; several calls apply to several appends, in order. */
  failNextAppend(fault: AppendFault, meant?: MeantAppend): void;
  /**
   * Lands late appends now, in order, each only if its stream still has the expected revision.
   * @returns how many landed
   */
  landLate(): number;
  /** Holds every read until the returned function is called. */
  holdReads(): () => void;
}

export interface MemoryEventStore extends EventStore {
  readonly faults: EventStoreFaults;
  /** Begins an era, as if another process opened the log. */
  begin(): void;
  /** A backup, as of now. */
  backup(): MemoryBackup;
}

/** A backup of a log. */
export interface MemoryBackup {
  readonly events: readonly StoredEvent[];
  readonly eras: readonly LogEra[];
}

/**
 * The event store in memory, under the same contract. Calls take effect in order.
 *
 * @param restored backup to begin with
 * @param positions how positions are written; tests have them as other engines write theirs
 */
export function createMemoryEventStore(
  restored: MemoryBackup = { events: [], eras: [] },
  positions: PositionCodec = countedPositions,
): MemoryEventStore {
  const { format, parse } = positions;
  const log = createMemoryLog(positions);
  for (const { stream, revision, ...event } of restored.events) {
    log.append(encodeAppend(stream, revision - 1, [event]));
  }
  const eras = [...restored.eras];
  const begin = () => void eras.push({ id: randomUUID().slice(-ERA_CHARACTERS), from: format(log.head()) });
  begin();
  const signal = createCommitSignal(format(log.head()));
  const land = (append: EncodedAppend): string => {
    const position = format(log.append(append));
    signal.committed(position);
    return position;
  };
  const faults = createFaults(land);
  const subscriptions = new Set<CatchUp>();
  let isClosed = false;

  const refuseClosed = (): void => {
    if (isClosed) throw new Unavailable('The event store is closed.');
  };
  const read = async <T>(action: () => T): Promise<T> => {
    refuseClosed();
    await faults.reads();
    return action();
  };
  const readAll = (after: string, limit: number) => read(() => log.readAll(parse(after), limit));

  return {
    appendsMayLandLate: true,
    eras: async () => {
      refuseClosed();
      return [...eras];
    },
    begin,
    backup: () => ({ events: log.readAll(0, log.head()), eras: [...eras] }),
    async append(stream, expectedRevision, events) {
      const append = encodeAppend(stream, expectedRevision, events);
      refuseClosed();
      const outcome = faults.next(append) ?? { position: land(append) };
      // Answers later than it takes effect, as other stores do.
      await setImmediate();
      if (outcome === 'timed out') throw new Unavailable('The append timed out.');
      return outcome;
    },
    readStream: (stream, fromRevision = 0) => read(() => log.readStream(stream, fromRevision)),
    readAll,
    eventAt: (position) => {
      const at = ifPosition(() => parse(position));
      return read(() => (at === null ? null : log.eventAt(at)));
    },
    head: () => read(() => format(log.head())),
    distance: async (from, to) => positionsBetween(from, to, positions),
    check: async () => refuseClosed(),
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
    faults: faults.switches,
  };
}

function isOf({ events }: EncodedAppend, commandId: string): boolean {
  return events.some(({ meta }) => (JSON.parse(meta) as EventMeta).commandId === commandId);
}

/** @param land writes an append into the log @throws WrongExpectedRevision */
function createFaults(land: (append: EncodedAppend) => string) {
  const faults: { readonly fault: AppendFault; readonly meant: MeantAppend | undefined }[] = [];
  let late: EncodedAppend[] = [];
  let gate: Promise<void> = Promise.resolve();

  const landsLate = (append: EncodedAppend): boolean => {
    try {
      land(append);
      return true;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return false;
      throw error;
    }
  };
  const switches: EventStoreFaults = {
    failNextAppend: (fault, meant) => void faults.push({ fault, meant }),
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
  };
  return {
    switches,
    /** Resolves when reads are let through. */
    reads: () => gate,
    /** The injected fault of this append; `null`: none. */
    next(append: EncodedAppend): 'timed out' | null {
      const place = faults.findIndex(({ meant }) => meant === undefined || isOf(append, meant.commandId));
      const [next] = place < 0 ? [] : faults.splice(place, 1);
      if (next === undefined) return null;
      if (next.fault === 'lands') land(append);
      if (next.fault === 'lands-late') late.push(append);
      next.meant?.onMade();
      return 'timed out';
    },
  };
}
