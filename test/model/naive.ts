import { isDeepStrictEqual } from 'node:util';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { refId } from '#projections/kernel/collection.ts';
import type { Documents } from './foundDocuments.ts';
import type { NaiveWindow } from './model.ts';
import { models } from './nouns.ts';

/**
 * Differences between documents and a naive reading of their history, by every noun's model; none if they are right.
 *
 * @param options.isWhole `false`: the source does not show all documents, so a missing one is no difference
 */
export function naiveDifferences(
  history: readonly RecordedEvent[],
  found: Documents,
  { isWhole = true }: { readonly isWhole?: boolean } = {},
): readonly string[] {
  const problems: string[] = [];
  for (const model of models) {
    const { documents, whole = [], windows = [] } = model.documents(history);
    const standing = new Set<string>();
    for (const expected of documents) {
      const { collection, key, doc } = expected;
      if (doc !== null) standing.add(refId(expected));
      const seen = found.get(collection, key);
      if (seen === undefined && !isWhole) continue;
      const problem = differenceOf(doc, seen?.doc as Record<string, unknown> | null | undefined);
      if (problem !== null) problems.push(`${collection} ${key} ${problem}`);
    }
    for (const collection of whole) {
      for (const document of found.all(collection)) {
        if (document.doc !== null && !standing.has(refId(document))) problems.push(`${refId(document)} stands`);
      }
    }
    for (const { collection, query, values, keys } of windows) {
      const read = found.query?.(collection, query, values).map(({ key }) => key);
      if (read !== undefined && !isDeepStrictEqual(read, keys))
        problems.push(`${query} of ${values.join(' ')} is read in another order`);
    }
  }
  return problems;
}

function differenceOf(
  expected: Readonly<Record<string, unknown>> | null,
  found: Readonly<Record<string, unknown>> | null | undefined,
): string | null {
  if (expected === null) return found === null ? null : 'is gone, and has no tombstone';
  if (found == null) return 'is missing';
  const wrong = Object.keys(expected).filter((field) => !isDeepStrictEqual(found[field], expected[field]));
  const said = wrong.map(
    (field) => `${field} ${JSON.stringify(found[field])}, it is ${JSON.stringify(expected[field])}`,
  );
  return wrong.length === 0 ? null : `has ${said.join(', ')}`;
}

/** Results of queries by a naive reading of the history. */
export function naiveWindows(history: readonly RecordedEvent[]): readonly NaiveWindow[] {
  return models.flatMap((model) => [...(model.documents(history).windows ?? [])]);
}
