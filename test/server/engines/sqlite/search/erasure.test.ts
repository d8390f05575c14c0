import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openSqliteSearchIndex } from '#server/engines/sqlite/search/searchIndex.ts';
import type { SearchIndex } from '#server/ports/searchIndex.ts';
import { hitsOf, liveBuild, minute, PERSONS, person, THINGS, thing } from '#test/contract/searchIndexSamples.ts';

const PEOPLE = 40;
const THINGS_OF_EACH = 60;

let folder: string;
let index: SearchIndex;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-search-'));
  index = openSqliteSearchIndex(join(folder, 'search.db'));
});
afterEach(async () => {
  await index.close();
  await rm(folder, { recursive: true });
});

/** All bytes of all files in the folder: write-ahead log and freed pages included. */
async function bytes(): Promise<string> {
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('\n');
}

/** A word that only one person writes; the words of different people lie among each other in the index. */
const canary = (n: number) => `${String.fromCharCode(97 + (n % 26))}canary${n}q`;

/** A word of one person that stands in the index between words of others. */
const mixed = (n: number, m: number) => `m${1_000 + m * PEOPLE + n}of${n}q`;

/** Texts of one person: own words again and again, among words of everybody. */
function written(n: number) {
  return Array.from({ length: THINGS_OF_EACH }, (_, m) =>
    thing(`t-${n}-${m}`, `${canary(n)} a bike number ${(n * m) % 97} ${canary(n)}${m} ${mixed(n, m)}`, {
      subject: `person ${n}`,
      at: minute(m * PEOPLE + n),
    }),
  );
}

describe('the file of the search indexes', () => {
  it('[P10] holds nothing of an erased person: not of what they wrote, moved, edited or deleted before', async () => {
    const people = Array.from({ length: PEOPLE }, (_, n) => n);
    const live = await liveBuild(index, THINGS, people.flatMap(written));
    await liveBuild(
      index,
      PERSONS,
      people.map((n) => ({ ...person(`p-${n}`, `Name ${canary(n)}`, canary(n)), subject: `person ${n}` })),
    );
    const edited = people.map((n) => thing(`t-${n}-1`, `edited by ${canary(n)}`, { subject: `person ${n}` }));
    await index.write(live, { put: edited, remove: people.map((n) => `t-${n}-2`) });
    const next = await index.begin(THINGS);
    await index.write(next.id, { put: people.slice(0, 10).flatMap(written), remove: [] });
    expect(await hitsOf(index, THINGS, canary(0))).toHaveLength(10);

    const erased = people.filter((n) => n % 2 === 0);
    await index.erase(erased.map((n) => `person ${n}`));
    const left = await bytes();
    expect(erased.filter((n) => left.includes(canary(n)) || left.includes(`of${n}q`))).toEqual([]);
    expect(people.filter((n) => n % 2 === 1 && !left.includes(canary(n)))).toEqual([]);
    expect(await hitsOf(index, THINGS, canary(1))).toHaveLength(10);
    expect(await hitsOf(index, PERSONS, canary(1))).toEqual(['p-1']);
  });

  it('[P10] holds nothing of a build that was replaced, once somebody is erased', async () => {
    await liveBuild(index, THINGS, written(0));
    await liveBuild(index, THINGS, written(1));
    await index.erase(['nobody']);
    const left = await bytes();
    expect([left.includes(canary(0)), left.includes(canary(1))]).toEqual([false, true]);
  });

  it('is begun anew when it is torn: all of it is made of the read models', async () => {
    await liveBuild(index, THINGS, written(0));
    await index.close();
    const file = join(folder, 'search.db');
    const torn = await readFile(file);
    torn.fill(7, 100, 4_000);
    await writeFile(file, torn);
    index = openSqliteSearchIndex(file);
    expect(await index.builds('things')).toEqual([]);
  });
});
