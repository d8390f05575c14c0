import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';
import { START } from '#projections/engine/eventLog.ts';
import type { Projector } from '#projections/engine/projector.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import type { Hub } from '../../hub/hub.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { ReactorStatus } from '../../reactors/run.ts';
import type { PersonalData } from '../../read/personalData.ts';
import type { SearchProjector } from '../../searchIndex/searchProjector.ts';
import { CHECK_MAX_MS, type HealthCheck, problemOf } from '../health.ts';

/** Milliseconds between two samples of the event loop: short enough to see short delays, at almost no cost. */
const SAMPLE_EVERY_MS = 10;
const NS_PER_SECOND = 1e9;
const US_PER_SECOND = 1e6;
const QUANTILES = [0.5, 0.99, 1] as const;

/** Milliseconds within which a part must answer, a health check among them: Prometheus waits for 10 s for the page. */
export const READ_MAX_MS = CHECK_MAX_MS + 1_000;

/** Parts whose gauges are read when the metrics are requested. */
export interface Watched {
  /** Roles of this process. */
  readonly roles: readonly string[];
  /** Work that one process at a time does; `epoch`: `null` while it is not this one. Empty where nothing is shared. */
  readonly leases: ReadonlyMap<string, { epoch(): number | null }>;
  /** Numbers of changes of the vault: the last that this process has taken over, and the last there is. */
  readonly vaultTail: { reached(): number; newest(): Promise<number> };
  readonly store: Pick<EventStore, 'distance' | 'head'>;
  /** `null` where the role is another process's. `current`: `null` while this process stands by. */
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

/**
 * The value of a gauge that cannot be read: only the active process knows it, or a store does not answer. The page must
 * not fail then, because that is when people look at it.
 */
const UNKNOWN = Number.NaN;

/** The value that a part answers in time, else `UNKNOWN`. */
async function readable(read: () => number | Promise<number>): Promise<number> {
  const late = Promise.withResolvers<number>();
  const timer = setTimeout(() => late.resolve(UNKNOWN), READ_MAX_MS);
  try {
    return await Promise.race([read(), late.promise]);
  } catch {
    // `quad_ready` names the part that does not answer, and /health/ready says why.
    return UNKNOWN;
  } finally {
    clearTimeout(timer);
  }
}

/** A gauge that is set when the metrics are requested. */
function gauge(register: Registry, name: string, help: string, read: () => number | Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [register],
    async collect() {
      this.set(await readable(read));
    },
  });
}

/** A gauge with a value for each of some names, which may come and go. */
function gauges<Label extends string>(
  register: Registry,
  name: string,
  help: string,
  label: Label,
  read: () => Iterable<readonly [string, () => number | Promise<number>]>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [register],
    async collect() {
      const values = await Promise.all([...read()].map(async ([of, value]) => [of, await readable(value)] as const));
      this.reset();
      for (const [of, value] of values) this.set({ [label]: of } as Record<Label, string>, value);
    },
  });
}

/** Gauges of the parts that are running in this process. */
export function watch(register: Registry, watched: Watched): void {
  const { roles, projector, hub, personalData, indexer, reactors, health, vaultTail } = watched;
  gauges(register, 'quad_role', 'Roles of this process, 1 each.', 'role', () => roles.map((role) => [role, () => 1]));
  watchLeases(register, watched);
  gauge(
    register,
    'quad_vault_tail_changes',
    'Changes of the vault that this process has not taken over yet.',
    async () => {
      return Math.max(0, (await vaultTail.newest()) - vaultTail.reached());
    },
  );
  if (projector !== null) watchProjector(register, projector, watched);
  if (reactors.length > 0) watchReactors(register, watched);
  if (hub !== null) watchHub(register, hub, watched);
  if (indexer !== null) watchSearch(register, indexer, watched);
  gauge(register, 'quad_withheld_people', 'People whose documents are withheld: their key is missing.', () => {
    return personalData.withheldSubjects;
  });
  gauges(register, 'quad_ready', 'Whether a part is ready, 1 or 0; /health/ready says why not.', 'part', () => {
    return health.map(({ name, check }) => [name, async () => ((await problemOf(check)) === null ? 1 : 0)]);
  });
}

function watchLeases(register: Registry, { leases }: Pick<Watched, 'leases'>): void {
  if (leases.size === 0) return;
  gauges(register, 'quad_lease_held', 'Whether this process holds a lease, 1, or stands by, 0.', 'lease', () => {
    return [...leases].map(([name, { epoch }]) => [name, () => (epoch() === null ? 0 : 1)]);
  });
  gauges(
    register,
    'quad_lease_epoch',
    'Epoch of a lease that this process holds: higher with each holder.',
    'lease',
    () => {
      return [...leases].flatMap(([name, { epoch }]) =>
        epoch() === null ? [] : [[name, () => epoch() ?? UNKNOWN] as const],
      );
    },
  );
}

function watchProjector(
  register: Registry,
  { current }: NonNullable<Watched['projector']>,
  { store, readStore }: Pick<Watched, 'store' | 'readStore'>,
): void {
  gauge(register, 'quad_projector_active', 'Whether this process projects, 1, or stands by, 0.', () => {
    return current() === null ? 0 : 1;
  });
  gauge(register, 'quad_projector_lag_events', 'Events that the read models are behind the log.', async () => {
    const active = await current()?.status();
    return active?.head == null ? UNKNOWN : store.distance(active.position, active.head);
  });
  gauge(register, 'quad_projector_rate', 'Events a second that were projected, over the last 10 s.', async () => {
    return (await current()?.status())?.eventsPerSecond ?? UNKNOWN;
  });
  gauge(
    register,
    'quad_projector_parked_documents',
    'Documents that take no events because of an error.',
    async () => (await current()?.status())?.parked.length ?? UNKNOWN,
  );
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
  gauges(
    register,
    'quad_reactor_lag_events',
    'Events that a reactor of this process is behind the log.',
    'reactor',
    () => {
      return reactors.flatMap(({ name, status }) => {
        const { position = null } = status() ?? {};
        return position === null ? [] : [[name, async () => store.distance(position, await store.head())] as const];
      });
    },
  );
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
      const [last] = indexer
        .status()
        .indexes.filter(({ isFixed }) => !isFixed)
        .map(({ position }) => position ?? START)
        .toSorted();
      // A process that stands by has no indexes.
      return last === undefined ? UNKNOWN : store.distance(last, await readStore.checkpoint());
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
