import { describe, expect, it } from '@jest/globals';
import { findBySimulation } from '../sabotage/findBySimulation.ts';
import { findSabotage } from '../sabotage/sabotages.ts';
import { report, summarise } from './report.ts';
import { simulate } from './simulate.ts';

/** Steps of a story that a reader can follow. */
const SHORT_STEPS = 12;

/** Plays one seed with a rule broken on purpose, and makes its story short. */
async function shrunkBy(name: string, seed: number) {
  const isEnough = () => true;
  return simulate({ breaks: name, shrinks: true, workers: 1, seeds: [seed], isEnough, onResult: () => undefined });
}

/** Stories that once broke a promise of the program as it is. */
const ONCE_BROKEN = [
  // A crash in a release, while the process beside it started.
  524,
];

it('[P4] stories that once broke a promise keep them all', async () => {
  const isEnough = () => false;
  const results = await simulate({
    ...{ breaks: null, shrinks: false, workers: 1, seeds: ONCE_BROKEN },
    ...{ isEnough, onResult: () => undefined },
  });
  expect(results.flatMap(({ findings }) => findings)).toEqual([]);
  expect(results.length).toBe(ONCE_BROKEN.length);
});

describe('a seed that breaks a promise', () => {
  it('is printed with the command that repeats it, plays the same each time, and is made short', async () => {
    const name = 'dispatcher-without-fence';
    const sabotage = findSabotage(name);
    const { seed } = await findBySimulation(sabotage, sabotage.foundBy.simulate ?? { promise: 'P7', seed: 1 });
    if (seed === null) throw new Error(`No seed finds ${name}: test/proof/sabotage/sabotages.test.ts says what to do.`);
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
