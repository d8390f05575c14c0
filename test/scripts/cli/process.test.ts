import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXIT } from '#scripts/cli/failure.ts';
import { playSmallStory, type TemporaryFolder, temporaryFolder } from '../support/storyFolder.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const VERBS = ['log', 'replay', 'projections', 'rebuild', 'verify', 'seed', 'erase', 'privacy', 'move'];

function node(...words: readonly string[]) {
  const { DATA_DIR: _mine, ...env } = process.env;
  return spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8', env });
}
const quad = (...words: readonly string[]) => node(join('scripts', 'quad.ts'), ...words);

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = temporaryFolder();
  await playSmallStory(folder.path);
});
afterAll(() => folder.remove());

describe('the quad process', () => {
  it('prints its result on standard output, and nothing else', () => {
    const { stdout, stderr, status } = quad('log', '--data', folder.path, '--limit', '2', '--json');
    expect(status).toBe(EXIT.ok);
    expect(stderr).toBe('');
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toHaveLength(2);
  });

  it('has help for each verb, with the exit codes', () => {
    const { stdout, status } = quad('--help');
    expect(status).toBe(EXIT.ok);
    for (const verb of VERBS) expect(stdout).toContain(`  ${verb}`);
    const help = quad('projections', 'retry', '--help');
    expect([help.status, help.stdout]).toEqual([EXIT.ok, expect.stringContaining('Exit codes: 0')]);
  });

  it('names what it does not understand, and ends with 2', () => {
    const verb = quad('lgo');
    expect([verb.status, verb.stderr]).toEqual([EXIT.usage, expect.stringContaining("unknown command 'lgo'")]);
    const option = quad('replay', '--speed', 'fast', '--data', folder.path);
    expect([option.status, option.stderr]).toEqual([EXIT.usage, expect.stringContaining('--speed')]);
    const word = quad('verify', 'everything', '--data', folder.path);
    expect([word.status, word.stderr]).toEqual([EXIT.usage, expect.stringContaining('too many arguments')]);
    const projection = quad('rebuild', 'nothing', '--data', folder.path);
    expect([projection.status, projection.stderr]).toEqual([
      EXIT.usage,
      expect.stringContaining('no projection nothing'),
    ]);
  });

  it('names the folder that is not there, and ends with 3', () => {
    const { stderr, status } = quad('verify', '--data', join(folder.path, 'nowhere'));
    expect([status, stderr]).toEqual([EXIT.unavailable, expect.stringContaining('nowhere')]);
  });

  it('fills a new folder, verifies it, and finds no difference', () => {
    const data = join(folder.path, 'new');
    const seeded = quad('seed', '--data', data, '--people', '2', '--posts', '3', '--acts', '200', '--seed', '9');
    expect([seeded.status, seeded.stdout]).toEqual([
      EXIT.ok,
      expect.stringMatching(/^2 people and 3 posts, then \d+ acts/),
    ]);
    // No story is written about these.
    const acts = () => quad('log', '--data', data, '--type', 'PostUnsaved,PostEdited', '--json').stdout;
    const acted = acts();
    expect(acted).toContain('PostUnsaved');
    expect(acted).toContain('PostEdited');
    expect(quad('seed', '--data', data, '--people', '2', '--posts', '3', '--acts', '200', '--seed', '9').status).toBe(
      0,
    );
    expect(acts()).toBe(acted);
    for (const other of [
      ['--people', '3', '--seed', '9'],
      ['--people', '2', '--seed', '10'],
    ]) {
      const refused = quad('seed', '--data', data, '--posts', '3', ...other);
      expect([refused.status, refused.stderr]).toEqual([
        EXIT.unavailable,
        expect.stringContaining('nothing was added'),
      ]);
    }
    expect(acts()).toBe(acted);
    expect(quad('rebuild', '--data', data).status).toBe(EXIT.ok);
    expect(quad('verify', '--data', data).status).toBe(EXIT.ok);
  });

  it('hands words and exit code through the bootstrap', () => {
    const bootstrap = join('scripts', 'bootstrap.mjs');
    expect(node(bootstrap, '--quiet', 'scripts/quad.ts', 'lgo').status).toBe(EXIT.usage);
    const none = node(bootstrap, '--quiet', 'scripts/nothing.ts');
    expect([none.status, none.stderr]).toEqual([EXIT.unavailable, expect.stringContaining('scripts/nothing.ts')]);
    const flag = node(bootstrap, '--fast');
    expect([flag.status, flag.stderr]).toEqual([EXIT.unavailable, expect.stringContaining('--fast')]);
  });
});
