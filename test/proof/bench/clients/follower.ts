import { v7 as uuidv7 } from 'uuid';
import type { Rows } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { createSyncStore } from '#web/sync/core.ts';
import { rulesAtHand } from '#web/sync/documents/rulesSource.ts';
import { rules } from '#web/sync/rules.ts';
import type { SyncStore } from '#web/sync/syncStore.ts';
import { browserClock } from '#web/sync/transport/clock.ts';
import { createSocketTransport } from '#web/sync/transport/socket.ts';
import type { Transport } from '#web/sync/transport/transport.ts';
import { BENCH_CAMPUS } from '../community.ts';
import { now } from './senders.ts';

/** When the rows of a position arrived, and when the store showed them (milliseconds since 1970). */
export type Arrival = readonly [position: string, receivedAt: number, appliedAt: number];

/** A browser's whole sync store over the product's own transport; it records when rows arrived and were shown. */
export interface Follower {
  readonly store: SyncStore;
  readonly arrivals: readonly Arrival[];
  stop(): void;
}

export function openFollower(port: number, topic: string): Follower {
  const arrivals: Arrival[] = [];
  const origin = `http://127.0.0.1:${port}`;
  const transport = createSocketTransport({ closedByHub: () => undefined }, origin, { origin });
  const store = createSyncStore({
    transport: noting(transport, arrivals),
    clock: browserClock,
    storage: { load: async () => [], put: async () => undefined, remove: async () => undefined },
    lock: { run: (task) => task() },
    tabs: { post: () => undefined, listen: () => () => undefined },
    upload: () => Promise.reject(new Error('The bench uploads nothing.')),
    random: Math.random,
    newId: uuidv7,
    rules: rulesAtHand(rules),
    ownTopic: topicName.me,
    actorRefused: () => undefined,
  });
  void store.start();
  store.actAs({ userId: null, campus: BENCH_CAMPUS });
  store.hold(topic);
  return { store, arrivals, stop: () => store.stop() };
}

/** The store shows received rows before the call returns. */
function noting(transport: Transport, arrivals: Arrival[]): Transport {
  return {
    ...transport,
    start: (listener) =>
      transport.start({
        ...listener,
        received(event, payload) {
          const receivedAt = now();
          listener.received(event, payload);
          if (event === 'rows') arrivals.push([(payload as Rows).position, receivedAt, now()]);
        },
      }),
  };
}
