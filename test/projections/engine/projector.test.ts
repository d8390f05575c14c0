import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { START, Unavailable, UnknownEvent } from '#projections/engine/eventLog.ts';
import { createProjector, type EngineLogger } from '#projections/engine/projector.ts';
import { readModels } from '#projections/engine/readModels.ts';
import { CheckpointMismatch, type Commit } from '#projections/engine/readStore.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import { projections } from '#projections/registry.ts';
import { createMemoryReadStore, type MemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createLogBuilder, creation, position, registration, topLevel } from '../support/events.ts';
import { foldAll } from '../support/folded.ts';
import { createManualClock } from '../support/manualClock.ts';
import { createScriptedLog } from '../support/scriptedLog.ts';

const QUIET: EngineLogger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A log with that many people and posts. */
function events(people: number): readonly RecordedEvent[] {
  const log = createLogBuilder();
  for (let n = 0; n < people; n += 1) {
    log.add('UserRegistered', registration(`person${n}`));
    log.add('PostCreated', creation(topLevel(`post${n}`, `person${n}`)));
  }
  return log.events;
}

function setUp(initial: readonly RecordedEvent[], list: readonly Projection[] = projections, store = memoryStore()) {
  const log = createScriptedLog(initial);
  const clock = createManualClock();
  const commits: Commit[] = [];
  const projector = createProjector({
    log,
    store,
    projections: list,
    onCommit: (commit) => commits.push(commit),
    logger: QUIET,
    clock,
  });
  return { log, clock, store, commits, projector };
}

function memoryStore(): MemoryReadStore {
  return createMemoryReadStore(readModels);
}

/** Lets everything run that needs no timer. */
async function idle(log: { settled(): Promise<void> }): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    await log.settled();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('live projector', () => {
  it('[P4] projects history and new events, and hands on each commit in order', async () => {
    const all = events(40);
    const { log, store, commits, projector } = setUp(all.slice(0, 50));
    await projector.start();
    await idle(log);
    log.append(...all.slice(50));
    await projector.waitFor(position(80), 1_000);
    expect(await store.checkpoint()).toBe(position(80));
    expect(projector.position).toBe(position(80));
    expect([...store.documents.all('posts')]).toEqual([...foldAll(all).all('posts')]);
    expect(commits.map(({ from }) => from)).toEqual([START, ...commits.slice(0, -1).map(({ to }) => to)]);
    expect(commits.flatMap(({ rows }) => rows)).toEqual(store.rows);
    await projector.stop();
  });

  it('goes on from the checkpoint after a restart', async () => {
    const all = events(10);
    const first = setUp(all.slice(0, 12));
    await first.projector.start();
    await idle(first.log);
    await first.projector.stop();
    const second = setUp(all, projections, first.store);
    await second.projector.start();
    await idle(second.log);
    expect(second.log.subscribedAfter).toEqual([position(12)]);
    expect([...second.store.documents.all('people')]).toEqual([...foldAll(all).all('people')]);
    await second.projector.stop();
  });

  it('waits and tries again when something is not available, each time longer', async () => {
    const { log, clock, store, projector } = setUp(events(3));
    await projector.start();
    await idle(log);
    log.failNext(new Unavailable('The log hangs.'));
    await idle(log);
    expect(await projector.status()).toMatchObject({ state: 'waiting', reason: 'The log hangs.' });
    log.failNext(new Unavailable('It still hangs.'));
    clock.advance(100);
    await idle(log);
    clock.advance(100);
    await idle(log);
    expect(await projector.status()).toMatchObject({ state: 'waiting', reason: 'It still hangs.' });
    clock.advance(100);
    await idle(log);
    expect(await projector.status()).toMatchObject({ state: 'running', reason: null, parked: [] });
    expect(await store.checkpoint()).toBe(position(6));
    await projector.stop();
  });

  it('[P7] reads the checkpoint again when the outcome of a commit is unknown, and doubles nothing', async () => {
    const all = events(5);
    const { log, clock, store, projector } = setUp(all);
    const commit = store.commit.bind(store);
    let isLost = false;
    store.commit = async (batch) => {
      const end = await commit(batch);
      if (isLost) return end;
      isLost = true;
      throw new Unavailable('The answer was lost.');
    };
    await projector.start();
    await idle(log);
    clock.advance(100);
    await idle(log);
    expect(await store.checkpoint()).toBe(position(10));
    expect([...store.documents.all('authorCounters')]).toEqual([...foldAll(all).all('authorCounters')]);
    await projector.stop();
  });

  it('[P5] hands on a commit that was written without an answer, even if nothing comes after it', async () => {
    const { log, clock, store, commits, projector } = setUp(events(2));
    const commit = store.commit.bind(store);
    store.commit = async (batch) => {
      await commit(batch);
      throw new Unavailable('The answer was lost.');
    };
    await projector.start();
    await idle(log);
    expect(commits).toEqual([]);
    clock.advance(100);
    await idle(log);
    expect(commits).toMatchObject([{ from: START, to: position(4) }]);
    expect(commits[0]?.rows).toEqual(store.rows);
    await projector.stop();
  });

  it('takes up what was written without an answer before it lets a rebuild swap', async () => {
    const { log, store, commits, projector } = setUp(events(2));
    const commit = store.commit.bind(store);
    store.commit = async (batch) => {
      await commit(batch);
      throw new Unavailable('The answer was lost.');
    };
    await projector.start();
    await idle(log);
    const seen: string[] = [];
    await projector.exclusively(async (at) => {
      seen.push(at);
      return null;
    });
    expect(seen).toEqual([position(4)]);
    expect(commits).toMatchObject([{ from: START, to: position(4) }]);
    await projector.stop();
  });

  it('stops for good at an event that a newer release wrote', async () => {
    const { log, clock, store, projector } = setUp(events(2));
    await projector.start();
    await idle(log);
    log.failNext(new UnknownEvent('OfferMade', 1, position(5)));
    await idle(log);
    const status = await projector.status();
    expect(status.state).toBe('stopped');
    expect(status.reason).toContain('newer release');
    clock.advance(60_000);
    await idle(log);
    expect(log.subscribedAfter).toHaveLength(1);
    expect(await store.checkpoint()).toBe(position(4));
    await expect(projector.waitFor(position(9), 1_000)).rejects.toThrow(Unavailable);
  });

  it('stops when another projector has moved the checkpoint', async () => {
    const all = events(4);
    const { log, store, projector } = setUp(all.slice(0, 2));
    await projector.start();
    await idle(log);
    await store.commit({ from: position(2), to: position(3), recording: null, rows: [], parked: [] });
    log.append(...all.slice(2));
    await idle(log);
    const { state, reason } = await projector.status();
    expect(state).toBe('stopped');
    expect(reason).toBe(new CheckpointMismatch(position(2), position(3)).message);
  });

  it('stops before it mixes two logs: the read models are further than the log', async () => {
    const store = memoryStore();
    await store.commit({ from: START, to: position(99), recording: null, rows: [], parked: [] });
    const { projector } = setUp(events(1), projections, store);
    await projector.start();
    expect(await projector.status()).toMatchObject({ state: 'stopped', position: position(99), head: position(2) });
  });

  it('lets those who wait for a position go when it is reached, or when their time is up', async () => {
    const all = events(2);
    const { log, clock, projector } = setUp([]);
    await projector.start();
    const reached = projector.waitFor(position(3), 1_000);
    const tooLate = projector.waitFor(position(9), 1_000);
    log.append(...all);
    await expect(reached).resolves.toBeUndefined();
    clock.advance(1_000);
    await expect(tooLate).rejects.toThrow('did not reach position 0000000000000009 in 1000 ms');
    await projector.stop();
  });

  it('finishes the batch under way when it is stopped, and turns away who still waits', async () => {
    const { store, projector } = setUp(events(3));
    await projector.start();
    const waits = expect(projector.waitFor(position(99), 1_000)).rejects.toThrow('The projector has stopped.');
    await projector.stop();
    await waits;
    expect(await store.checkpoint()).toBe(projector.position);
    expect((await projector.status()).state).toBe('stopped');
  });

  it('goes on when the listener of commits throws', async () => {
    const log = createScriptedLog(events(2));
    const store = memoryStore();
    const failing = () => {
      throw new Error('The hub is broken.');
    };
    const projector = createProjector({ log, store, projections, onCommit: failing, logger: QUIET });
    await projector.start();
    await projector.waitFor(position(4), 1_000);
    expect((await projector.status()).state).toBe('running');
    await projector.stop();
  });
});
