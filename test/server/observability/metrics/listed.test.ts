import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ROLES, type Role } from '#server/config.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { createMetrics, type Metrics } from '#server/observability/metrics/metrics.ts';

type Watched = Parameters<Metrics['watch']>[0];

const ROOT = join(import.meta.dirname, '../../../..');
const END = '0000000000000009';
const NEVER = () => new Promise<never>(() => undefined);

/** A row of the table of metrics in docs/operations.md. */
interface Listed {
  readonly name: string;
  readonly type: string;
  readonly roles: readonly string[];
}

function listed(): readonly Listed[] {
  const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  return [...text.matchAll(/^\| `(quad_\w+)`\s*\| (\w+)\s*\| ([^|]*)\|/gm)].map(
    ([, name = '', type = '', roles = '']) => ({
      name,
      type,
      roles: roles.trim() === 'all' ? ROLES : roles.trim().split(', '),
    }),
  );
}

/** Parts of a process with some roles over shared stores. */
function parts(roles: readonly Role[], of: Partial<Watched> = {}): Watched {
  const has = (role: Role) => roles.includes(role);
  const status = { state: 'running' as const, reason: null, position: END, head: END, eventsPerSecond: 1, parked: [] };
  return {
    roles,
    vaultTail: { reached: () => 1, newest: async () => 3 },
    store: { head: async () => END, distance: async (from, to) => Number(to) - Number(from) },
    projector: has('projector') ? { current: () => ({ status: async () => status }) } : null,
    readStore: { checkpoint: async () => END, feedFloor: async () => END },
    hub: has('hub')
      ? {
          stats: () => ({
            ...{ packets: 0, slow: 0, refusedMessages: 0, failedHandlers: 0 },
            ...{ connections: 2, topics: 1, position: END },
          }),
        }
      : null,
    personalData: { withheldSubjects: 0 },
    indexer: has('projector') ? { status: () => ({ problem: null, indexes: [] }) } : null,
    reactors: has('worker')
      ? [
          {
            name: 'mail',
            status: () => ({ name: 'mail', position: END, problem: null, parked: [] }),
            problem: () => null,
          },
        ]
      : [],
    health: [{ name: 'log', check: async () => null }],
    ...of,
  };
}

describe('the metrics of a process', () => {
  let metrics: Metrics;
  beforeEach(() => {
    metrics = createMetrics(silentLogger);
  });
  afterEach(async () => {
    jest.useRealTimers();
    await metrics.close();
  });

  async function typesOf(roles: readonly Role[]): Promise<ReadonlyMap<string, string>> {
    metrics.lease('projector', { epoch: () => 4 });
    metrics.watch(parts(roles));
    const { body } = await metrics.text();
    return new Map([...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]));
  }

  it('are all in the table of docs/operations.md, with their types, and no others are', async () => {
    expect(
      listed()
        .map(({ name, type }) => [name, type])
        .sort(),
    ).toEqual([...(await typesOf(ROLES))].sort());
  });

  it('are the only ones that the alerts and the rest of the page name', () => {
    const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    const named = new Set(text.match(/\bquad_[a-z_]+/g));
    expect([...named].sort()).toEqual(
      listed()
        .map(({ name }) => name)
        .sort(),
    );
  });

  it.each(ROLES)('are in the table for the role %s if a process of that role has them', async (role) => {
    const present = await typesOf([role]);
    for (const { name, roles } of listed()) {
      // Counters and histograms are on the page of every process, at 0 where the role has nothing to count.
      if (present.get(name) === 'gauge' || !present.has(name))
        expect([name, present.has(name)]).toEqual([name, roles.includes(role)]);
    }
  });

  it('tell the lease that is held, with its epoch, and the one for which the process stands by', async () => {
    metrics.lease('projector', { epoch: () => 4 });
    metrics.lease('search', { epoch: () => null });
    metrics.watch(parts(['projector']));
    const { body } = await metrics.text();
    expect(body).toContain('quad_lease_held{lease="projector"} 1');
    expect(body).toContain('quad_lease_held{lease="search"} 0');
    expect(body).toContain('quad_lease_epoch{lease="projector"} 4');
    expect(body).not.toContain('quad_lease_epoch{lease="search"}');
    expect(body).toContain('quad_vault_tail_changes 2');
    // A spare has no indexes, which is no lag.
    expect(body).toContain('quad_search_lag_events Nan');
  });

  it('tell how far the last search index is behind, of those that follow the log', async () => {
    const index = { state: 'live' as const, parked: [], hasUnlisted: false };
    const indexes = [
      { ...index, name: 'campus', isFixed: true, position: null },
      { ...index, name: 'post', isFixed: false, position: END },
    ];
    metrics.watch(parts(['projector'], { indexer: { status: () => ({ problem: null, indexes }) } }));
    expect((await metrics.text()).body).toContain('quad_search_lag_events 0');
  });

  it('are answered while a store fails, or does not answer at all', async () => {
    jest.useFakeTimers();
    const store = { head: NEVER, distance: NEVER };
    const readStore = { checkpoint: () => Promise.reject(new Error('gone')), feedFloor: NEVER };
    const health = [
      { name: 'log', check: NEVER },
      { name: 'media', check: async () => null },
    ];
    metrics.watch(parts(ROLES, { store, readStore, health }));
    const text = metrics.text();
    await jest.advanceTimersByTimeAsync(10_000);
    const { body } = await text;
    expect(body).toContain('quad_feed_tail_events Nan');
    expect(body).toContain('quad_reactor_lag_events{reactor="mail"} Nan');
    expect(body).toContain('quad_ready{part="log"} 0');
    expect(body).toContain('quad_ready{part="media"} 1');
    expect(body).toContain('quad_sockets 2');
  });
});
