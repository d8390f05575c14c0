import { describe, expect, it } from '@jest/globals';
import type { Projector, ProjectorStatus } from '#projections/engine/projector.ts';
import { START } from '#projections/sync/position.ts';
import type { ParkedEvent } from '#server/reactors/parking.ts';
import { healthChecks, READY_MAX_LAG } from '#server/roles/readiness.ts';
import { eventually } from '../support/student.ts';
import { testServer } from '../support/testServer.ts';

interface Options {
  /** Of the reactor. */
  readonly problem?: string | null;
  /** The projector is another process's role. */
  readonly isBeside?: boolean;
  /** This process has the role, and stands by. */
  readonly isSpare?: boolean;
  /** Why it cannot take over. */
  readonly projectorProblem?: string | null;
  readonly stale?: readonly string[];
  /** Of the search indexes. */
  readonly searchProblem?: string | null;
  /** Why events of the reactor are parked. */
  readonly parked?: readonly string[];
}

const parkedFor = (problem: string): ParkedEvent => ({
  type: 'CodeRequested',
  stream: 'user-ada',
  revision: 1,
  position: at(2),
  problem,
});
const at = (n: number) => String(n).padStart(16, '0');

function checksFor(first: Partial<ProjectorStatus>, options: Options = {}) {
  const {
    problem = null,
    isBeside = false,
    isSpare = false,
    projectorProblem = null,
    stale = [],
    searchProblem = null,
    parked = [],
  } = options;
  let status: ProjectorStatus = {
    state: 'running',
    reason: null,
    position: at(5),
    head: at(5),
    eventsPerSecond: 0,
    parked: [],
    ...first,
  };
  const role = {
    current: () => (isSpare ? null : ({ status: async () => status } as Projector)),
    problem: () => projectorProblem,
  };
  const checks = healthChecks({
    store: {
      check: async () => undefined,
      distance: async (from, to) => Number(to) - Number(from),
      head: async () => status.head ?? START,
    },
    vault: { check: async () => undefined },
    projector: isBeside ? null : role,
    readStore: { checkpoint: async () => status.position, stale: async () => stale },
    media: { check: async () => undefined },
    personalData: { problem: () => null },
    indexer: { status: () => ({ problem: searchProblem, indexes: [] }) },
    reactors: [
      {
        name: 'mail',
        problem: () => problem,
        status: () => ({ name: 'mail', position: at(5), parked: parked.map((why) => parkedFor(why)), problem }),
      },
      { name: 'cascade', problem: () => null, status: () => null },
    ],
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

  it('comes under load too, when the read models have reached what was there at the start', async () => {
    const { problem, become } = checksFor({ position: at(3) });
    expect(await problem('projector')).toBe('The read models are 2 events behind.');
    become({ position: at(4), head: at(8) });
    expect(await problem('projector')).toBe('The read models are 4 events behind.');
    become({ position: at(6), head: at(8) });
    expect(await problem('projector')).toBeNull();
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

  it('is that of the read models where this process stands by, unless it cannot take over', async () => {
    expect(await checksFor({ state: 'idle' }, { isSpare: true }).problem('projector')).toBeNull();
    const behind = checksFor({ position: at(3) }, { isSpare: true });
    expect(await behind.problem('projector')).toBe('The read models are 2 events behind.');
    const unable = checksFor({}, { isSpare: true, projectorProblem: 'Its release is older.' });
    expect(await unable.problem('projector')).toBe('Its release is older.');
  });

  it('does not depend on the documents of some people, nor on search and reactors, and says what is wrong', async () => {
    const { bearable, problem } = checksFor({}, { searchProblem: 'Typesense does not answer.' });
    expect(bearable).toEqual(['personal data', 'parked events', 'search', 'reactor:mail', 'reactor:cascade']);
    expect(await problem('search')).toBe('Typesense does not answer.');
  });

  it('does not depend on events that wait for the key of a person, and says how many do', async () => {
    expect(await checksFor({}).problem('parked events')).toBeNull();
    const { problem } = checksFor({}, { parked: ['No key for Ada.', 'No key for Bob.'] });
    expect(await problem('parked events')).toBe('Reactors have parked 2 events. No key for Ada.');
    expect(await problem('reactor:mail')).toBeNull();
  });

  it('says which reactor does not get on', async () => {
    expect(await checksFor({}, { problem: 'The mail server hangs.' }).problem('reactor:mail')).toBe(
      'The mail server hangs.',
    );
  });
});

it('one process uses the search server that the configuration names, and says when it does not answer', async () => {
  // Nothing listens at the port of the protocol "discard".
  const server = await testServer({ typesense: { url: 'http://127.0.0.1:9', apiKey: 'key' } });
  try {
    const { ready, parts } = await eventually(async () => {
      const { json } = await server.browser().ask('GET', '/health/ready');
      return json.parts.search !== 'ready' && json;
    });
    expect([ready, parts.search]).toEqual([true, expect.stringContaining('TYPESENSE_URL')]);
  } finally {
    await server.end();
  }
});
