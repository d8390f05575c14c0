import type { RecordedEvent } from '#domain/kernel/event.ts';
import { type DocumentRef, refId, type Versioned } from './collection.ts';
import type { FoldSource } from './documentSet.ts';
import { erasures } from './erasure.ts';
import type { BoundFold, FoldTable } from './foldTable.ts';
import { createView } from './foldView.ts';
import { describeFailure, SchemaBroken } from './poison.ts';
import { FOLD_MAX_DOCUMENTS, type Write } from './projection.ts';

/** One document before and after an event. */
export interface Change extends Write {
  /** `undefined` when the document never was. */
  readonly before: Versioned | undefined;
}

/** An event that one noun could not fold: the documents it touches are to be parked. */
export interface FoldFailure {
  readonly refs: readonly DocumentRef[];
  /** The error, without any personal data. */
  readonly error: string;
}

/** The changes of one event. Each document is changed once at most. */
export interface Folded {
  readonly changes: readonly Change[];
  readonly failures: readonly FoldFailure[];
}

/** Whether a document takes no events until it is retried. */
export type IsParked = (ref: DocumentRef) => boolean;

const NOTHING_PARKED: IsParked = () => false;

/**
 * Folds one event: the live projector, a rebuild, `verify` and the browser's overlay all make documents by this
 * function. Pure: the outcome depends on the event and on the documents in `source` before it.
 *
 * - Every fold sees the documents as they are before the event.
 * - Personal data is opaque: sealed on the server, open in the browser, copied in both.
 * - A fold that throws, or writes a document that breaks the schema, changes nothing and is reported as a failure.
 * - A parked document can only be deleted, not changed otherwise; an erasure is always written (P10).
 */
export function foldEvent(
  table: FoldTable,
  event: RecordedEvent,
  source: FoldSource,
  isParked: IsParked = NOTHING_PARKED,
): Folded {
  const folded: Change[] = [];
  const failures: FoldFailure[] = [];
  for (const bound of table.foldsOf(event.type)) {
    const result = runFold(table, bound, event, source);
    if ('error' in result) {
      failures.push(result);
      continue;
    }
    for (const change of result.changes) {
      if (change.doc === null || change.collection === erasures.name || !isParked(change)) folded.push(change);
    }
  }
  return { changes: lastOfEach(folded), failures };
}

/** Up to this many changes a list is searched for two of one document; longer lists are rare and use a map. */
const FEW_CHANGES = 8;

/** Each document once, in the order of the first writes, with the content of the last write. */
function lastOfEach(changes: readonly Change[]): readonly Change[] {
  if (changes.length <= FEW_CHANGES && !hasDoubles(changes)) return changes;
  return [...byRef(changes).values()];
}

function hasDoubles(changes: readonly Change[]): boolean {
  for (let later = 1; later < changes.length; later += 1) {
    for (let earlier = 0; earlier < later; earlier += 1) {
      if (isSameRef(changes[earlier], changes[later])) return true;
    }
  }
  return false;
}

function isSameRef(a: DocumentRef | undefined, b: DocumentRef | undefined): boolean {
  return a?.key === b?.key && a?.collection === b?.collection;
}

function byRef(changes: readonly Change[]): Map<string, Change> {
  return new Map(changes.map((change) => [refId(change), change]));
}

function runFold(
  table: FoldTable,
  bound: BoundFold,
  event: RecordedEvent,
  source: FoldSource,
): { readonly changes: readonly Change[] } | FoldFailure {
  let reads: readonly DocumentRef[] = [];
  let writes: readonly Write[] | null = null;
  try {
    reads = bound.fold.reads(event);
    const view = createView(bound, reads, source);
    writes = bound.fold.fold(event, view);
    return {
      changes: writes.map((write) => {
        const before = view.before(write);
        checkSchema(table, write);
        return { collection: write.collection, key: write.key, doc: write.doc, before };
      }),
    };
  } catch (error) {
    // A fold that failed before it wrote may have meant to write any document that it declared to read.
    const refs = (writes ?? reads.slice(0, FOLD_MAX_DOCUMENTS)).map(({ collection, key }) => ({ collection, key }));
    return { refs, error: describeFailure(error, event) };
  }
}

function checkSchema(table: FoldTable, { collection, doc }: Write): void {
  if (doc === null) return;
  const error = table.collections.get(collection)?.schema.safeParse(doc).error;
  if (error !== undefined) throw new SchemaBroken(collection, error);
}
