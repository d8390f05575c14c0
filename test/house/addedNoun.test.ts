import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { broughtFiles, LINES, type MovedIn, moveIn, type Ran } from './movedIn.ts';

/** Suites that look at every noun that is listed, and the noun's own. */
const SUITES = [
  'test/domain/nouns',
  'test/domain/eventFixtures',
  'test/domain/stories',
  'test/projections/nouns',
  'test/projections/versions',
  'test/projections/histories',
  'test/model/conformance',
  'test/server/nouns',
  'test/server/access',
  'test/server/offer',
  'test/server/http/site',
  'test/web/nouns',
];
/** Suites that look at each command by itself: those of the noun alone are new, and named for it. */
const BY_COMMAND = ['test/domain/hostile', 'test/server/http/hostile'];
const COMMANDS_OF_IT = 'Offer';
/** Stories of the simulation: enough that offers are made, answered and ended in them. */
const SEEDS = '20';
/** Kills of the crash run: one, just after an answer. */
const KILLS = '1';
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
async function runs(words: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Ran> {
  const ran = await house.run(words, environment);
  if (ran.code !== 0) throw new Error(`${words.join(' ')} ended with ${ran.code}:\n${ran.output.slice(-8_000)}`);
  return ran;
}

/** Runs a proof in the house with one noun more. @returns its result, as it prints it with `--json` */
async function proves(...words: readonly string[]) {
  return JSON.parse((await runs([...words, '--json'])).stdout);
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
    // One process: each more would compile the same modules again, for a third more of the processor's time.
    await runs([...JEST, ...SUITES, '--selectProjects', 'core', '--runInBand']);
    const named = ['--testNamePattern', COMMANDS_OF_IT, '--verbose'];
    const { output } = await runs([...JEST, ...BY_COMMAND, ...named, '--selectProjects', 'core', '--runInBand']);
    for (const title of ['the fields of MakeOffer', 'MakeOffer: every field']) expect(output).toContain(title);
  }, 300_000);

  it('is in the simulation, which holds every promise', async () => {
    const summary = await proves('test/proof/simulate.ts', '--seeds', SEEDS);
    expect(summary).toMatchObject({ seeds: Number(SEEDS), failed: [] });
    const happened = Object.keys(summary.eventsByType);
    expect(happened).toEqual(expect.arrayContaining(['OfferMade', 'OfferAnswered', 'OfferEnded']));
  }, 180_000);

  it('is in the fuzzer, which finds nothing', async () => {
    const fuzz = ['test/proof/fuzz.ts', '--seed', '11', '--members', '8', '--inputs', INPUTS];
    const report = await proves(...fuzz, '--only', 'commands,topics');
    expect(report).toMatchObject({ inputs: Number(INPUTS), findings: [] });
    expect(report.answers).toEqual(expect.objectContaining({ OFFER_UNKNOWN: expect.any(Number) }));
  }, 180_000);

  it('[P1] [P2] is in the crash run, which loses nothing of it', async () => {
    const report = await proves('test/proof/crash.ts', '--kills', KILLS, '--seed', '7');
    expect(report).toMatchObject({ kills: Number(KILLS), findings: [] });
    expect(report.acknowledgedByType).toEqual(expect.objectContaining({ MakeOffer: expect.any(Number) }));
  }, 180_000);

  it('is in what the seed has people do', async () => {
    const data = join(house.root, 'seeded');
    await runs(['scripts/quad.ts', 'seed', '--data', data, '--people', '3', '--posts', '1', '--acts', '80']);
    const { stdout } = await runs(['scripts/quad.ts', 'log', '--data', data, '--type', 'OfferMade', '--json']);
    expect(stdout).toContain('OfferMade');
  }, 180_000);

  it('is in the community of the bench', async () => {
    const { output } = await runs(['test/proof/bench.ts', '--quick', '--only', 'disk']);
    expect(output).toMatch(/made a community of .*\d+ OfferMade/);
    expect(output).toContain('disk, read models with change feed');
  }, 180_000);

  it('has its page in the build of the site', async () => {
    const { stdout } = await runs(['node_modules/vite/bin/vite.js', 'build']);
    expect(stdout).toMatch(/OwnOffersPage-\S+\.js/);
  }, 180_000);
});
