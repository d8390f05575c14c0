import { heldText, searchWords } from '#projections/kernel/searchWords.ts';
import type { SearchDocument, SearchIndex, SearchQuestion, SearchShape } from '#server/ports/searchIndex.ts';

/** Posts, in the order of time. */
export const THINGS: SearchShape = {
  name: 'things',
  version: '1',
  texts: ['text'],
  filters: ['pictures'],
  ranking: 'newest',
};

/** People, by how well they match. */
export const PERSONS: SearchShape = {
  name: 'persons',
  version: '1',
  texts: ['name', 'username'],
  filters: [],
  ranking: 'relevance',
};

/** The n-th minute of a day, in milliseconds since 1970. */
export function minute(n: number): number {
  return Date.UTC(2026, 2, 1) + n * 60_000;
}

/** A post with some words. */
export function thing(key: string, text: string, change: Partial<SearchDocument> = {}): SearchDocument {
  const words = heldText(text, 'language');
  return {
    key,
    subject: `author of ${key}`,
    campus: 'ou',
    texts: { text: words },
    filters: {},
    at: minute(0),
    ...change,
  };
}

/** A person with a name and a user name. */
export function person(key: string, name: string, username: string): SearchDocument {
  const texts = { name: heldText(name, 'names'), username };
  return { key, subject: key, campus: 'ou', texts, filters: {}, at: minute(0) };
}

/** A live build with these documents. @returns its name */
export async function liveBuild(
  index: SearchIndex,
  shape: SearchShape,
  documents: readonly SearchDocument[],
): Promise<string> {
  const { id } = await index.begin(shape);
  await index.write(id, { put: documents, remove: [] });
  await index.makeLive(id);
  return id;
}

/** Asks for some words in OU. */
export function question(shape: SearchShape, text: string, change: Partial<SearchQuestion> = {}): SearchQuestion {
  return {
    index: shape.name,
    words: searchWords(text, shape.name === PERSONS.name ? 'names' : 'language'),
    campus: 'ou',
    filters: {},
    page: 1,
    perPage: 10,
    ...change,
  };
}

/** Keys of the hits, in their order. */
export async function hitsOf(
  index: SearchIndex,
  shape: SearchShape,
  text: string,
  change: Partial<SearchQuestion> = {},
): Promise<readonly string[]> {
  return (await index.find(question(shape, text, change))).keys;
}
