import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { haveMoveIn } from './houseOfOneMore.ts';
import { broughtFiles, LINES } from './movedIn.ts';

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

const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
const TSC = ['node_modules/typescript/bin/tsc', '--noEmit', '-p'];
const BIOME = ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off'];

const { runs } = haveMoveIn();

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
    const rows = listedPaths('Your first noun');
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
  });

  it('[P4] [P8] [P10] passes the suites over all nouns, and goes from a command to a row, a rebuild and an erasure', async () => {
    // One process: each more would compile the same modules again, for a third more of the processor's time.
    await runs([...JEST, ...SUITES, '--selectProjects', 'core', '--runInBand']);
    const named = ['--testNamePattern', COMMANDS_OF_IT, '--verbose'];
    const { output } = await runs([...JEST, ...BY_COMMAND, ...named, '--selectProjects', 'core', '--runInBand']);
    for (const title of ['the fields of MakeOffer', 'MakeOffer: every field']) expect(output).toContain(title);
  });
});
