import { describe, expect, it } from '@jest/globals';
import type { ProjectorStatus } from '#projections/engine/projector.ts';
import { START } from '#projections/sync/position.ts';
import type { ReactorRunner } from '#server/reactors/runner.ts';
import { healthChecks, READY_MAX_LAG } from '#server/roles/readiness.ts';

interface Options {
  /** Of the reactor. */
  readonly problem?: string | null;
  /** The projector is another process. */
  readonly isBeside?: boolean;
  readonly stale?: readonly string[];
  /** Of the search indexes. */
  readonly searchProblem?: string | null;
}

const at = (n: number) => String(n).padStart(16, '0');

function checksFor(
  first: Partial<ProjectorStatus>,
  { problem = null, isBeside = false, stale = [], searchProblem = null }: Options = {},
) {
  let status: ProjectorStatus = {
    state: 'running',
    reason: null,
    position: at(5),
    head: at(5),
    eventsPerSecond: 0,
    parked: [],
    ...first,
  };
  const checks = healthChecks({
    store: {
      check: async () => undefined,
      distance: async (from, to) => Number(to) - Number(from),
      head: async () => status.head ?? START,
    },
    vault: { check: async () => undefined },
    projector: isBeside ? null : { status: async () => status },
    readStore: { checkpoint: async () => status.position, stale: async () => stale },
    media: { check: async () => undefined },
    personalData: { problem: () => null },
    indexer: { status: () => ({ problem: searchProblem, indexes: [] }) },
    reactors: [{ status: () => ({ name: 'mail', position: at(5), problem }) } as ReactorRunner],
  });
  return {
    bearable: checks.filter(({ isBearable }) => isBearable).map(({ name }) => name),
    problem: async (name: string) => checks.find((check) => check.name === name)?.check(),
    become(next: Partial<ProjectorStatus>) {
      status = { ...status, ...next };
    },
  };
}

describe('readiness', () => {
  it('is there when the read models are at the head', async () => {
    const { problem } = checksFor({});
    expect([await problem('log'), await problem('projector'), await problem('reactor:mail')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('is not there before the read models have caught up once', async () => {
    const { problem, become } = checksFor({ position: at(3) });
    expect(await problem('projector')).toBe('The read models are 2 events behind.');
    become({ position: at(5) });
    expect(await problem('projector')).toBeNull();
    // Under load a little lag is the rule.
    become({ head: at(8) });
    expect(await problem('projector')).toBeNull();
    become({ head: at(6 + READY_MAX_LAG) });
    expect(await problem('projector')).toContain('behind');
  });

  it.each([
    [{ state: 'stopped', reason: 'A newer release is needed.' }, 'A newer release is needed.'],
    [{ state: 'idle' }, 'The projector is idle.'],
    [{ head: null }, 'The head of the log is not known.'],
  ] as const)('says why not', async (status, reason) => {
    expect(await checksFor(status).problem('projector')).toBe(reason);
  });

  it('is that of the read models where the projector is another process', async () => {
    expect(await checksFor({}, { isBeside: true }).problem('read models')).toBeNull();
    const behind = checksFor({ position: at(3) }, { isBeside: true });
    expect(await behind.problem('read models')).toBe('The read models are 2 events behind.');
    const unbuilt = checksFor({}, { isBeside: true, stale: ['post'] });
    expect(await unbuilt.problem('read models')).toBe('The read models of post are not built yet.');
  });

  it('does not depend on the documents of some people, nor on the search, and says what is wrong with it', async () => {
    const { bearable, problem } = checksFor({}, { searchProblem: 'Typesense does not answer.' });
    expect(bearable).toEqual(['personal data', 'search']);
    expect(await problem('search')).toBe('Typesense does not answer.');
  });

  it('says which reactor does not get on', async () => {
    expect(await checksFor({}, { problem: 'The mail server hangs.' }).problem('reactor:mail')).toBe(
      'The mail server hangs.',
    );
  });
});
