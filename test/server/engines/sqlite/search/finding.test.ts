import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openSqliteSearchIndex } from '#server/engines/sqlite/search/searchIndex.ts';
import { openToFind } from '#server/engines/sqlite/search/tables.ts';
import type { SearchIndex } from '#server/ports/searchIndex.ts';
import { hitsOf, liveBuild, THINGS, thing } from '#test/contract/searchIndexSamples.ts';
import { inTemporaryFolder, type UnderTest } from '#test/contract/temporaryStore.ts';

let file: string;
let opened: UnderTest<SearchIndex>;
let index: SearchIndex;
beforeEach(async () => {
  opened = await inTemporaryFolder(async (path) => {
    file = path;
    return openSqliteSearchIndex(path);
  });
  index = opened.store;
});
afterEach(() => opened.dispose());

describe('a search', () => {
  it('is answered while a write waits for the disk', async () => {
    const live = await liveBuild(index, THINGS, [thing('t-1', 'a blue bike')]);
    const other = new DatabaseSync(file);
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
    const db = openToFind(file);
    expect(db.prepare('PRAGMA temp_store').get()).toEqual({ temp_store: 2 });
    db.close();
  });

  it('[P10 in part] leaves no write-ahead log when the index is closed, whichever of its threads was asked last', async () => {
    const live = await liveBuild(index, THINGS, [thing('t-1', 'a blue bike')]);
    await index.write(live, { put: [thing('t-2', 'a red bike')], remove: [] });
    await hitsOf(index, THINGS, 'bike');
    await index.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
  });
});
