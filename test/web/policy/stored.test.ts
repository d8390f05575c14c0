import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { cookieNames } from '#server/identity/cookies.ts';
import { type Kept, kept as keptByKit } from '#web/kit/kept.ts';
import type { WebNoun } from '#web/noun.ts';
import { kept as keptBySession } from '#web/session/kept.ts';
import { kept as keptByShell } from '#web/shell/kept.ts';
import { kept as keptBySync } from '#web/sync/kept.ts';
import { kept as keptByWriting } from '#web/writing/kept.ts';

const WEB = join(import.meta.dirname, '..', '..', '..', 'web');

/** Look like keys and are none: an element of the page, the name of a file. */
const NO_KEYS = ['quad-boot', 'quad-data.zip'];
/** A channel between tabs keeps nothing. */
const CHANNEL = /new BroadcastChannel\([^)]*\)/g;
const KEY = /['"`](quad[-.][\w.-]+:?|images_not_deleted|redirect_to)['"`]/g;
const STORES = /(local|session)?[sS]torage\.setItem\(|\bcreateStore\(/;

let nouns: readonly WebNoun[];
let sources: readonly (readonly [file: string, text: string])[];
/** The keys that each folder of the site names. */
let keptBy: ReadonlyMap<string, readonly Kept[]>;
let everything: readonly Kept[];

beforeAll(async () => {
  Object.assign(globalThis, { location: new URL('http://localhost/') });
  ({ nouns } = await import('#web/nouns.ts'));
  const files = globSync('**/*.{ts,tsx,js}', { cwd: WEB });
  const isList = (file: string) => /(^|\/)(kept|settingsPart)\.tsx?$/.test(file);
  sources = files.filter((file) => !isList(file)).map((file) => [file, readFileSync(join(WEB, file), 'utf8')]);
  const byNouns = nouns.map(async ({ name, settings }) => [name, (await settings?.())?.default.kept ?? []] as const);
  const byLayers = {
    kit: keptByKit,
    session: keptBySession,
    shell: keptByShell,
    sync: keptBySync,
    writing: keptByWriting,
  };
  keptBy = new Map<string, readonly Kept[]>([...Object.entries(byLayers), ...(await Promise.all(byNouns))]);
  everything = [...keptBy.values()].flat();
});

const folderOf = (file: string) => file.split('/')[0] ?? '';
const keysIn = (text: string) =>
  [...text.replace(CHANNEL, '').matchAll(KEY)].flatMap(([, key = '']) => (NO_KEYS.includes(key) ? [] : key));
const namesOf = (list: readonly Kept[] = []) => list.filter(({ where }) => where !== 'cookie').map(({ name }) => name);

it('[SETT-18 in part] every folder of the site names each key under which it stores something, and no other (Q74)', () => {
  const keys = new Map<string, string[]>([...keptBy.keys()].map((folder) => [folder, []]));
  const add = (folder: string, more: readonly string[]) => keys.set(folder, [...(keys.get(folder) ?? []), ...more]);
  for (const [file, text] of sources) add(folderOf(file), keysIn(text));
  for (const { name, notices = {} } of nouns) add(name, Object.keys(notices));
  // The scripts of `public/` run before the program, on keys of its layers.
  expect(keys.get('public')?.filter((key) => !namesOf(everything).includes(key))).toEqual([]);
  keys.delete('public');
  for (const [folder, own] of keys) {
    expect([folder, [...new Set(own)].sort()]).toEqual([folder, namesOf(keptBy.get(folder)).sort()]);
  }
});

it('no key is named by two', () => {
  expect(new Set(everything.map(({ name }) => name)).size).toBe(everything.length);
});

it('every file that stores something does so under such a key', () => {
  const names = namesOf(everything);
  const storing = sources.filter(([, text]) => STORES.test(text));
  expect(storing.length).toBeGreaterThan(8);
  // The flags of one-time notices are named by the manifests; the other keeps what it is given.
  const unnamed = storing.filter(([, text]) => !names.some((name) => text.includes(`'${name}'`))).map(([file]) => file);
  expect(unnamed.sort()).toEqual(['kit/navigation/notices.ts', 'kit/storage/textStorage.ts']);
});

it('[SETT-18 in part] every cookie is named (Q74)', () => {
  const server = join(WEB, '..', 'server');
  const files = globSync('**/*.ts', { cwd: server });
  const named = [
    ...files.flatMap((file) => [...readFileSync(join(server, file), 'utf8').matchAll(/\$\{[^}]*\}(quad_\w+)`/g)]),
    ...sources.flatMap(([, text]) => [...text.matchAll(/document\.cookie = `(\w+)=/g)]),
  ];
  const cookies = everything.filter(({ where }) => where === 'cookie').map(({ name }) => name);
  expect([...new Set(named.map(([, name]) => name))].toSorted()).toEqual(cookies.toSorted());
  expect(cookies).toEqual(expect.arrayContaining(Object.values(cookieNames(false))));
});
