import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '#scripts/demo/random.ts';
import { MOMENTS, partsOf, planEnds, planParts } from './plan.ts';

const plan = (seed: number, kills: number) => planEnds(seededRandom(seed), kills);

describe('the plan of a round', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(plan(1, 20)).toEqual(plan(1, 20));
    expect(plan(1, 20)).not.toEqual(plan(2, 20));
  });

  it('has every moment once in each five kills, and begins just after an answer', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const kills = plan(seed, 20).filter(({ how }) => how !== 'asked');
      for (let from = 0; from < 20; from += MOMENTS.length) {
        const moments = kills.slice(from, from + MOMENTS.length).map(({ how }) => how);
        expect(moments.sort()).toEqual([...MOMENTS].sort());
      }
      expect(plan(seed, 1).map(({ how }) => how)).toEqual(['answer']);
    }
  });

  it('counts no end by SIGTERM as a kill', () => {
    const ends = plan(3, 20).map(({ how }) => how);
    expect(ends.filter((how) => how === 'asked')).toHaveLength(2);
    expect(ends).toHaveLength(22);
  });
});

describe('the plan of a round on a cluster', () => {
  it.each([
    [true, 12],
    [false, 10],
  ])('has every part die once before one dies again (a search engine: %s)', (hasSearchEngine, count) => {
    const all = partsOf(hasSearchEngine);
    expect(all).toHaveLength(count);
    const parts = planParts(seededRandom(1), 2 * count + 1, all);
    expect(parts).toHaveLength(2 * count + 1);
    expect(parts.slice(0, count).sort()).toEqual([...all].sort());
    expect(parts.slice(count, 2 * count).sort()).toEqual([...all].sort());
  });

  it('has no search engine die where there is none', () => {
    expect(partsOf(false).filter((part) => part.startsWith('search'))).toEqual([]);
  });
});
