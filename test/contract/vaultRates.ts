import { expect, it } from '@jest/globals';
import type { RateSpending, Vault } from '#server/ports/vault.ts';
import { minute } from './vaultSamples.ts';

const PARALLEL = 50;

const spending = (tokens: number, change: Partial<RateSpending> = {}): RateSpending => ({
  ...{ key: 'commands:ada', tokens, burst: 10, perMinute: 2 },
  ...change,
});

/** Token buckets that all processes share. */
export function vaultRatesContract(vault: () => Vault): void {
  it('takes tokens out of a bucket that begins full, and brings them back with time', async () => {
    const { rates } = vault();
    expect(await rates.spend([spending(4)], minute(0))).toEqual([6]);
    expect(await rates.spend([spending(3)], minute(0))).toEqual([3]);
    expect(await rates.spend([spending(1)], minute(2))).toEqual([6]);
    // Full, and no fuller.
    expect(await rates.spend([spending(1)], minute(50))).toEqual([9]);
    expect(await rates.spend([spending(1), spending(2, { key: 'commands:bob' })], minute(50))).toEqual([8, 8]);
  });

  it('is overdrawn by its burst at most', async () => {
    const { rates } = vault();
    expect(await rates.spend([spending(12)], minute(0))).toEqual([-2]);
    expect(await rates.spend([spending(100)], minute(0))).toEqual([-10]);
    expect(await rates.spend([spending(0)], minute(5))).toEqual([0]);
    expect(await rates.spend([spending(100, { key: 'commands:bob' })], minute(0))).toEqual([-10]);
  });

  it('brings nothing back for an instant before the last', async () => {
    const { rates } = vault();
    expect(await rates.spend([spending(5)], minute(10))).toEqual([5]);
    expect(await rates.spend([spending(1)], minute(1))).toEqual([4]);
    expect(await rates.spend([spending(0)], minute(11))).toEqual([6]);
  });

  it(`counts each of ${PARALLEL} spendings at once`, async () => {
    const { rates } = vault();
    const one = spending(1, { burst: 100 });
    const left = await Promise.all(Array.from({ length: PARALLEL }, () => rates.spend([one], minute(0))));
    expect(left.flat().toSorted((a, b) => b - a)).toEqual(left.map((_, n) => 99 - n));
  });

  it('sweeps buckets that nobody takes from', async () => {
    const { rates } = vault();
    await rates.spend([spending(9)], minute(1));
    await rates.spend([spending(9, { key: 'commands:bob' })], minute(2));
    await rates.sweep(minute(2));
    expect(await rates.spend([spending(0), spending(0, { key: 'commands:bob' })], minute(2))).toEqual([10, 1]);
  });
}
