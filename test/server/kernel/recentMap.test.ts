import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RecentMap } from '#server/kernel/recentMap.ts';

const CAPACITY = 4;
const key = fc.integer({ min: 0, max: 12 });
const use = fc.oneof(
  fc.record({ kind: fc.constant('get' as const), key }),
  fc.record({ kind: fc.constant('set' as const), key, value: fc.string() }),
  fc.record({ kind: fc.constant('delete' as const), key }),
  fc.record({ kind: fc.constant('clear' as const), key }),
);

describe('a map of what was used last', () => {
  it('holds the keys that were used last, and never an older value', () => {
    fc.assert(
      fc.property(fc.array(use, { maxLength: 100 }), (uses) => {
        const map = new RecentMap<number, string>(CAPACITY);
        // Whole and in the order of use, newest last.
        const model = new Map<number, string>();
        const touch = (at: number, value: string) => {
          model.delete(at);
          model.set(at, value);
        };
        for (const each of uses) {
          if (each.kind === 'clear') {
            map.clear();
            model.clear();
          } else if (each.kind === 'delete') {
            map.delete(each.key);
            model.delete(each.key);
          } else if (each.kind === 'set') {
            map.set(each.key, each.value);
            touch(each.key, each.value);
          } else {
            const isRecent = [...model.keys()].slice(-CAPACITY).includes(each.key);
            const found = map.get(each.key);
            if (isRecent) expect(found).toBe(model.get(each.key));
            if (found === undefined) model.delete(each.key);
            else {
              expect(found).toBe(model.get(each.key));
              touch(each.key, found);
            }
          }
        }
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it('holds as much as its keys weigh, not as many as there are', () => {
    const keyOf = (n: number) => String(n).padStart(10, '0');
    const map = new RecentMap<string, number>(100, ({ length }) => length);
    for (let n = 0; n < 60; n += 1) map.set(keyOf(n), n);
    const held = Array.from({ length: 60 }, (_, n) => map.get(keyOf(n))).filter((value) => value !== undefined);
    expect(held.length).toBeGreaterThanOrEqual(10);
    expect(held.length).toBeLessThanOrEqual(20);
  });

  it('counts a key once, and not at all once it is taken out', () => {
    const map = new RecentMap<string, number>(100, ({ length }) => length);
    map.set('kept', 1);
    for (let n = 0; n < 1_000; n += 1) {
      map.set('same', n);
      map.set('gone', n);
      map.delete('gone');
    }
    expect([map.get('kept'), map.get('same')]).toEqual([1, 999]);
  });

  it('counts a key as what its newest value weighs', () => {
    const map = new RecentMap<string, number>(100, (_key, weight) => weight);
    map.set('grows', 1);
    for (let n = 0; n < 60; n += 1) map.set('shrinks', n % 2 === 0 ? 60 : 1);
    expect(map.get('grows')).toBe(1);
    map.set('grows', 99);
    map.set('next', 99);
    map.set('last', 99);
    expect(map.get('grows')).toBeUndefined();
  });

  it('forgets what was not used while twice as many others were', () => {
    const map = new RecentMap<number, string>(CAPACITY);
    map.set(-1, 'quiet');
    map.set(-2, 'busy');
    for (let n = 0; n < 2 * CAPACITY; n += 1) {
      map.set(n, 'other');
      map.get(-2);
    }
    expect([map.get(-1), map.get(-2)]).toEqual([undefined, 'busy']);
  });
});
