import { describe, expect, it } from '@jest/globals';
import { atLeast, atMost, below, both, ratioAtLeast, ratioAtMost, row, unmeasured } from './figure.ts';
import { forAWhile, inParallel, quantile } from './statistics.ts';
import { table } from './table.ts';

describe('a line of the bench', () => {
  it('compares with the limit of the machine, and with the goal', () => {
    const goal = both(atLeast(20_000), ratioAtLeast(0.5));
    expect(row('appends', 24_000, 'events/s', { limit: 32_000, goal })).toEqual({
      figure: 'appends',
      value: 24_000,
      unit: 'events/s',
      limit: 32_000,
      ratio: 0.75,
      goal: '≥ 20000, ratio ≥ 0.5',
      met: true,
    });
    expect(row('appends', 24_000, 'events/s', { limit: 64_000, goal }).met).toBe(false);
    expect(row('appends', 19_999, 'events/s', { limit: 20_000, goal }).met).toBe(false);
  });

  it('has no verdict without a goal', () => {
    expect(row('disk', 300, 'bytes')).toMatchObject({ limit: null, ratio: null, goal: '', met: null });
  });

  it('misses a goal that could not be measured', () => {
    expect(row('p99', Number.NaN, 'ms', { goal: below(20) }).met).toBe(false);
    expect(row('growth', 2, 'ms', { goal: ratioAtMost(1.2) }).met).toBe(false);
    expect(row('memory', Number.NaN, 'MB', { goal: atMost(150) }).met).toBe(false);
  });

  it('is named where there is no number, also without a goal', () => {
    expect(
      unmeasured([row('p50', 0, 'ms'), row('p99', Number.NaN, 'ms'), row('max', Number.POSITIVE_INFINITY, 'ms')]),
    ).toEqual(['p99']);
  });

  it('stands in a table that says what is missed', () => {
    const drawn = table([row('p99', 25, 'ms', { goal: below(20) }), row('growth', 3, 'ms', { limit: 4 })]);
    expect(drawn.split('\n')).toEqual([
      '| figure | value | unit | limit | ratio | goal | met |',
      '| ------ | ----- | ---- | ----- | ----- | ---- | --- |',
      '| p99    | 25.0  | ms   |       |       | < 20 | NO  |',
      '| growth | 3.00  | ms   | 4.00  | 0.75  |      |     |',
    ]);
  });
});

describe('statistics of the bench', () => {
  it('take quantiles of what was measured, in any order', () => {
    const values = Array.from({ length: 100 }, (_, n) => 100 - n);
    expect([quantile(values, 0), quantile(values, 0.5), quantile(values, 0.99)]).toEqual([1, 51, 100]);
    expect(quantile([], 0.5)).toBeNaN();
  });

  it('run so many at a time', async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    await inParallel([1, 2, 3, 4, 5], 2, async (n) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      done.push(n);
    });
    expect({ most, done: done.sort() }).toEqual({ most: 2, done: [1, 2, 3, 4, 5] });
  });

  it('count every run of every worker until the time is up', async () => {
    const runs: string[] = [];
    const { latencies, perSecond } = await forAWhile(5, 3, async (worker, turn) => {
      runs.push(`${worker}:${turn}`);
      await new Promise((resolve) => setImmediate(resolve));
    });
    expect(runs.slice(0, 3)).toEqual(['0:0', '1:0', '2:0']);
    expect(latencies).toHaveLength(runs.length);
    expect(perSecond).toBeGreaterThan(0);
  });
});
