import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Commands that run a proof: their scripts are in `test/`. */
const proofs = Object.entries<string>(JSON.parse(read('package.json')).scripts)
  .filter(([, script]) => / test\/\S+\.ts$/.test(script))
  .map(([name]) => name);

/** Commands that a list of steps runs. */
function runBy(path: string): readonly string[] {
  return [...read(path).matchAll(/step npm (?:run --silent )?([\w:-]+)/g)].map(([, name = '']) => name);
}

/** Commands that both lists run, in another form by night. */
const IN_BOTH = ['bench', 'crash', 'fuzz', 'sabotage', 'test'];

describe('the proofs', () => {
  it('are each run for every change, or by night: none is left out of both', () => {
    const run = [...runBy('.ci/run'), 'test', ...runBy('.ci/nightly')];
    expect(proofs.length).toBeGreaterThan(10);
    expect(proofs.filter((name) => !run.includes(name))).toEqual([]);
  });

  it('are not run again by night as they are run for every change', () => {
    const daily = [...runBy('.ci/run'), 'test'];
    const again = new Set(runBy('.ci/nightly').filter((name) => daily.includes(name)));
    expect([...again].toSorted()).toEqual(IN_BOTH);
    const steps = (path: string) =>
      read(path)
        .split('\n')
        .filter((line) => line.includes('step npm'));
    expect(steps('.ci/nightly').filter((step) => steps('.ci/run').includes(step))).toEqual([]);
  });

  it('are all explained by the README', () => {
    const readme = read('README.md');
    const isNamed = (name: string) => [`npm run ${name}\``, `npm run ${name} `].some((words) => readme.includes(words));
    expect(proofs.filter((name) => name !== 'test' && !isNamed(name))).toEqual([]);
  });
});
