import { START } from '#projections/engine/eventLog.ts';
import { foldBatch, readsOfBatch } from '#projections/engine/foldBatch.ts';
import type { FeedRow } from '#projections/engine/readStore.ts';
import { collections, foldTable, projections, signals } from '#projections/registry.ts';
import type { CommandAnswer, LogEra, Refused } from '#projections/sync/protocol.ts';
import { createMemoryReadStore, type MemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createMemorySignalRelays } from '#server/engines/memory/signalRelay.ts';
import type { EndReason, Handshake, HubEvent } from '#server/hub/connection.ts';
import { createHub, type HandedOver, type Hub, type Peer } from '#server/hub/hub.ts';
import { FEED_POLL_EVERY_MS } from '#server/hub/limits.ts';
import type { HubClock } from '#server/hub/ports.ts';
import { type Logger, silentLogger } from '#server/observability/logging.ts';
import { createKnownEras, type KnownEras } from '#server/read/knownEras.ts';
import { createLogBuilder, type LogBuilder } from '#test/projections/support/events.ts';
import { plainReads } from '#test/server/support/plainReads.ts';

/** A log that was never restored. */
export const ERA = 'first';
export const ERAS: readonly LogEra[] = [{ id: ERA, from: '0'.repeat(16) }];

/** A clock that advances only on command. */
export interface StandingClock extends HubClock {
  advance(milliseconds: number): void;
}

export function standingClock(): StandingClock {
  let now = Date.UTC(2026, 2, 1);
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  return {
    now: () => now,
    after(milliseconds, callback) {
      const timer = { at: now + milliseconds, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    soon: queueMicrotask,
    advance(milliseconds) {
      now += milliseconds;
      for (const timer of [...timers]) {
        if (timer.at <= now && timers.delete(timer)) timer.callback();
      }
    },
  };
}

/** Eras that no process adds to; learned when the hub starts. */
export function knownEras(eras: readonly LogEra[] = ERAS): KnownEras {
  return createKnownEras({ eras: async () => [...eras] });
}

/** A hub over folded events. */
export interface HubRig {
  /** A hub of another process: it shares only the store with the others, and polls it. */
  elsewhere(): Promise<Hub>;
  readonly log: LogBuilder;
  readonly store: MemoryReadStore;
  readonly hub: Hub;
  readonly clock: StandingClock;
  /** Lines of the log that speak of a fault. */
  readonly faults: readonly string[];
  /** Lines of warnings and news. */
  readonly news: readonly string[];
  /** Folds and commits the events added to the log since. */
  commit(): Promise<HandedOver>;
  /** Writes rows as a rebuild does that corrects: at the position that was reached last. */
  correct(rows: readonly FeedRow[]): Promise<HandedOver>;
  /** The same, and publishes to the hub. */
  publish(): Promise<void>;
}

export async function hubRig(
  dispatch: (body: unknown) => Promise<CommandAnswer | Refused> = async () => ({ ok: true, position: null }),
  eras: readonly LogEra[] = ERAS,
): Promise<HubRig> {
  const log = createLogBuilder();
  const store = createMemoryReadStore({ projections });
  const clock = standingClock();
  const relays = createMemorySignalRelays();
  const faults: string[] = [];
  const news: string[] = [];
  const tell = (_fields: object, line: string) => void news.push(line);
  const options = {
    ...{
      store: plainReads(store),
      collections,
      signals,
      eras: knownEras(eras),
      dispatch,
      clock,
      logger: {
        ...silentLogger,
        ...{ info: tell, warn: tell },
        error: (_fields: object, line: string) => void faults.push(line),
      } as Logger,
    },
    head: async () => log.events.at(-1)?.position ?? START,
  };
  const hub = createHub({ ...options, relay: relays.open() });
  await hub.start();
  const elsewhere = async () => {
    const other = createHub({ ...options, relay: relays.open(), pollEveryMs: FEED_POLL_EVERY_MS });
    await other.start();
    return other;
  };
  const commit = async () => {
    const from = await store.checkpoint();
    const events = log.events.filter(({ position }) => position > from);
    const batch = foldBatch(foldTable, from, events, await store.load(readsOfBatch(foldTable, events)), new Map());
    const since = await store.feedEnd();
    return { ...batch, since, end: await store.commit(batch) };
  };
  const correct = async (rows: readonly FeedRow[]) => {
    const since = await store.feedEnd();
    const at = since.position;
    return { rows, since, end: await store.commit({ from: at, to: at, recording: null, rows, parked: [] }) };
  };
  return {
    log,
    store,
    hub,
    clock,
    faults,
    news,
    elsewhere,
    commit,
    correct,
    publish: async () => hub.publish(await commit()),
  };
}

/** A connected client: the packets it was sent, and the end of its connection. */
export interface Guest {
  readonly peer: Peer;
  readonly packets: { readonly event: HubEvent; readonly payload: unknown }[];
  readonly ended: EndReason[];
  backlog: { bytes: number; packets: number };
  /** Packets of one event, payloads alone. */
  sent<Payload>(event: HubEvent): readonly Payload[];
}

let guests = 0;

export function guest(hub: Hub, userId: string | null = null, handshake: Partial<Handshake> = {}): Guest {
  guests += 1;
  const packets: Guest['packets'] = [];
  const ended: EndReason[] = [];
  const state = { backlog: { bytes: 0, packets: 0 } };
  const peer = hub.connect({
    id: `guest-${guests}`,
    userId,
    sessionId: userId === null ? null : `session-${userId}`,
    campus: 'ou',
    address: '203.0.113.1',
    transport: {
      broadcaster: { send: (_ids, event, payload) => void packets.push({ event, payload }) },
      backlog: () => state.backlog,
      taken: async () => undefined,
      end: (reason) => void ended.push(reason),
    },
    ...handshake,
  });
  return Object.assign(state, {
    peer,
    packets,
    ended,
    sent: <Payload>(event: HubEvent) =>
      packets.filter((packet) => packet.event === event).map(({ payload }) => payload as Payload),
  });
}

/** Asks for a topic as a client that holds nothing. */
export function subscribeTo(topic: string, change: object = {}): object {
  return { topic, since: null, floor: null, notBefore: '0'.repeat(16), ...change };
}
