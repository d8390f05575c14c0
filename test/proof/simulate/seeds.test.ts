import { describe, expect, it } from '@jest/globals';
import { findBySimulation } from '../sabotage/findBySimulation.ts';
import { findSabotage } from '../sabotage/sabotages.ts';
import { report, summarise } from './report.ts';
import { simulate } from './simulate.ts';

/** Steps of a story that a reader can follow. */
const SHORT_STEPS = 12;

/** A seed whose story finds a sabotage: the known one, or another one when the stories have changed. */
async function seedThatFinds(name: string): Promise<number> {
  const sabotage = findSabotage(name);
  const known = sabotage.foundBy.simulate;
  const { seed } = known === undefined ? { seed: null } : await findBySimulation(sabotage, known);
  if (seed === null) throw new Error(`No seed finds ${name}: "npm run sabotage -- ${name}" says what to do.`);
  return seed;
}

/** Plays one seed with a rule broken on purpose, and makes its story short. */
async function shrunkBy(name: string, seed: number) {
  const isEnough = () => true;
  return simulate({ breaks: name, shrinks: true, workers: 1, seeds: [seed], isEnough, onResult: () => undefined });
}

it('[P4] a crash in a release, while the process beside it starts, breaks no promise', async () => {
  // Only such a story finds that the process beside did not wait, as it once did not: its seed is looked for anew.
  const seed = await seedThatFinds('read-models-not-awaited');
  const isEnough = () => false;
  const results = await simulate({
    ...{ breaks: null, shrinks: false, workers: 1, seeds: [seed] },
    ...{ isEnough, onResult: () => undefined },
  });
  expect(results.map(({ findings }) => findings)).toEqual([[]]);
});

describe('a seed that breaks a promise', () => {
  it('is printed with the command that repeats it, plays the same each time, and is made short', async () => {
    const name = 'dispatcher-without-fence';
    const seed = await seedThatFinds(name);
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
