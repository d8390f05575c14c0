import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EngineClock } from '#projections/engine/clock.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { type HeldLease, LEASE_ASK_EVERY_MS, LEASE_MARGIN_MS, LEASE_MS } from '#server/kernel/heldLease.ts';
import { type Leased, whileLeased } from '#server/kernel/whileLeased.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { LeaseVault } from '#server/ports/vault.ts';
import { createManualClock, type ManualClock } from '#test/projections/support/manualClock.ts';

const SEED = 20_260_312;
const STEP_MS = 100;
/** Milliseconds in which a store under far too much load answers. */
const SLOW_ANSWER_MS = LEASE_MS + 1_000;

let clock: ManualClock;
let stored: LeaseVault;
/** Events of the test, in order. */
let seen: string[];

beforeEach(() => {
  clock = createManualClock();
  stored = createMemoryVault(undefined, clock.now).leases;
  seen = [];
});

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    clock.advance(STEP_MS);
    await settled();
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}

function working(holder: string, leases = stored, stopping: () => Promise<void> = async () => undefined): Leased {
  return whileLeased({
    ...{ leases, name: 'projector', holder, clock, logger: silentLogger },
    async start() {
      seen.push(`${holder} starts`);
      return {
        async stop() {
          seen.push(`${holder} stops`);
          await stopping();
          seen.push(`${holder} has stopped`);
        },
      };
    },
  });
}

describe('work that one process at a time does', () => {
  it('is done by one, and a spare takes over at once when that one closes, after it has stopped', async () => {
    const a = working('a');
    await settled();
    const b = working('b');
    await pass(3 * LEASE_MS);
    expect(a.epoch()).not.toBeNull();
    expect(b.epoch()).toBeNull();
    await a.close();
    await pass(LEASE_ASK_EVERY_MS);
    expect(seen).toEqual(['a starts', 'a stops', 'a has stopped', 'b starts']);
    expect([a.epoch(), b.epoch()]).toEqual([null, expect.any(Number)]);
    await b.close();
  });

  it('is taken over in seconds when its process dies', async () => {
    let isDead = false;
    const reached = async <T>(call: () => Promise<T>): Promise<T> => {
      if (isDead) throw new Error('The network is away.');
      return call();
    };
    const dying: LeaseVault = {
      acquire: (...args) => reached(() => stored.acquire(...args)),
      renew: (...args) => reached(() => stored.renew(...args)),
      release: (...args) => reached(() => stored.release(...args)),
    };
    const a = working('a', dying);
    await settled();
    const b = working('b');
    await pass(LEASE_MS);
    const first = a.epoch() ?? 0;
    isDead = true;
    await pass(LEASE_MS + LEASE_ASK_EVERY_MS);
    expect(b.epoch()).toBeGreaterThan(first);
    // The one that lost it had stopped before, and stands by as a spare.
    expect(seen).toEqual(['a starts', 'a stops', 'a has stopped', 'b starts']);
    isDead = false;
    await b.close();
    await pass(LEASE_ASK_EVERY_MS);
    expect(a.epoch()).toBeGreaterThan(first);
    await a.close();
  });

  it('is done, by one process at a time, over a store that answers later than a lease usually ends', async () => {
    const slowly = async <T>(call: () => Promise<T>): Promise<T> => {
      const half = () => new Promise<void>((resolve) => void clock.after(SLOW_ANSWER_MS / 2, resolve));
      await half();
      const answer = await call();
      await half();
      return answer;
    };
    const slow: LeaseVault = {
      acquire: (...args) => slowly(() => stored.acquire(...args)),
      renew: (...args) => slowly(() => stored.renew(...args)),
      release: (...args) => slowly(() => stored.release(...args)),
    };
    const all = [working('a', slow), working('b', slow)];
    await pass(20 * SLOW_ANSWER_MS);
    const before = seen.length;
    expect(all.filter((each) => each.epoch() !== null)).toHaveLength(1);
    // From then on nobody loses it.
    await pass(20 * SLOW_ANSWER_MS);
    expect(seen).toHaveLength(before);
    const closed = Promise.all(all.map((each) => each.close()));
    await pass(5 * SLOW_ANSWER_MS);
    await closed;
  });

  it('keeps its lease while it is being stopped, and gives it up afterwards', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const a = working('a', stored, () => promise);
    await settled();
    const b = working('b');
    const closed = a.close();
    await pass(2 * LEASE_MS);
    expect(b.epoch()).toBeNull();
    resolve();
    await closed;
    await pass(LEASE_ASK_EVERY_MS);
    expect(b.epoch()).not.toBeNull();
    await b.close();
  });

  it('is not started again in a process in which it has not stopped', async () => {
    let isAway = false;
    const leases: LeaseVault = { ...stored, renew: async (...args) => !isAway && stored.renew(...args) };
    const { promise, resolve } = Promise.withResolvers<void>();
    const a = working('a', leases, () => promise);
    await settled();
    isAway = true;
    await pass(3 * LEASE_MS);
    expect(seen).toEqual(['a starts', 'a stops']);
    isAway = false;
    resolve();
    await pass(LEASE_ASK_EVERY_MS);
    expect(seen).toEqual(['a starts', 'a stops', 'a has stopped', 'a starts']);
    await a.close();
  });

  it('is left to the others by a process in which it does not stop, and says why', async () => {
    const a = working('a', stored, async () => {
      throw new Error('A commit hangs.');
    });
    await settled();
    expect(a.problem()).toBeNull();
    await a.close();
    expect(a.problem()).toMatch(/could not be stopped: A commit hangs/);
    expect(await stored.acquire('projector', 'b', LEASE_MS)).not.toBeNull();
  });

  it('is left to the others for a while by a process in which it does not start, and says why', async () => {
    let starts = 0;
    const a = whileLeased({
      ...{ leases: stored, name: 'projector', holder: 'a', clock, logger: silentLogger },
      async start() {
        starts += 1;
        if (starts === 1) throw new Error('The read store is away.');
        return { stop: async () => undefined };
      },
    });
    await settled();
    expect(a.problem()).toBe('The read store is away.');
    const b = working('b');
    await settled();
    expect(b.epoch()).not.toBeNull();
    await b.close();
    await pass(LEASE_MS + LEASE_ASK_EVERY_MS);
    expect([a.problem(), starts]).toEqual([null, 2]);
    await a.close();
  });

  it('is no problem any more of a process in which it did not start, once another one does it', async () => {
    const a = whileLeased({
      ...{ leases: stored, name: 'projector', holder: 'a', clock, logger: silentLogger },
      start: async () => {
        throw new Error('The read store is away.');
      },
    });
    await settled();
    expect(a.problem()).toBe('The read store is away.');
    const b = working('b');
    await pass(LEASE_MS + 2 * LEASE_ASK_EVERY_MS);
    expect(b.epoch()).not.toBeNull();
    expect([a.epoch(), a.problem()]).toEqual([null, null]);
    await Promise.all([a.close(), b.close()]);
  });

  it('goes to another process when it has ended by itself, and its process says why', async () => {
    const ended = new AbortController();
    const a = whileLeased({
      ...{ leases: stored, name: 'projector', holder: 'a', clock, logger: silentLogger },
      start: async () => ({ ended: ended.signal, stop: async () => void seen.push('a has stopped') }),
    });
    await settled();
    const b = working('b');
    await pass(2 * LEASE_MS);
    expect(b.epoch()).toBeNull();
    ended.abort(new Error('The log is of a newer release.'));
    await pass(2 * LEASE_ASK_EVERY_MS);
    expect(seen).toEqual(['a has stopped', 'b starts']);
    expect([a.epoch(), a.problem()]).toEqual([null, 'The log is of a newer release.']);
    await Promise.all([a.close(), b.close()]);
  });

  it('starts only once at a time, and in the end again, whatever becomes of the calls', () =>
    fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat({ max: 99 })), (chances) => survives(chances)),
      { seed: SEED, numRuns: 25 },
    ));
});

/** Three processes whose calls are late, lost before or after they took effect; each is halted at times. */
async function survives(chances: Iterable<number>): Promise<void> {
  const chance = chances[Symbol.iterator]();
  const draw = (): number => Number(chance.next().value);
  const world = createManualClock();
  const vault = createMemoryVault(undefined, world.now).leases;
  let isTroubled = true;
  const late = () => (isTroubled ? pauseOf(world, draw() * 15) : Promise.resolve());
  async function lossy<T>(call: () => Promise<T>): Promise<T> {
    await late();
    if (isTroubled && draw() < 20) throw new Error('The call is lost.');
    const answer = await call();
    await late();
    if (isTroubled && draw() < 20) throw new Error('The answer is lost.');
    return answer;
  }
  const leases: LeaseVault = {
    acquire: (...args) => lossy(() => vault.acquire(...args)),
    renew: (...args) => lossy(() => vault.renew(...args)),
    release: (...args) => lossy(() => vault.release(...args)),
  };

  /** Work that has started and not stopped, by process. */
  const atWork = new Map<string, HeldLease>();
  let last = { epoch: 0, holder: '' };
  const processes = ['a', 'b', 'c'].map((holder) => {
    const process = haltingClock(world);
    const leased = whileLeased({
      ...{ leases, name: 'projector', holder, clock: process.clock, logger: silentLogger },
      async start(lease) {
        expect(atWork.has(holder)).toBe(false);
        if (last.holder === holder) expect(lease.epoch).toBeGreaterThanOrEqual(last.epoch);
        else expect(lease.epoch).toBeGreaterThan(last.epoch);
        last = { epoch: lease.epoch, holder };
        atWork.set(holder, lease);
        return {
          async stop() {
            await late();
            atWork.delete(holder);
          },
        };
      },
    });
    return { ...process, leased };
  });

  const advance = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      for (const { halt } of processes) if (isTroubled && draw() === 0) halt(LEASE_MS);
      world.advance(STEP_MS);
      await settled();
      expect([...atWork.values()].filter((lease) => lease.isProven()).length).toBeLessThanOrEqual(1);
    }
  };
  await advance(12 * LEASE_MS);
  isTroubled = false;
  await advance(2 * LEASE_MS + LEASE_MARGIN_MS);
  expect(processes.filter(({ leased }) => leased.epoch() !== null)).toHaveLength(1);
  await Promise.all(processes.map(({ leased }) => leased.close()));
}

/** The clock of a process that can be halted: its timers then run when it goes on. */
function haltingClock(world: ManualClock) {
  let goesOnAt = 0;
  const clock: EngineClock = {
    now: world.now,
    after(ms, action) {
      let cancel = world.after(ms, () => {
        if (world.now() >= goesOnAt) action();
        else cancel = world.after(goesOnAt - world.now(), action);
      });
      return () => cancel();
    },
  };
  return {
    clock,
    halt(ms: number) {
      goesOnAt = world.now() + ms;
    },
  };
}

function pauseOf(clock: ManualClock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}
