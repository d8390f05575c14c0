import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventDefinitions } from '#domain/registry.ts';
import { createDocumentSet } from '#projections/kernel/documentSet.ts';
import { foldEvent } from '#projections/kernel/fold.ts';
import { compileFolds } from '#projections/kernel/foldTable.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import type { AnySearch } from '#projections/kernel/search.ts';
import { collections, projections, searches } from '#projections/registry.ts';
import { searchDocumentOf } from '#server/searchIndex/searchDocument.ts';
import { parsedHistory, readPins, type SearchPin } from '../../fixtures/pins.ts';

/**
 * An index is built anew only where its declaration's version is raised, or that of its projection. So what each version
 * holds is pinned: with another content, or other words of the same texts, old and new documents of an index would differ.
 */
const { searches: PINNED } = readPins();
const HISTORY = parsedHistory();

/** The order of fields does not matter. */
function sorted(_field: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
const digestOf = (what: unknown) =>
  createHash('sha256').update(JSON.stringify(what, sorted)).digest('hex').slice(0, 12);

/** The projection that makes the documents of an index. */
function projectionOf({ collection, beside }: AnySearch): Projection {
  const found = projections.find((each) => each.collections.some(({ name }) => name === collection));
  if (found === undefined) throw new Error(`No projection makes ${collection}.`);
  const isBoth = beside === null || found.collections.some(({ name }) => name === beside);
  if (!isBoth) throw new Error(`${beside} is of another projection than ${collection}: let the pins name both.`);
  return found;
}

/** Digest of an index's documents after each of the first `count` events that their projection folds. */
function madeBy(search: AnySearch, count = Number.POSITIVE_INFINITY): SearchPin {
  const { name, version, folds, collections: own } = projectionOf(search);
  const table = compileFolds(projections, eventDefinitions);
  const documents = createDocumentSet(table.collections.values());
  const folded = HISTORY.filter(({ type }) => Object.hasOwn(folds, type)).slice(0, count);
  const isSearched = (collection: string) => collection === search.collection || collection === search.beside;
  const held = folded.map((event) => {
    const changed = foldEvent(table, event, documents).changes.filter(({ collection }) =>
      own.some((each) => each.name === collection),
    );
    for (const { collection, key, doc } of changed) documents.put({ collection, key, position: event.position, doc });
    const keys = new Set(changed.filter(({ collection }) => isSearched(collection)).map(({ key }) => key));
    return [...keys].sort().map((key) => {
      const doc = documents.get(search.collection, key)?.doc ?? null;
      const beside = search.beside === null ? null : documents.get(search.beside, key)?.doc;
      return [key, searchDocumentOf(search, collections.get(search.collection), { key, doc }, beside)];
    });
  });
  return { of: `${name}@${version}`, documents: digestOf(held), events: folded.length };
}

/** The same of an index of things that stand in the source: there, each of them counts as an event. */
function madeOfFixed(search: AnySearch, fixed: Readonly<Record<string, unknown>>): SearchPin {
  const held = Object.entries(fixed).map(([key, doc]) => searchDocumentOf(search, undefined, { key, doc }, null));
  return { of: digestOf(fixed), documents: digestOf(held), events: held.length };
}

/** The error of an index's pin, with the remedy; `null`: none. */
function problemOf(search: AnySearch): string | null {
  const key = `${search.name}@${search.version}`;
  const { fixed } = search;
  const made = (count?: number) => (fixed === null ? madeBy(search, count) : madeOfFixed(search, fixed));
  const now = made();
  const pin = PINNED[key];
  const remedy = `Put this in the pins of its noun (test/fixtures/pins), under "searches": "${key}": ${JSON.stringify(now)}`;
  if (pin === undefined) return `${key} is not pinned. ${remedy}`;
  if (pin.of !== now.of) return `What ${key} is made of has changed, so it is built anew. ${remedy}`;
  if (pin.documents !== made(pin.events).documents)
    return `The index ${search.name} holds something else than version ${search.version} did. Raise its version, and pin that one.`;
  return now.events > pin.events ? `The history has more events that make documents of ${key}. ${remedy}` : null;
}

describe('versions of search indexes', () => {
  it.each(searches.map((each) => [each.name, each] as const))('%s holds what its version holds', (_, search) => {
    const problem = problemOf(search);
    if (problem !== null) throw new Error(problem);
  });

  it('pins are of the present versions alone', () => {
    expect(Object.keys(PINNED).sort()).toEqual(searches.map(({ name, version }) => `${name}@${version}`).sort());
  });

  it('another content asks for another version', () => {
    const blank = (search: AnySearch): AnySearch => ({
      ...search,
      content: (doc, beside) => {
        const content = search.content(doc, beside);
        return content === null ? null : { ...content, texts: {} };
      },
    });
    for (const search of searches) expect(problemOf(blank(search))).toContain('Raise its version');
  });
});
