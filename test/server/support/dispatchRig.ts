import { randomBytes } from 'node:crypto';
import type { Actor } from '#domain/kernel/actor.ts';
import { aggregates, commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import { createMemoryEventStore, type MemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createEventLog, type OpenEventLog } from '#server/log/eventLog.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import type { Upload } from '#server/ports/media.ts';
import type { Vault } from '#server/ports/vault.ts';
import { soleWriterOutcomes } from '#server/soleWriter/soleWriterOutcomes.ts';
import { createDispatcher, type Dispatcher } from '#server/write/dispatcher.ts';
import type { Outcome } from '#server/write/outcome.ts';
import { memoryUploads, type UploadsPart } from '#test/doubles/memoryUploads.ts';

/** A clock that advances only on command. */
export function fakeClock(start = '2026-03-01T12:00:00.000Z') {
  let now = Date.parse(start);
  let uptime = 0;
  return {
    now: () => new Date(now),
    /** Milliseconds that have passed, however the wall clock was set. */
    uptime: () => uptime,
    /** Time passes. */
    advance(ms: number) {
      now += ms;
      uptime += ms;
    },
    /** The wall clock is set forth or back. */
    step(ms: number) {
      now += ms;
    },
  };
}

/** A dispatcher over an event store in memory, with everything that a test wants to reach. */
export interface DispatchRig {
  readonly store: MemoryEventStore;
  readonly log: OpenEventLog;
  readonly vault: Vault;
  readonly dispatcher: Dispatcher;
  readonly clock: ReturnType<typeof fakeClock>;
  /** Uploads by folder and name. */
  readonly uploads: Map<string, Upload>;
  readonly media: UploadsPart;
  /** A dispatcher of another process on the same store. */
  restart(): Dispatcher;
  /** Gives a command of the registry in its present version. */
  give(actor: Actor, id: string, type: string, data: unknown, dispatcher?: Dispatcher): Promise<Outcome>;
}

/** `wrap` may put faults around the store that the dispatcher sees. */
export function dispatchRig(
  wrap: (store: MemoryEventStore) => EventStore = (store) => store,
  clock: ReturnType<typeof fakeClock> = fakeClock(),
): DispatchRig {
  const store = createMemoryEventStore();
  const seen = wrap(store);
  const vault = createMemoryVault();
  const log = createEventLog(seen, vault.keys, eventDefinitions);
  const uploads = new Map<string, Upload>();
  const media = memoryUploads(uploads);
  const secrets = { claim: randomBytes(32), command: randomBytes(32) };
  const restart = () =>
    createDispatcher({
      store: seen,
      log,
      secrets,
      clock: clock.now,
      uptime: clock.uptime,
      aggregates,
      commands: commandDefinitions,
      outcomes: soleWriterOutcomes(seen.appendsMayLandLate, clock.uptime),
      media,
    });
  const dispatcher = restart();
  return {
    store,
    log,
    vault,
    dispatcher,
    clock,
    uploads,
    media,
    restart,
    give: (actor, id, type, data, by = dispatcher) =>
      by.dispatch(
        { id, type, version: commandDefinitions[type]?.version ?? 1, data },
        { actor, campus: 'ou', origin: commandDefinitions[type]?.origin ?? 'client' },
      ),
  };
}
