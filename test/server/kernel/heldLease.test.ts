import { beforeEach, describe, expect, it } from '@jest/globals';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import {
  LEASE_ASK_EVERY_MS,
  LEASE_MARGIN_MS,
  LEASE_MS,
  LEASE_RENEW_SHARE,
  takeLease,
} from '#server/kernel/heldLease.ts';
import { LEASE_MAX_MS, LeasePace } from '#server/kernel/leasePace.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { LeaseVault } from '#server/ports/vault.ts';
import { createManualClock, type ManualClock } from '#test/projections/support/manualClock.ts';

/** Milliseconds between two renewals, where the store answers quickly. */
const LEASE_RENEW_EVERY_MS = LEASE_MS * LEASE_RENEW_SHARE;

let clock: ManualClock;
let stored: LeaseVault;
/** Renewals that reached the store. */
let renewals: number;
/** Fate of the calls of the holder under test. */
let trouble: 'none' | 'fails' | 'hangs';
let closing: AbortController;

beforeEach(() => {
  clock = createManualClock();
  stored = createMemoryVault(undefined, clock.now).leases;
  renewals = 0;
  trouble = 'none';
  closing = new AbortController();
});

/** The store as the holder under test reaches it. */
const reached: LeaseVault = {
  acquire: (...args) => through(() => stored.acquire(...args)),
  renew: (...args) =>
    through(() => {
      renewals += 1;
      return stored.renew(...args);
    }),
  release: (...args) => through(() => stored.release(...args)),
};

async function through<T>(call: () => Promise<T>): Promise<T> {
  if (trouble === 'fails') throw new Error('The store is away.');
  if (trouble === 'hangs') return new Promise(() => undefined);
  return call();
}

const take = (holder = 'a') =>
  takeLease({ leases: reached, name: 'projector', holder, clock, logger: silentLogger }, closing.signal);

async function taken() {
  const lease = await take();
  if (lease === null) throw new Error('The lease was not taken.');
  return lease;
}

/** Time passes in small steps, and all that is due happens. */
async function pass(ms: number): Promise<void> {
  const until = clock.now() + ms;
  while (clock.now() < until) {
    clock.advance(Math.min(100, until - clock.now()));
    await settled();
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}

describe('a lease of this process', () => {
  it('is renewed at a third of its time, and so is kept for as long as the process lives', async () => {
    const lease = await taken();
    await pass(10 * LEASE_MS);
    expect(lease.isProven()).toBe(true);
    expect(renewals).toBeGreaterThanOrEqual(28);
    expect(renewals).toBeLessThanOrEqual(30);
    expect(await stored.acquire('projector', 'b', LEASE_MS)).toBeNull();
  });

  it('is lost at once when the store says so', async () => {
    const lease = await taken();
    await stored.release('projector', 'a', lease.epoch);
    const next = await stored.acquire('projector', 'b', LEASE_MS);
    await pass(LEASE_RENEW_EVERY_MS + 1);
    expect(lease.lost.aborted).toBe(true);
    expect(lease.isProven()).toBe(false);
    expect(next).toBeGreaterThan(lease.epoch);
  });

  it.each(['fails', 'hangs'] as const)('is lost before others can have it, when every renewal %s', async (how) => {
    const lease = await taken();
    trouble = how;
    await pass(LEASE_MS - LEASE_MARGIN_MS - 1);
    expect(lease.lost.aborted).toBe(false);
    await pass(1);
    expect(lease.lost.aborted).toBe(true);
    expect(lease.lost.reason).toBeInstanceOf(Error);
    expect(await stored.acquire('projector', 'b', LEASE_MS)).toBeNull();
    await pass(LEASE_MARGIN_MS);
    expect(await stored.acquire('projector', 'b', LEASE_MS)).not.toBeNull();
  });

  it('outlives a store that is away for a moment', async () => {
    const lease = await taken();
    await pass(LEASE_RENEW_EVERY_MS - 100);
    trouble = 'fails';
    await pass(1_500);
    trouble = 'none';
    await pass(LEASE_MS);
    expect(lease.isProven()).toBe(true);
  });

  it('is not proven to a process that was halted, before any timer has run', async () => {
    const lease = await taken();
    let wasProven: boolean | null = null;
    // The timers that were due while it was halted run only after this one.
    clock.after(0, () => {
      wasProven = lease.isProven();
    });
    clock.advance(LEASE_MS - LEASE_MARGIN_MS);
    expect(wasProven).toBe(false);
    expect(lease.lost.aborted).toBe(true);
  });

  it('counts from when it was asked for, not from when the answer came', async () => {
    let answer: () => void = () => undefined;
    const slow: LeaseVault = {
      ...stored,
      async acquire(...args) {
        const epoch = await stored.acquire(...args);
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return epoch;
      },
    };
    const lease = takeLease(
      { leases: slow, name: 'projector', holder: 'a', clock, logger: silentLogger },
      closing.signal,
    );
    await settled();
    await pass(LEASE_MS - LEASE_MARGIN_MS - 200);
    answer();
    trouble = 'fails';
    expect((await lease)?.isProven()).toBe(true);
    clock.advance(200);
    expect((await lease)?.isProven()).toBe(false);
  });

  it('stays what was proven when the answer to a renewal is lost, though the store answers quickly again', async () => {
    const pace = new LeasePace(LEASE_MS);
    pace.answered(LEASE_MS);
    const asked: number[] = [];
    const forgetful: LeaseVault = {
      ...stored,
      async renew(...args) {
        asked.push(args[3]);
        if (asked.length === 1) await stored.renew(...args);
        throw new Error('The answer is lost, and the next calls do not arrive.');
      },
    };
    const options = { leases: forgetful, name: 'projector', holder: 'a', clock, logger: silentLogger, pace };
    const lease = await takeLease(options, closing.signal);
    while (lease?.isProven()) {
      expect(await stored.acquire('projector', 'b', LEASE_MS)).toBeNull();
      await pass(100);
    }
    expect(asked[0]).toBeGreaterThan(LEASE_MS);
  });

  it('is kept while the store answers later and later, since each renewal says how slow it is', async () => {
    let answerMs = 100;
    const slower: LeaseVault = {
      ...stored,
      async renew(...args) {
        const isHeld = await stored.renew(...args);
        await new Promise<void>((resolve) => void clock.after(answerMs, resolve));
        // Twice as slow at the end as a lease of the usual length outlasts.
        answerMs = Math.min(answerMs + 500, LEASE_MS + 1_000);
        return isHeld;
      },
    };
    const options = { leases: slower, name: 'projector', holder: 'a', clock, logger: silentLogger };
    const lease = await takeLease(options, closing.signal);
    await pass(60 * LEASE_MS);
    expect(answerMs).toBe(LEASE_MS + 1_000);
    expect(lease?.isProven()).toBe(true);
  });

  it('released, goes to the next at once, and is renewed no more', async () => {
    const lease = await taken();
    const next = takeLease(
      { leases: stored, name: 'projector', holder: 'b', clock, logger: silentLogger },
      closing.signal,
    );
    await pass(LEASE_MS);
    const before = renewals;
    await lease.release();
    expect(lease.isProven()).toBe(false);
    await pass(LEASE_ASK_EVERY_MS);
    expect((await next)?.epoch).toBeGreaterThan(lease.epoch);
    await pass(LEASE_MS);
    expect(renewals).toBe(before);
  });

  it('release does not fail when the store is away', async () => {
    const lease = await taken();
    trouble = 'fails';
    await lease.release();
    expect(lease.isProven()).toBe(false);
  });
});

describe('waiting for a lease', () => {
  it('ends with it, in seconds after its holder has died', async () => {
    const dead = (await stored.acquire('projector', 'dead', LEASE_MS)) ?? 0;
    const next = take();
    await pass(LEASE_MS + LEASE_ASK_EVERY_MS);
    expect((await next)?.epoch).toBeGreaterThan(dead);
  });

  it('goes on while the store is away', async () => {
    trouble = 'fails';
    const next = take();
    await pass(10 * LEASE_ASK_EVERY_MS);
    trouble = 'none';
    await pass(LEASE_ASK_EVERY_MS);
    expect((await next)?.isProven()).toBe(true);
  });

  it('ends at once without it, when the process closes', async () => {
    await stored.acquire('projector', 'b', LEASE_MS);
    const next = take();
    await settled();
    closing.abort();
    expect(await next).toBeNull();
  });

  it('leaves no lease behind that was granted while the process closed', async () => {
    const slow: LeaseVault = {
      ...stored,
      async acquire(...args) {
        closing.abort();
        return stored.acquire(...args);
      },
    };
    const options = { leases: slow, name: 'projector', holder: 'a', clock, logger: silentLogger };
    expect(await takeLease(options, closing.signal)).toBeNull();
    expect(await stored.acquire('projector', 'b', LEASE_MS)).not.toBeNull();
  });
});

describe('the length of a lease', () => {
  it('is four answers of a slow store, within limits, and what it was soon after the store is quick again', () => {
    const pace = new LeasePace(LEASE_MS);
    pace.answered(20);
    expect(pace.lengthMs()).toBe(LEASE_MS);
    pace.answered(4_000);
    expect(pace.lengthMs()).toBe(16_000);
    pace.answered(60_000);
    expect(pace.lengthMs()).toBe(LEASE_MAX_MS);
    for (let quick = 0; quick < 6; quick += 1) pace.answered(20);
    expect(pace.lengthMs()).toBe(LEASE_MS);
  });
});
