import { createHash } from 'node:crypto';
import type { AnyCollection, Versioned } from '#projections/kernel/collection.ts';
import { holdsSealed, subjectOf } from '#projections/kernel/erasure.ts';
import type { AnySearch } from '#projections/kernel/search.ts';
import { heldText } from '#projections/kernel/searchWords.ts';
import type { SearchDocument, SearchShape } from '../ports/searchIndex.ts';

/** Characters of the digest in a version. */
const DIGEST_CHARACTERS = 12;

/** The shape of an index. Its version covers all that is declared, and things that stand in the source. */
export function shapeOf({ name, version, texts, filters, ranking, fixed }: AnySearch): SearchShape {
  const declared = JSON.stringify([version, texts, filters, ranking, fixed]);
  const digest = createHash('sha256').update(declared).digest('hex').slice(0, DIGEST_CHARACTERS);
  return { name, version: `${version}-${digest}`, texts, filters, ranking };
}

/**
 * A document of the read models as it is searched; `null`: nobody finds it.
 *
 * @param document with personal data open
 * @param beside the document beside it, open as well; `null` or `undefined` where there is none
 * @throws Error it is withheld, or the declaration fails on it: it is to be parked
 */
export function searchDocumentOf(
  search: AnySearch,
  collection: AnyCollection | undefined,
  { key, doc }: Pick<Versioned, 'key' | 'doc'>,
  beside: unknown,
): SearchDocument | null {
  if (doc === null || doc === undefined) return null;
  if (search.beside !== null && (beside === null || beside === undefined)) return null;
  if (holdsSealed(collection, doc)) throw new Error('Its personal data cannot be opened.');
  const content = search.content(doc as never, beside as never);
  if (content === null) return null;
  if (search.isOfCampus && content.campus === null) throw new Error('It is of no campus.');
  const texts = Object.entries(content.texts).map(([name, text]) => [name, heldText(text, search.wording)]);
  return {
    key,
    subject: search.fixed === null ? subjectOf(collection, doc) : null,
    campus: content.campus,
    texts: Object.fromEntries(texts),
    filters: content.filters,
    at: content.at,
  };
}
