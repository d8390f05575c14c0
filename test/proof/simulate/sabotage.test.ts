import { describe, expect, it } from '@jest/globals';
import { breakOne, SABOTAGE_SEEDS_MAX } from './breakAll.ts';
import { report, summarise } from './report.ts';
import { SABOTAGES } from './sabotage.ts';
import { seedsFrom, simulate } from './simulate.ts';

/** Steps of a story that a reader can follow. */
const SHORT_STEPS = 12;

/** Plays one seed with a rule broken on purpose, and makes its story short. */
async function shrunkBy(name: string, seed: number) {
  const isEnough = () => true;
  return simulate({ breaks: name, shrinks: true, workers: 1, seeds: [seed], isEnough, onResult: () => undefined });
}

describe('the simulation can fail', () => {
  it('breaks each of the promises that it checks in some way', () => {
    const promises = new Set(Object.values(SABOTAGES).map(({ promise }) => promise));
    expect(promises).toEqual(new Set(['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P10']));
  });

  it.concurrent.each(Object.entries(SABOTAGES))('%s: it finds that a promise is broken', async (name, { foundBy }) => {
    const { seed } = await breakOne(name, [foundBy, ...seedsFrom(1, SABOTAGE_SEEDS_MAX)]);
    if (seed === null) {
      throw new Error(
        `None of ${SABOTAGE_SEEDS_MAX} seeds finds ${name}. If the stories have changed, make them reach it more ` +
          `often (test/proof/simulate/troubles.ts); "npm run simulate -- --seeds 2000 --first --break ${name}" looks further.`,
      );
    }
    if (seed !== foundBy) {
      console.info(
        `Seed ${foundBy} no longer finds ${name}: the stories, or the times of what they play, have changed. ` +
          `Seed ${seed} does: write it into test/proof/simulate/sabotage.ts (foundBy), so that this test stays quick.`,
      );
    }
  });
});

describe('a seed that breaks a promise', () => {
  it('is printed with what repeats it, tells the same story each time, and is made short', async () => {
    const name = 'dispatcher-without-fence';
    const { seed } = await breakOne(name, [SABOTAGES[name]?.foundBy ?? 0, ...seedsFrom(1, SABOTAGE_SEEDS_MAX)]);
    if (seed === null) throw new Error(`No seed finds ${name}: the test above says what to do.`);
    const [results, again] = await Promise.all([shrunkBy(name, seed), shrunkBy(name, seed)]);
    expect(again).toEqual(results);
    const [{ shrunk, findings } = { shrunk: null, findings: [] }] = results;
    expect(findings.map(({ promise }) => promise)).toContain('P7');
    expect(shrunk?.steps.length).toBeLessThanOrEqual(SHORT_STEPS);

    const text = report(summarise(results, 1), name);
    expect(text).toContain(`Seed ${seed} (again: npm run simulate -- --replay ${seed} --break ${name})`);
    for (const step of shrunk?.steps ?? []) expect(text).toContain(JSON.stringify(step));
  });
});
