import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openSqliteSearchIndex } from '#server/engines/sqlite/search/searchIndex.ts';
import { openTypesenseSearchIndex } from '#server/engines/typesense/searchIndex.ts';
import type { SearchIndex } from '#server/ports/searchIndex.ts';
import { hitsOf, liveBuild, minute, PERSONS, person, THINGS, thing } from '#test/contract/searchIndexSamples.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startTypesense } from '#test/doubles/typesense/startTypesense.ts';

const WORDS = ['bike', 'bikes', 'guitar', 'microwave', 'bookcase', 'nightstand', 'couch', 'coach', 'lamp', 'laptop'];

describeOn('FTS5 and Typesense', await startTypesense(), (server) => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-differences-'));
  let fts: SearchIndex;
  let typesense: SearchIndex;
  beforeAll(async () => {
    fts = openSqliteSearchIndex(join(folder, 'search.db'));
    typesense = openTypesenseSearchIndex(server, 'differences');
    for (const index of [fts, typesense]) {
      await liveBuild(
        index,
        THINGS,
        WORDS.map((word, n) => thing(word, `a ${word} for sale`, { at: minute(n) })),
      );
      await liveBuild(index, PERSONS, [
        person('1', 'Maya Torres', 'mayatorres'),
        person('2', 'Ann Lee', 'maya'),
        person('3', 'Maya Maya', 'twice'),
        person('4', 'Mayan Long Name', 'other'),
      ]);
    }
  });
  afterAll(async () => {
    await fts.close();
    await typesense.close();
    rmSync(folder, { recursive: true });
    await server.dispose();
  });

  /** A query, and whether FTS5 and Typesense find the document that it means. */
  it.each([
    ['pike', 'bike', 'no', 'yes'],
    ['xuitar', 'guitar', 'no', 'yes'],
    ['gitar', 'guitar', 'yes', 'no'],
    ['cuch', 'couch', 'yes', 'no'],
    ['gxuitar', 'guitar', 'yes', 'no'],
    ['uitar', 'guitar', 'no', 'no'],
    ['xguitar', 'guitar', 'no', 'no'],
    ['biek', 'bike', 'yes', 'yes'],
    ['mircowave', 'microwave', 'yes', 'yes'],
    ['gutar', 'guitar', 'yes', 'yes'],
  ])('%s, for %s: FTS5 %s, Typesense %s', async (written, meant, byFts, byTypesense) => {
    const answer = async (index: SearchIndex) =>
      (await hitsOf(index, THINGS, written)).includes(meant) ? 'yes' : 'no';
    expect([await answer(fts), await answer(typesense)]).toEqual([byFts, byTypesense]);
  });

  it('order people who match equally well each in their own way, and find the same', async () => {
    for (const text of ['maya', 'may', 'maya lee', 'torres maya']) {
      const [ofFts, ofTypesense] = [await hitsOf(fts, PERSONS, text), await hitsOf(typesense, PERSONS, text)];
      expect(ofFts.toSorted()).toEqual(ofTypesense.toSorted());
    }
    // FTS5 counts how often a word stands there; Typesense puts a text first that is the word and nothing else.
    expect((await hitsOf(fts, PERSONS, 'maya'))[0]).toBe('3');
    expect((await hitsOf(typesense, PERSONS, 'maya'))[0]).toBe('2');
  });
});
