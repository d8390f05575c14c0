import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** A package in `package-lock.json`. */
interface Entry {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

type Entries = Readonly<Record<string, Entry>>;

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const packages: Entries = read('package-lock.json').packages;

/** Machines on which people write and run the site. */
const MACHINES = ['darwin', 'linux', 'win32'].flatMap((os) => ['x64', 'arm64'].map((cpu) => ({ os, cpu })));

/**
 * Where a package finds another: beside it, or in a folder further out.
 *
 * @param of path of the package that asks
 * @returns its path, if the lock file has it
 */
function pathOf(name: string, of: string, entries: Entries): string | undefined {
  for (let folder = of; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (entries[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}

/** Optional dependencies without an entry, as "who: which". */
function absent(entries: Entries): readonly string[] {
  return Object.entries(entries).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => pathOf(name, path, entries) === undefined)
      .map((name) => `${path}: ${name}`),
  );
}

describe('package-lock.json', () => {
  it('has an entry for every optional package that one names, so that `npm ci` takes it on every machine', () => {
    expect(absent(packages)).toEqual([]);
    // A check that finds something: an entry that is gone is missed by the package that names it.
    const { 'node_modules/@biomejs/cli-win32-x64': gone, ...rest } = packages;
    expect(gone).toBeDefined();
    expect(absent(rest)).toEqual(['node_modules/@biomejs/biome: @biomejs/cli-win32-x64']);
  });

  it('has the native parts of macOS, Windows and Linux, for x64 and arm64, of all that have some for several systems', () => {
    const native = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) => {
      const parts = Object.keys(optionalDependencies).flatMap((name) => {
        const part = packages[pathOf(name, path, packages) ?? ''];
        return part?.os === undefined ? [] : [part];
      });
      return new Set(parts.flatMap(({ os = [] }) => os)).size > 1 ? [{ path, parts }] : [];
    });
    expect(native.map(({ path }) => path)).toEqual(
      expect.arrayContaining(
        ['@biomejs/biome', '@swc/core', 'rolldown', 'sharp'].map((name) => `node_modules/${name}`),
      ),
    );
    const without = native.flatMap(({ path, parts }) =>
      MACHINES.filter(
        (machine) => !parts.some(({ os, cpu }) => os?.includes(machine.os) && cpu?.includes(machine.cpu)),
      ).map(({ os, cpu }) => `${path}: ${os} ${cpu}`),
    );
    expect(without).toEqual([]);
  });

  it('agrees with package.json, and knows what each package holds', () => {
    const { dependencies, devDependencies } = read('package.json');
    expect(packages['']).toMatchObject({ dependencies, devDependencies });
    const unknown = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && integrity === undefined);
    expect(unknown).toEqual([]);
  });
});
