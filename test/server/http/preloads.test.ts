import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readPreloads } from '#server/http/preloads.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-preloads-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('names the files of late code that draw a page, as the build has listed them, behind the first ones', async () => {
  await writeFile(join(folder, '.preloads.json'), JSON.stringify({ '/login': ['assets/a.js', 'assets/b.js'] }));
  const preloads = await readPreloads(folder);
  expect([...preloads.keys()]).toEqual(['/login']);
  expect(preloads.get('/login')).toBe(
    ['a', 'b']
      .map((name) => `<link rel="preload" as="fetch" fetchpriority="low" crossorigin href="/assets/${name}.js">`)
      .join(''),
  );
});

it('names none of a client whose build has listed none, and takes no list of another shape', async () => {
  expect((await readPreloads(folder)).size).toBe(0);
  await writeFile(join(folder, '.preloads.json'), '{"/login":7}');
  await expect(readPreloads(folder)).rejects.toThrow();
});
