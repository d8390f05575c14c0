import { topicsOf } from '../kernel/collection.ts';
import type { Change } from '../kernel/fold.ts';
import type { FoldTable } from '../kernel/foldTable.ts';
import type { FeedRow } from './readStore.ts';

/** The row of the change feed for one change at a position. */
export function rowOf(table: FoldTable, { collection, key, before, doc }: Change, position: string): FeedRow {
  const declaration = table.collections.get(collection);
  const was = topicsOf(declaration, before?.doc);
  const is = topicsOf(declaration, doc);
  return {
    collection,
    key,
    position,
    before: before === undefined || before.doc === null ? null : before.position,
    doc,
    topics: [...new Set([...was, ...is])],
    left: was.filter((topic) => !is.includes(topic)),
  };
}
