import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import { heldText, searchWords } from '#projections/kernel/searchWords.ts';
import { postSearch, searchedText } from '#projections/post/search.ts';
import { openTypesenseSearchIndex } from '#server/engines/typesense/searchIndex.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startTypesense, type TypesenseServer } from '#test/doubles/typesense/startTypesense.ts';
import { askJudged, buildJudged, posts, postsByKey } from '#test/model/search/judged/asking.ts';
import { JUDGED_HITS, meanOf, type Quality, qualityOf, tableOf } from '#test/model/search/judged/figures.ts';
import { QUERIES } from '#test/model/search/judged/queries.ts';

/** Typesense as it comes: the texts as they are, questions as they are typed, every parameter left to the server. */
async function asItComes({ url, apiKey }: TypesenseServer, name: string): Promise<readonly Quality[]> {
  const headers = { 'X-TYPESENSE-API-KEY': apiKey };
  const ask = async (path: string, request: RequestInit = {}) => {
    const answer = await fetch(`${url}/${path}`, { headers, ...request });
    if (!answer.ok) throw new Error(`Typesense answers ${answer.status} to ${path}.`);
    return answer;
  };
  const schema = { name, fields: [{ name: 'text', type: 'string' }] };
  await ask('collections', { method: 'POST', body: JSON.stringify(schema) });
  const lines = posts.map(({ key, text }) => JSON.stringify({ id: key, text })).join('\n');
  await ask(`collections/${name}/documents/import?action=create`, { method: 'POST', body: lines });
  const found: Quality[] = [];
  for (const query of QUERIES) {
    const asked = new URLSearchParams({ q: query.text, query_by: 'text', per_page: String(JUDGED_HITS) });
    const answer = await ask(`collections/${name}/documents/search?${asked}`);
    const { hits } = (await answer.json()) as { readonly hits: readonly { readonly document: { id: string } }[] };
    const keys = hits.map(({ document }) => document.id);
    found.push(qualityOf(query, keys, postsByKey));
  }
  await ask(`collections/${name}`, { method: 'DELETE' });
  return found;
}

describeOn('judged questions on Typesense', await startTypesense(), (server) => {
  afterAll(() => server.dispose());

  it('[SHOP-C] are answered better than by Typesense as it comes', async () => {
    const prefix = `judged${randomUUID().slice(0, 8)}`;
    const index = openTypesenseSearchIndex(server, prefix);
    try {
      await buildJudged(index, ({ text, category }) => heldText(searchedText(text, category), postSearch.wording));
      const searches = {
        'Quad, Typesense': await askJudged(index, (text) => searchWords(text, postSearch.wording)),
        Typesense: await asItComes(server, `${prefix}_plain`),
      };
      process.stdout.write(`${tableOf(QUERIES, searches)}\n`);
      const [ours, theirs] = [meanOf(searches['Quad, Typesense']), meanOf(searches.Typesense)];
      expect([ours.recall > theirs.recall, ours.ndcg > theirs.ndcg]).toEqual([true, true]);
    } finally {
      await index.close();
    }
  });
});
