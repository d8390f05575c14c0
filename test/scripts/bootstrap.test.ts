import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { digestOfSources, filesBelow } from '#scripts/bootstrap/build.mjs';
import { explainFailure, installPackages, stampOf } from '#scripts/bootstrap/install.mjs';
import { absentPackages, type Machine, thisMachine } from '#scripts/bootstrap/packages.mjs';
import { canStandIn } from '#scripts/bootstrap/runtime.mjs';

/** A made-up system, with a part of a package for it, and one for another. */
const HERE: Machine = { os: 'here', cpu: 'x64', libc: 'glibc' };
const NATIVE = { optional: true, os: ['here'], cpu: ['x64'] };

const lockOf = (packages: Readonly<Record<string, object>>) =>
  JSON.stringify({ packages: { '': { version: '0.1.0' }, ...packages } });

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
  const has = (path: string, version: string) => write(join(path, 'package.json'), JSON.stringify({ version }));

  it('sees a package that is missing or has another version', () => {
    const lock = lockOf({
      'node_modules/zod': { version: '4.6.7' },
      'node_modules/a/node_modules/b': { version: '1.0.0' },
    });
    expect(absentPackages(root, lock, HERE)).toEqual(['zod@4.6.7', 'b@1.0.0']);
    has('node_modules/zod', '4.6.6');
    has('node_modules/a/node_modules/b', '1.0.0');
    expect(absentPackages(root, lock, HERE)).toEqual(['zod@4.6.7']);
    has('node_modules/zod', '4.6.7');
    expect(absentPackages(root, lock, HERE)).toEqual([]);
  });

  it('sees a native part of this machine that is missing, and misses none of another', () => {
    const part = (further: object) => lockOf({ 'node_modules/part': { version: '1.0.0', ...NATIVE, ...further } });
    const isMissed = (further: object) => absentPackages(root, part(further), HERE).length > 0;
    expect(isMissed({})).toBe(true);
    expect(isMissed({ cpu: undefined })).toBe(true);
    expect(isMissed({ libc: ['glibc'] })).toBe(true);
    expect(isMissed({ optional: undefined, devOptional: true })).toBe(true);
    expect(isMissed({ libc: ['musl'] })).toBe(false);
    expect(isMissed({ os: ['elsewhere'] })).toBe(false);
    expect(isMissed({ cpu: ['arm64'] })).toBe(false);
    // For machines that have no native part.
    expect(isMissed({ os: undefined, cpu: undefined })).toBe(false);
    has('node_modules/part', '1.0.0');
    expect(isMissed({})).toBe(false);
  });

  it('does nothing when the stamp is that of the lock file', () => {
    const lock = lockOf({ 'node_modules/zod': { version: '4.6.7' } });
    write('package-lock.json', lock);
    write('node_modules/.quad-installed', stampOf(lock));
    const said: string[] = [];
    installPackages(root, (line) => said.push(line));
    expect(said).toEqual([]);
  });

  it('stamps another lock file differently', () => {
    expect(stampOf('{}')).not.toBe(stampOf('{} '));
  });

  describe('on a Node that some packages refuse', () => {
    const { os, cpu } = thisMachine();
    const npm = process.env.npm_execpath;
    const lock = lockOf({
      'node_modules/zod': { version: '1.0.0' },
      'node_modules/native': { version: '1.0.0', optional: true, os: [os], cpu: [cpu] },
    });
    const stamp = () => readFileSync(join(root, 'node_modules', '.quad-installed'), 'utf8');

    /** An npm that leaves the native part out, unless it runs on the project's own Node; or there too. */
    function writeNpm(isNeverFound: boolean): void {
      const own = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
      write('package-lock.json', lock);
      write(
        'npm.cjs',
        `const { mkdirSync, symlinkSync, writeFileSync } = require('node:fs');
         const put = (name) => {
           mkdirSync('node_modules/' + name, { recursive: true });
           writeFileSync('node_modules/' + name + '/package.json', '{"version":"1.0.0"}');
         };
         put('zod');
         if (process.argv0 === ${JSON.stringify(own)}) ${isNeverFound ? ';' : "put('native');"}
         else {
           mkdirSync('node_modules/node/bin', { recursive: true });
           symlinkSync(process.execPath, ${JSON.stringify(own)});
         }`,
      );
      process.env.npm_execpath = join(root, 'npm.cjs');
    }
    afterEach(() => {
      if (npm === undefined) delete process.env.npm_execpath;
      else process.env.npm_execpath = npm;
    });

    it("fetches on the project's own Node what npm left out, and stamps what it has found there", () => {
      writeNpm(false);
      const said: string[] = [];
      installPackages(root, (line) => said.push(line));
      expect(said).toEqual([
        'Installing packages; the first time this takes about a minute.',
        `Installing what npm left out on Node ${process.versions.node}.`,
      ]);
      expect(absentPackages(root, lock, thisMachine())).toEqual([]);
      expect(stamp()).toBe(stampOf(lock));
    });

    it('mends what an earlier release has stamped without a look', () => {
      writeNpm(false);
      const earlier = createHash('sha256').update(`${process.platform} ${process.arch}\n${lock}`).digest('hex');
      write('node_modules/.quad-installed', earlier);
      installPackages(root, () => undefined);
      expect(absentPackages(root, lock, thisMachine())).toEqual([]);
    });

    it('says what is missing, and stamps nothing, when npm leaves it out there too', () => {
      writeNpm(true);
      expect(() => installPackages(root, () => undefined)).toThrow('but left out native@1.0.0. Delete the folder');
      expect(stamp).toThrow('ENOENT');
    });
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
