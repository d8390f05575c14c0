import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';
import { START } from '#projections/engine/eventLog.ts';
import type { Projector } from '#projections/engine/projector.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import type { Hub } from '../../hub/hub.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { ReactorStatus } from '../../reactors/runner.ts';
import type { PersonalData } from '../../read/personalData.ts';
import type { SearchProjector } from '../../search/searchProjector.ts';
import { type HealthCheck, problemOf } from '../health.ts';

/** Milliseconds between two samples of the event loop: short enough to see short delays, at almost no cost. */
const SAMPLE_EVERY_MS = 10;
const NS_PER_SECOND = 1e9;
const US_PER_SECOND = 1e6;
const QUANTILES = [0.5, 0.99, 1] as const;

/** Parts whose gauges are read when the metrics are requested. */
export interface Watched {
  readonly store: Pick<EventStore, 'distance' | 'head'>;
  /** `null` where the role is another process's; `current`: `null` while this process stands by. */
  readonly projector: { current(): Pick<Projector, 'status'> | null } | null;
  readonly readStore: Pick<ReadStore, 'checkpoint' | 'feedFloor'>;
  /** `null` where it is another process's. */
  readonly hub: Pick<Hub, 'stats'> | null;
  readonly personalData: Pick<PersonalData, 'withheldSubjects'>;
  /** `null` where it is another process's. */
  readonly indexer: Pick<SearchProjector, 'status'> | null;
  /** `status`: `null` while another process runs it. */
  readonly reactors: readonly { readonly name: string; status(): ReactorStatus | null; problem(): string | null }[];
  readonly health: readonly HealthCheck[];
}

/** A gauge that is set when the metrics are requested. */
function gauge(register: Registry, name: string, help: string, read: () => number | Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [register],
    async collect() {
      this.set(await read());
    },
  });
}

/** Gauges of the parts that are running in this process. */
export function watch(register: Registry, watched: Watched): void {
  const { projector, hub, personalData, indexer, reactors, health } = watched;
  if (projector !== null) watchProjector(register, projector, watched);
  if (reactors.length > 0) watchReactors(register, watched);
  if (hub !== null) watchHub(register, hub, watched);
  if (indexer !== null) watchSearch(register, indexer, watched);
  gauge(register, 'quad_withheld_people', 'People whose documents are withheld: their key is missing.', () => {
    return personalData.withheldSubjects;
  });
  new Gauge({
    name: 'quad_ready',
    help: 'Whether a part of the server is ready, 1 or 0; /health/ready says why not.',
    labelNames: ['part'] as const,
    registers: [register],
    async collect() {
      const problems = await Promise.all(health.map(({ check }) => problemOf(check)));
      for (const [index, { name }] of health.entries()) this.set({ part: name }, problems[index] === null ? 1 : 0);
    },
  });
}

/** What a gauge shows that only the active process can tell. */
const STANDS_BY = Number.NaN;

function watchProjector(
  register: Registry,
  { current }: NonNullable<Watched['projector']>,
  { store, readStore }: Pick<Watched, 'store' | 'readStore'>,
): void {
  const status = async () => (await current()?.status()) ?? null;
  gauge(register, 'quad_projector_active', 'Whether this process projects, 1, or stands by, 0.', () => {
    return current() === null ? 0 : 1;
  });
  gauge(register, 'quad_projector_lag_events', 'Events that the read models are behind the log.', async () => {
    const active = await status();
    return active?.head == null ? STANDS_BY : store.distance(active.position, active.head);
  });
  gauge(register, 'quad_projector_rate', 'Events a second that were projected, over the last 10 s.', async () => {
    return (await status())?.eventsPerSecond ?? STANDS_BY;
  });
  gauge(register, 'quad_projector_parked_documents', 'Documents that take no events because of an error.', async () => {
    return (await status())?.parked.length ?? STANDS_BY;
  });
  gauge(register, 'quad_feed_kept_events', 'Events back to which a client can resume by the change feed.', async () => {
    return store.distance(await readStore.feedFloor(), await readStore.checkpoint());
  });
}

function watchReactors(register: Registry, { reactors, store }: Pick<Watched, 'reactors' | 'store'>): void {
  gauge(register, 'quad_reactors_stuck', 'Reactors that do not get on.', () => {
    return reactors.filter((reactor) => reactor.problem() !== null).length;
  });
  gauge(register, 'quad_reactors_parked_events', 'Events that wait for the key of a person, which is missing.', () => {
    return reactors.reduce((sum, reactor) => sum + (reactor.status()?.parked.length ?? 0), 0);
  });
  new Gauge({
    name: 'quad_reactor_lag_events',
    help: 'Events that a reactor of this process is behind the log.',
    labelNames: ['reactor'] as const,
    registers: [register],
    async collect() {
      this.reset();
      const head = await store.head();
      for (const reactor of reactors) {
        const status = reactor.status();
        if (status !== null) this.set({ reactor: reactor.name }, await store.distance(status.position, head));
      }
    },
  });
}

function watchHub(
  register: Registry,
  hub: Pick<Hub, 'stats'>,
  { store, readStore }: Pick<Watched, 'store' | 'readStore'>,
): void {
  gauge(register, 'quad_feed_tail_events', 'Events that are projected and not yet published by the hub.', async () => {
    return store.distance(hub.stats().position, await readStore.checkpoint());
  });
  gauge(register, 'quad_sockets', 'Open connections of the hub.', () => hub.stats().connections);
  gauge(register, 'quad_topics', 'Different topics that connections have joined.', () => hub.stats().topics);
  gauge(register, 'quad_hub_packets', 'Packets that the hub sent since the start, each to one or more.', () => {
    return hub.stats().packets;
  });
  gauge(register, 'quad_hub_slow_connections', 'Connections that ended since the start because they were slow.', () => {
    return hub.stats().slow;
  });
}

function watchSearch(
  register: Registry,
  indexer: Pick<SearchProjector, 'status'>,
  { store, readStore }: Pick<Watched, 'store' | 'readStore'>,
): void {
  gauge(
    register,
    'quad_search_lag_events',
    'Events that the last search index is behind the read models.',
    async () => {
      const [last = START] = indexer
        .status()
        .indexes.map(({ position }) => position ?? START)
        .toSorted();
      return store.distance(last, await readStore.checkpoint());
    },
  );
  gauge(register, 'quad_search_parked_documents', 'Documents that cannot be found because of an error.', () => {
    return indexer.status().indexes.reduce((sum, { parked }) => sum + parked.length, 0);
  });
}

/** Gauges of the process. @returns a function that stops the sampling */
export function watchProcess(register: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_EVERY_MS });
  delay.enable();
  new Gauge({
    name: 'quad_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last look at this page.',
    labelNames: ['quantile'] as const,
    registers: [register],
    collect() {
      for (const quantile of QUANTILES) {
        // The histogram has the times between two samples: all above the interval is delay.
        const seconds = delay.percentile(quantile * 100) / NS_PER_SECOND - SAMPLE_EVERY_MS / 1_000;
        this.set({ quantile: String(quantile) }, Math.max(0, seconds));
      }
      delay.reset();
    },
  });
  gauge(register, 'quad_memory_resident_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  gauge(register, 'quad_memory_heap_bytes', 'Memory of the main thread that JavaScript uses.', () => {
    return process.memoryUsage().heapUsed;
  });
  gauge(register, 'quad_cpu_seconds', 'Processor time of the process since its start.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / US_PER_SECOND;
  });
  return () => delay.disable();
}
