import { expect, it } from '@jest/globals';
import { acquireLease, type LeaseState, releaseLease } from '#server/engines/leaseState.ts';

const LEASE_MS = 5_000;

function taken(before: LeaseState | null, holder: string, now: number): LeaseState {
  const { isHeld, next } = acquireLease(before, holder, LEASE_MS, now);
  if (!isHeld || next === null) throw new Error('The lease was not taken.');
  return next;
}

it('a store that is restored from a backup gives no epoch a second time: other stores have seen those after the backup', () => {
  let now = Date.UTC(2026, 0, 2);
  const backup = taken(null, 'a', now);
  let lease = backup;
  for (let holders = 0; holders < 20; holders += 1) {
    lease = releaseLease(lease, lease.holder ?? '', lease.epoch).next ?? lease;
    now += 1;
    lease = taken(lease, `holder ${holders}`, now);
  }
  now += LEASE_MS;
  expect(taken(backup, 'b', now).epoch).toBeGreaterThan(lease.epoch);
  // A lost vault begins anew, with no lease at all.
  expect(taken(null, 'b', now).epoch).toBeGreaterThan(lease.epoch);
});

it('an epoch is a whole number, and the next one is higher also where the clock stands', () => {
  const first = taken(null, 'a', 1_000.7);
  expect(first.epoch).toBe(1_000);
  const released = releaseLease(first, 'a', first.epoch).next;
  expect(taken(released, 'b', 1_000.7).epoch).toBe(1_001);
});
