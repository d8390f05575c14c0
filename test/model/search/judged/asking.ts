import { postSearch } from '#projections/post/search.ts';
import type { SearchDocument, SearchIndex, SearchShape } from '#server/ports/searchIndex.ts';
import { type JudgedPost, judgedCorpus } from './corpus.ts';
import { JUDGED_HITS, type Quality, qualityOf } from './figures.ts';
import { QUERIES } from './queries.ts';

const CAMPUS = 'ou';
/** Documents of one write. */
const WRITE = 1_000;
const SHAPE: SearchShape = { name: 'post', version: '1', texts: ['text'], filters: [], ranking: postSearch.ranking };

/** The posts of the made corpus, and by key. */
export const posts = judgedCorpus();
export const postsByKey: ReadonlyMap<string, JudgedPost> = new Map(posts.map((post) => [post.key, post]));

/** Makes a live build of all posts. @param words that each is to have */
export async function buildJudged(index: SearchIndex, words: (post: JudgedPost) => string): Promise<void> {
  const { id } = await index.begin(SHAPE);
  const documents = posts.map(
    (post): SearchDocument => ({
      ...{ key: post.key, subject: null, campus: CAMPUS, filters: {}, at: post.at },
      texts: { text: words(post) },
    }),
  );
  for (let n = 0; n < documents.length; n += WRITE) {
    await index.write(id, { put: documents.slice(n, n + WRITE), remove: [] });
  }
  await index.makeLive(id);
}

/** Asks an index all questions. @param wordsOf a question */
export async function askJudged(
  index: SearchIndex,
  wordsOf: (text: string) => readonly string[],
): Promise<readonly Quality[]> {
  const qualities: Quality[] = [];
  for (const query of QUERIES) {
    const words = wordsOf(query.text);
    const scope = { index: SHAPE.name, campus: CAMPUS, filters: {}, page: 1, perPage: JUDGED_HITS };
    const { keys } = words.length === 0 ? { keys: [] } : await index.find({ ...scope, words });
    qualities.push(qualityOf(query, keys, postsByKey));
  }
  return qualities;
}
