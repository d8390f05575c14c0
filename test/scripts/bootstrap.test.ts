import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { digestOfSources, filesBelow } from '#scripts/bootstrap/build.mjs';
import { explainFailure, installPackages, isInstalled, stampOf } from '#scripts/bootstrap/install.mjs';
import { canStandIn } from '#scripts/bootstrap/runtime.mjs';

const lock = JSON.stringify({
  packages: {
    '': { version: '0.1.0' },
    'node_modules/zod': { version: '4.6.7' },
    'node_modules/@img/sharp-win32-x64': { version: '0.35.5', optional: true },
  },
});

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quad-bootstrap-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('installing packages', () => {
  it('takes packages that somebody installed by hand when they are those of the lock file', () => {
    expect(isInstalled(lock, JSON.stringify({ packages: { 'node_modules/zod': { version: '4.6.7' } } }))).toBe(true);
  });

  it('sees a package that is missing or has another version', () => {
    expect(isInstalled(lock, JSON.stringify({ packages: {} }))).toBe(false);
    expect(isInstalled(lock, JSON.stringify({ packages: { 'node_modules/zod': { version: '4.6.6' } } }))).toBe(false);
  });

  it('does nothing when the stamp is that of the lock file', () => {
    write('package-lock.json', lock);
    write('node_modules/.quad-installed', stampOf(lock));
    const said: string[] = [];
    installPackages(root, (line) => said.push(line));
    expect(said).toEqual([]);
  });

  it('stamps another lock file differently', () => {
    expect(stampOf(lock)).not.toBe(stampOf(`${lock} `));
  });

  it.each([
    ['npm error code ENOTFOUND\nnpm error network request failed', 'registry could not be reached'],
    ['npm error code ECONNREFUSED', 'registry could not be reached'],
    ['npm error code ENOSPC', 'disk is full'],
    ['npm error code E404', 'does not have one of the packages'],
    ['npm error code EACCES', 'can not be written'],
    ['npm error code ESURPRISE', 'npm could not install the packages'],
  ])('says in plain words what failed: %s', (output, words) => {
    const explained = explainFailure(output);
    expect(explained).toContain(words);
    expect(explained).toContain(output.split('\n')[0]);
    expect(explained.split('\n').at(-1)).toContain(words);
  });
});

describe('the runtime', () => {
  it("lets the host's Node stand in only from the same major version on", () => {
    expect(canStandIn('26.1.0', '26.10.0')).toBe(true);
    expect(canStandIn('27.0.0', '26.10.0')).toBe(true);
    expect(canStandIn('20.20.2', '26.10.0')).toBe(false);
  });
});

describe('building the client', () => {
  const sources = ['web', 'package-lock.json'];

  it('lists files in one order, and leaves out what is not there', () => {
    write('web/b.ts', '');
    write('web/a/z.ts', '');
    expect(filesBelow(root, [...sources, 'nowhere'])).toEqual([join('web', 'a', 'z.ts'), join('web', 'b.ts')]);
  });

  it('has the same digest when only times changed', () => {
    write('web/a.ts', 'a');
    const before = digestOfSources(root, sources);
    utimesSync(join(root, 'web/a.ts'), new Date(0), new Date(0));
    expect(digestOfSources(root, sources)).toBe(before);
  });

  it('has another digest when a file changed, came or was renamed', () => {
    write('web/a.ts', 'ab');
    const digests = [digestOfSources(root, sources)];
    write('web/a.ts', 'ac');
    digests.push(digestOfSources(root, sources));
    write('web/b.ts', '');
    digests.push(digestOfSources(root, sources));
    rmSync(join(root, 'web/b.ts'));
    write('web/c.ts', '');
    digests.push(digestOfSources(root, sources));
    expect(new Set(digests).size).toBe(4);
  });
});
