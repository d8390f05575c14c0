import type { Commit, FeedRow, Parked } from '#projections/engine/readStore.ts';
import { type AnyCollection, type DocumentRef, refId, type Versioned } from '#projections/kernel/collection.ts';
import { mapInBatches } from '../../../concurrency/batches.ts';
import type { DocumentTuple, FeedTuple, ParkedTuple } from './reader.ts';
import { fieldValues, queriedFields, shapeOf } from './tables.ts';
import type { CommitMessage, RowMessage } from './writer.ts';

/** Converts between the port's types and those that cross the thread border. Documents cross as JSON text. */
export interface ReadStoreCodec {
  encodeCommit(commit: Commit, at: number): Promise<CommitMessage>;
  decodeDocuments(tuples: readonly DocumentTuple[]): Promise<readonly Versioned[]>;
  decodeRows(tuples: readonly FeedTuple[]): Promise<readonly FeedRow[]>;
}

/** Documents that are parsed or encoded as JSON between two yields to the event loop. */
const BATCH_DOCUMENTS = 200;

export function createReadStoreCodec(collections: ReadonlyMap<string, AnyCollection>): ReadStoreCodec {
  const fields = new Map([...collections.values()].map((each) => [each.name, queriedFields(shapeOf(each))]));

  function encodeRow(row: FeedRow, isNewest: boolean): RowMessage {
    const { collection, key, position, before, doc, topics, left } = row;
    return {
      collection,
      key,
      position,
      before,
      doc: doc === null ? null : JSON.stringify(doc),
      topics: JSON.stringify(topics),
      left,
      fields: isNewest ? fieldValues(fields.get(collection) ?? [], doc) : null,
    };
  }

  return {
    async encodeCommit({ from, to, recording, rows, parked }, at) {
      const newest = new Map(rows.map((row) => [refId(row), row]));
      return {
        from,
        to,
        recording,
        at,
        rows: await mapInBatches(rows, BATCH_DOCUMENTS, (row) => encodeRow(row, newest.get(refId(row)) === row)),
        parked: parked.map(({ collection, key, position, error }) => [collection, key, position, error]),
      };
    },
    decodeDocuments: (tuples) =>
      mapInBatches(tuples, BATCH_DOCUMENTS, ([collection, key, position, doc]) => ({
        collection,
        key,
        position,
        doc: parseJson(doc),
      })),
    decodeRows: (tuples) =>
      mapInBatches(tuples, BATCH_DOCUMENTS, ([position, collection, key, before, doc, topics, left]) => ({
        position,
        collection,
        key,
        before,
        doc: parseJson(doc),
        topics: JSON.parse(topics) as readonly string[],
        left: left === null ? [] : (JSON.parse(left) as readonly string[]),
      })),
  };
}

export function decodeParked(tuples: readonly ParkedTuple[]): readonly Parked[] {
  return tuples.map(([collection, key, position, error]) => ({ collection, key, position, error }));
}

export function encodeRefs(refs: readonly DocumentRef[]): readonly (readonly [string, string])[] {
  return refs.map(({ collection, key }) => [collection, key]);
}

/** A document, or `null` for a tombstone. */
export function parseJson(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
