import type { ReadStore } from '#projections/engine/readStore.ts';
import type { Collection } from '#projections/kernel/collection.ts';

/** Documents that are read at once. */
const STEP_DOCUMENTS = 100;

/**
 * A query's documents before an instant, with their keys, the latest first, for a sweep. Of several of one instant at the end of
 * a step, some may be left to the next sweep.
 *
 * @param query whose order is by instants
 * @param before ISO instant
 * @param from ISO instant of the earliest ones; left out: all
 */
export async function* dueDocuments<Doc>(
  readStore: Pick<ReadStore, 'query'>,
  { name, queries }: Collection<Doc>,
  {
    query,
    values,
    before,
    from = null,
  }: {
    readonly query: string;
    readonly values: readonly string[];
    readonly before: string;
    readonly from?: string | null;
  },
): AsyncIterable<{ readonly key: string; readonly doc: Doc }> {
  const order = queries[query]?.order ?? null;
  if (order === null) throw new Error(`Collection ${name} declares no query ${query} with an order.`);
  for (let below = before; ; ) {
    const found = await readStore.query(name, query, values, { below, atOrAbove: from, limit: STEP_DOCUMENTS });
    for (const { key, doc } of found) if (doc !== null) yield { key, doc: doc as Doc };
    const last = found.at(-1)?.doc as Readonly<Record<string, unknown>> | undefined;
    if (last === undefined || found.length < STEP_DOCUMENTS) return;
    below = String(last[order]);
  }
}
