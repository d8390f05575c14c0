import type { AnyRecordedEvent } from '#domain/registry.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import type { Dependents } from './dependents.ts';
import type { Answer } from './reactor.ts';

/** Dependents that are ended at once: they share a way to the disk. */
const STEP_DOCUMENTS = 16;
/**
 * Milliseconds between two steps, in which other commands run: what they hang on is already invisible, so nothing is
 * urgent.
 */
const STEP_PAUSE_MS = 8;

/**
 * Ends all documents that end with a thing, a few at a time, each by an event of its own. Nothing is added to the query
 * any more. After a crash the event is handed over again, and the rest ends.
 */
export async function endDependents(
  event: AnyRecordedEvent,
  { collection, query, order, end }: Dependents,
  endedId: string,
  answer: Answer,
  { readStore, pause }: { readonly readStore: Pick<ReadStore, 'query'>; readonly pause: (ms: number) => Promise<void> },
): Promise<void> {
  for (let below: string | null = null; ; ) {
    const page = { below, atOrAbove: null, limit: STEP_DOCUMENTS };
    const found = await readStore.query(collection, query, [endedId], page);
    // Documents of two collections may have one key: a like of a comment, and its author's notification.
    await Promise.all(found.map(({ key, doc }) => answer(event, [collection, key].join(' '), end(doc, endedId))));
    const last = found.at(-1)?.doc as Readonly<Record<string, unknown>> | undefined;
    if (last === undefined || found.length < STEP_DOCUMENTS) return;
    below = String(last[order]);
    await pause(STEP_PAUSE_MS);
  }
}
