import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { nouns } from '#domain/nouns.ts';
import type { FirstModule, FirstScripts } from './support/firstScripts.ts';

const MEASURE = join(import.meta.dirname, 'support', 'firstScripts.ts');
/** Bytes of JSON that it prints at most. */
const PRINTED_MAX_BYTES = 10_000_000;

/** Bytes of the first scripts, gzipped, of a noun that the feed shows, in all rooms together. */
const SHOWN_NOUN_MAX_BYTES: Readonly<Record<string, number>> = {
  // With the title of a card, its school, and the chips of the busiest categories.
  post: 14_700,
  user: 4_000,
  campus: 6_000,
  save: 1_500,
  // The room for the boost of an own post, and what moderators see of ads.
  ad: 1_700,
};
/** The same of any other noun: its access rules, collections, topics, routes and links. */
const OTHER_NOUN_MAX_BYTES = 1_500;
/** The share of them that one file has at most. */
const FILE_MAX_SHARE = 0.45;
/** Files of first scripts: browsers open six connections to a site, one of which the style has and one the theme. */
const FIRST_FILES_MAX = 4;
/** Bytes of all first scripts, gzipped; `test/e2e/firstView.test.ts` measures them where they run. */
const SCRIPTS_MAX_BYTES = 200_000;

/** Files of the rules: they come after the first view (`web/sync/rules.ts`). */
const RULES =
  /^(?:(?:domain|projections)\/(?:nouns|registry)|\w+\/(?!kernel\/)\w+\/(?:commands|events|rejections|decider|\w+Decisions|state|folds|predict|search)|(?:domain|projections)\/\w+\/noun)\.ts$/;

/** A noun, a layer of the web, or a package. */
function ownerOf(path: string): string {
  const library = path.split('node_modules/').at(-1) ?? path;
  if (library !== path) return library.split('/', library.startsWith('@') ? 2 : 1).join('/');
  const [room = '', folder = ''] = path.split('/');
  return nouns.some(({ name }) => name === folder) ? folder : `${room}/${folder}`;
}

/** Files of code that a cold visit asks for, first and last. */
const COLD_FILES_MAX = 30;
/** Libraries so large that their files come only where they are used. */
const WHEN_USED = ['heic-to', 'recharts'] as const;

let files: FirstScripts['files'];
let modules: readonly FirstModule[];
let bytes: number;
let bytesOfFiles: readonly number[];
/** Bytes by owner. */
const owners = new Map<string, number>();
beforeAll(() => {
  const { NODE_OPTIONS: _options, NODE_ENV: _environment, ...env } = process.env;
  const printed = execFileSync(process.execPath, [MEASURE], { env, encoding: 'utf8', maxBuffer: PRINTED_MAX_BYTES });
  ({ modules, files, bytes, bytesOfFiles } = JSON.parse(printed) as FirstScripts);
  for (const each of modules) {
    const owner = ownerOf(each.path);
    owners.set(owner, (owners.get(owner) ?? 0) + each.bytes);
  }
});

/** The largest modules of an owner: where it can become smaller. */
function largest(owner: string): string {
  const own = modules.filter(({ path }) => ownerOf(path) === owner).sort((a, b) => b.bytes - a.bytes);
  return own
    .slice(0, 8)
    .map((each) => `\n  ${each.bytes} ${each.path}, by ${each.importers.join(', ')}`)
    .join('');
}

describe('the code', () => {
  it('comes in at most 30 files at a cold visit: each is a request that a network can lose', () => {
    const isWhenUsed = (paths: readonly string[]) =>
      WHEN_USED.some((library) => paths.some((path) => path.includes(`node_modules/${library}/`)));
    expect(files.filter(isWhenUsed)).toHaveLength(WHEN_USED.length);
    expect(files.filter((paths) => !isWhenUsed(paths)).length).toBeLessThanOrEqual(COLD_FILES_MAX);
  });
});

describe('the first scripts', () => {
  it('hold no rules of any noun: those come after the first view', () => {
    const offenders = modules.filter(({ path }) => RULES.test(path));
    expect(offenders.map(({ path, importers }) => `${path}, by ${importers.join(', ')}`)).toEqual([]);
  });

  it('hold no open menu: its entries and their icons come with its panel', () => {
    const offenders = modules.filter(({ path }) => path === 'web/kit/MenuPanel.tsx' || path.includes('/@radix-ui/'));
    expect(offenders.map(({ path, importers }) => `${path}, by ${importers.join(', ')}`)).toEqual([]);
  });

  it('have a few bytes for each noun', () => {
    const over = nouns.flatMap(({ name }) => {
      const most = SHOWN_NOUN_MAX_BYTES[name] ?? OTHER_NOUN_MAX_BYTES;
      const spent = owners.get(name) ?? 0;
      return spent <= most ? [] : [`${name}: ${spent} of ${most} bytes${largest(name)}`];
    });
    expect(over).toEqual([]);
  });

  it('come in few files, none of which is waited for much longer than for the others where each connection is slow', () => {
    expect(bytesOfFiles.length).toBeLessThanOrEqual(FIRST_FILES_MAX);
    expect(Math.max(...bytesOfFiles)).toBeLessThanOrEqual(bytes * FILE_MAX_SHARE);
  });

  it('are small in all', () => {
    const table = [...owners].sort(([, a], [, b]) => b - a).map(([owner, spent]) => `${spent} ${owner}`);
    const verdict = bytes <= SCRIPTS_MAX_BYTES ? [] : [`${bytes} of ${SCRIPTS_MAX_BYTES} bytes`, ...table];
    expect(verdict).toEqual([]);
  });
});
