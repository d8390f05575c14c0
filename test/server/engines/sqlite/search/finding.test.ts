import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openSqliteSearchIndex } from '#server/engines/sqlite/search/searchIndex.ts';
import { openToFind } from '#server/engines/sqlite/search/tables.ts';
import type { SearchIndex } from '#server/ports/searchIndex.ts';
import { hitsOf, liveBuild, THINGS, thing } from '#test/contract/searchIndexSamples.ts';

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

describe('a search', () => {
  it('is answered while a write waits for the disk', async () => {
    const live = await liveBuild(index, THINGS, [thing('t-1', 'a blue bike')]);
    const other = new DatabaseSync(join(folder, 'search.db'));
    other.exec('BEGIN IMMEDIATE');
    const write = index.write(live, { put: [thing('t-2', 'a red bike')], remove: [] });
    expect(await hitsOf(index, THINGS, 'bike')).toEqual(['t-1']);
    other.exec('ROLLBACK');
    other.close();
    await write;
    expect((await hitsOf(index, THINGS, 'bike')).toSorted()).toEqual(['t-1', 't-2']);
  });

  it('[P10 in part] sorts in memory: no file beside the index gets words of people', async () => {
    await liveBuild(index, THINGS, [thing('t-1', 'a blue bike')]);
    const db = openToFind(join(folder, 'search.db'));
    expect(db.prepare('PRAGMA temp_store').get()).toEqual({ temp_store: 2 });
    db.close();
  });
});
