import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { heldText, searchWords } from '#projections/kernel/searchWords.ts';
import { postSearch, searchedText } from '#projections/post/search.ts';
import { openSqliteSearchIndex } from '#server/engines/sqlite/search/searchIndex.ts';
import { askJudged, buildJudged, posts, postsByKey } from './asking.ts';
import type { JudgedPost } from './corpus.ts';
import { JUDGED_HITS, meanOf, type Quality, qualityOf, tableOf } from './figures.ts';
import { QUERIES } from './queries.ts';

/** Least recall and nDCG of all questions together, a little below what is reached. */
const RECALL_MIN = 0.82;
const NDCG_MIN = 0.83;
/** How many times as large as one of the words alone the index may be. */
const SIZE_RATIO_MAX = 1.5;

let folder: string;
const opened: { close(): unknown }[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-judged-'));
});
afterAll(async () => {
  for (const each of opened) await each.close();
  await rm(folder, { recursive: true });
});

const plainWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A live index of all posts, by the words that each is to have. */
async function indexOf(name: string, words: (post: JudgedPost) => string) {
  const file = join(folder, `${name}.db`);
  const index = openSqliteSearchIndex(file);
  opened.push(index);
  await buildJudged(index, words);
  return { index, bytes: (await stat(file)).size };
}

/** FTS5 as it comes: the texts as they are, each word of the question in quotes, the best match first. @param tokenizer by name */
function plainFts5(tokenizer: string): readonly Quality[] {
  const db = new DatabaseSync(':memory:');
  db.exec(`CREATE VIRTUAL TABLE found USING fts5 (text, tokenize = '${tokenizer}')`);
  const insert = db.prepare('INSERT INTO found (rowid, text) VALUES (?, ?)');
  db.exec('BEGIN');
  for (const [n, { text }] of posts.entries()) insert.run(n, text);
  db.exec('COMMIT');
  const find = db.prepare(`SELECT rowid FROM found WHERE found MATCH ? ORDER BY rank LIMIT ${JUDGED_HITS}`);
  const found = QUERIES.map((query) => {
    const match = query.text.split(/\s+/).map((word) => `"${word}"`);
    const keys = find.all(match.join(' ')).map(({ rowid }) => posts[Number(rowid)]?.key ?? '');
    return qualityOf(query, keys, postsByKey);
  });
  db.close();
  return found;
}

describe('judged questions over a made corpus', () => {
  it('[SHOP-C] are answered better than by plain FTS5, and as well as they have been', async () => {
    const ours = await indexOf('ours', ({ text, category }) =>
      heldText(searchedText(text, category), postSearch.wording),
    );
    const words = await indexOf('words', ({ text }) => plainWords(text).join(' '));
    const searches = {
      Quad: await askJudged(ours.index, (text) => searchWords(text, postSearch.wording)),
      'words alone': await askJudged(words.index, plainWords),
      FTS5: plainFts5('unicode61'),
      'FTS5, porter': plainFts5('porter unicode61'),
    };
    const ratio = ours.bytes / words.bytes;
    process.stdout.write(
      `${tableOf(QUERIES, searches)}\nThe index is ${ratio.toFixed(2)} times that of the words alone.\n`,
    );
    const reached = meanOf(searches.Quad);
    for (const name of ['words alone', 'FTS5', 'FTS5, porter'] as const) {
      const other = meanOf(searches[name]);
      expect([name, reached.recall > other.recall, reached.ndcg > other.ndcg]).toEqual([name, true, true]);
    }
    expect(reached.recall).toBeGreaterThanOrEqual(RECALL_MIN);
    expect(reached.ndcg).toBeGreaterThanOrEqual(NDCG_MIN);
    expect(ratio).toBeLessThanOrEqual(SIZE_RATIO_MAX);
  });
});
