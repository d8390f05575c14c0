import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { broughtFiles, LINES, type MovedIn, moveIn } from './movedIn.ts';

/** Suites that look at every noun that is listed, and the noun's own. */
const SUITES = [
  'test/domain/nouns',
  'test/domain/eventFixtures',
  'test/domain/stories',
  'test/domain/hostile',
  'test/projections/nouns',
  'test/projections/versions',
  'test/projections/histories',
  'test/model/conformance',
  'test/server/nouns',
  'test/server/offer',
  'test/server/http/hostile',
  'test/server/http/site',
  'test/web/nouns',
];
/** Stories of the simulation: enough that offers are made, answered and ended in them. */
const SEEDS = '8';
/** Inputs of the fuzzer: enough that each command and topic of offers is among them. */
const INPUTS = '600';

const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
const TSC = ['node_modules/typescript/bin/tsc', '--noEmit', '-p'];
const BIOME = ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off'];

let house: MovedIn;
beforeAll(() => {
  house = moveIn();
});
afterAll(() => house.remove());

/** Runs a program in the house with one noun more; what it printed is the failure when it does not end well. */
async function runs(words: readonly string[], environment?: Readonly<Record<string, string>>): Promise<string> {
  const { code, stdout, output } = await house.run(words, environment);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}:\n${output.slice(-8_000)}`);
  return stdout;
}

/** The first column of the table below a heading, as the paths that stand in it. */
function listedPaths(heading: string): readonly (readonly string[])[] {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'CONTRIBUTING.md'), 'utf8');
  const section = text.slice(text.indexOf(`## ${heading}`)).split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path));
}

/** Whether a path is one that CONTRIBUTING.md names: `…` stands for any words. */
function isNamed(path: string, names: readonly string[]): boolean {
  return names.some((name) => {
    const [start = '', ...rest] = name.split('…');
    return rest.length === 0 ? path === name : path.startsWith(start) && path.endsWith(rest.join('…'));
  });
}

describe('a noun that moves in', () => {
  it('brings the files that CONTRIBUTING.md lists, and its line in the lists that it names', () => {
    const rows = listedPaths('Add a noun');
    const names = rows.flat();
    const brought = broughtFiles();
    const written = [...brought, ...Object.keys(LINES)];
    expect(written.filter((path) => !isNamed(path, names))).toEqual([]);
    expect(names.filter((name) => !written.some((path) => isNamed(path, [name])))).toEqual([]);
  });

  it('compiles and keeps to the import arrows, in all rooms', async () => {
    await runs([...BIOME, ...broughtFiles().filter((path) => /\.tsx?$/.test(path))]);
    await runs([...TSC, '.']);
    for (const room of ['domain', 'projections']) await runs([...TSC, room]);
  }, 180_000);

  it('[P4] [P8] [P10] passes the suites over all nouns, and goes from a command to a row, a rebuild and an erasure', async () => {
    await runs([...JEST, ...SUITES, '--selectProjects', 'core']);
  }, 300_000);

  it('is in the simulation, which holds every promise', async () => {
    const summary = JSON.parse(await runs(['test/proof/simulate.ts', '--seeds', SEEDS, '--json']));
    expect(summary).toMatchObject({ seeds: Number(SEEDS), failed: [] });
    const happened = Object.keys(summary.eventsByType);
    expect(happened).toEqual(expect.arrayContaining(['OfferMade', 'OfferAnswered', 'OfferEnded']));
  }, 180_000);

  it('is in the fuzzer, which finds nothing', async () => {
    const fuzz = ['test/proof/fuzz.ts', '--seed', '11', '--members', '8', '--inputs', INPUTS, '--json'];
    const report = JSON.parse(await runs([...fuzz, '--only', 'commands,topics']));
    expect(report).toMatchObject({ inputs: Number(INPUTS), findings: [] });
    expect(report.answers).toEqual(expect.objectContaining({ OFFER_UNKNOWN: expect.any(Number) }));
  }, 180_000);

  it('has its page in the build of the site', async () => {
    const stdout = await runs(['node_modules/vite/bin/vite.js', 'build']);
    expect(stdout).toMatch(/OwnOffersPage-\S+\.js/);
  }, 180_000);
});
