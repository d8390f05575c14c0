import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { cookieNames } from '#server/identity/cookies.ts';
import type { WebNoun } from '#web/noun.ts';
import { COOKIES, STORED } from '#web/policy/stored.ts';

const WEB = join(import.meta.dirname, '..', '..', '..', 'web');

/** Look like keys and are none: an element of the page, the name of a file. */
const NO_KEYS = ['quad-boot', 'quad-data.zip'];
/** A channel between tabs keeps nothing. */
const CHANNEL = /new BroadcastChannel\([^)]*\)/g;
const KEY = /['"`](quad[-.][\w.-]+:?|images_not_deleted|redirect_to)['"`]/g;
const STORES = /(local|session)?[sS]torage\.setItem\(|\bcreateStore\(/;

let nouns: readonly WebNoun[];
let sources: readonly (readonly [file: string, text: string])[];

beforeAll(async () => {
  Object.assign(globalThis, { location: new URL('http://localhost/') });
  ({ nouns } = await import('#web/nouns.ts'));
  const files = globSync('**/*.{ts,tsx,js}', { cwd: WEB }).filter((file) => !file.startsWith('policy/'));
  sources = files.map((file) => [file, readFileSync(join(WEB, file), 'utf8')]);
});

it('[SETT-18 in part] the policy lists every key under which the site stores something, and no other (Q74)', () => {
  const keys = sources.flatMap(([, text]) => [...text.replace(CHANNEL, '').matchAll(KEY)].map(([, key]) => key));
  const flags = nouns.flatMap(({ notices = {} }) => Object.keys(notices));
  const inCode = new Set([...keys, ...flags].filter((key) => key !== undefined && !NO_KEYS.includes(key)));
  expect([...inCode].toSorted()).toEqual(STORED.map(({ name }) => name).toSorted());
});

it('every file that stores something does so under such a key', () => {
  const names = STORED.map(({ name }) => name);
  const storing = sources.filter(([, text]) => STORES.test(text));
  expect(storing.length).toBeGreaterThan(8);
  // The flags of one-time notices are named by the manifests.
  const unnamed = storing.filter(([, text]) => !names.some((name) => text.includes(`'${name}'`))).map(([file]) => file);
  expect(unnamed).toEqual(['kit/navigation/notices.ts']);
});

it('[SETT-18 in part] the policy lists the cookies (Q74)', () => {
  const server = join(WEB, '..', 'server');
  const files = globSync('**/*.ts', { cwd: server });
  const named = [
    ...files.flatMap((file) => [...readFileSync(join(server, file), 'utf8').matchAll(/\$\{[^}]*\}(quad_\w+)`/g)]),
    ...sources.flatMap(([, text]) => [...text.matchAll(/document\.cookie = `(\w+)=/g)]),
  ];
  expect([...new Set(named.map(([, name]) => name))].toSorted()).toEqual(COOKIES.map(({ name }) => name).toSorted());
  expect(COOKIES.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.values(cookieNames(false))));
});
