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
