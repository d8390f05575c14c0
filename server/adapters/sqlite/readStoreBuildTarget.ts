import type { BuildTarget } from '#projections/engine/generationBuild.ts';
import { refId, type Versioned } from '#projections/kernel/collection.ts';
import { parseJson } from './readStoreCodec.ts';
import { type DocumentTuple, type GenerationReader, WHOLE } from './readStoreReader.ts';
import { type CollectionShape, fieldValues, queriedFields } from './readStoreTables.ts';
import type { GenerationWriter } from './readStoreWriter.ts';

/** Documents that are held in memory at most: about 100 MB. Then all are written, and forgotten. */
const HELD_DOCUMENTS_MAX = 100_000;
/** Changed documents after which all are written, in one transaction. */
const CHANGED_DOCUMENTS_MAX = 20_000;

/** A target that folds in memory and writes behind, so that a hot document is written once for many events. */
export interface WriteBehindTarget extends BuildTarget {
  /** Writes what was changed. */
  flush(): void;
}

export function createWriteBehindTarget(
  writer: GenerationWriter,
  shapes: readonly CollectionShape[],
): WriteBehindTarget {
  const fields = new Map(shapes.map((shape) => [shape.name, queriedFields(shape)]));
  const held = new Map<string, Versioned>();
  const changed = new Map<string, Versioned>();

  function hold(document: Versioned): Versioned {
    held.set(refId(document), document);
    return document;
  }

  function flush(): void {
    if (changed.size === 0) return;
    writer.transaction(() => {
      for (const { collection, key, position, doc } of changed.values()) {
        const text = doc === null ? null : JSON.stringify(doc);
        writer.put([collection, key, position, text], fieldValues(fields.get(collection) ?? [], doc));
      }
    });
    changed.clear();
    if (held.size > HELD_DOCUMENTS_MAX) held.clear();
  }

  return {
    flush,
    get(collection, key) {
      const known = held.get(refId({ collection, key }));
      if (known !== undefined) return known;
      const [tuple] = writer.get([[collection, key]]);
      return tuple === undefined ? undefined : hold(versioned(tuple));
    },
    query(collection, query, values) {
      flush();
      return writer.query(collection, query, values, WHOLE).map(versioned);
    },
    put(document) {
      hold(document);
      changed.set(refId(document), document);
      if (changed.size >= CHANGED_DOCUMENTS_MAX) flush();
    },
    scan(collection, after, limit) {
      flush();
      return writer.scan(collection, after, limit).map(versioned);
    },
  };
}

/** Reads of a generation with its documents parsed. */
export function scannable(reader: GenerationReader) {
  return {
    get(collection: string, key: string): Versioned | undefined {
      const [tuple] = reader.get([[collection, key]]);
      return tuple === undefined ? undefined : versioned(tuple);
    },
    scan: (collection: string, after: string, limit: number) => reader.scan(collection, after, limit).map(versioned),
  };
}

function versioned([collection, key, position, doc]: DocumentTuple): Versioned {
  return { collection, key, position, doc: parseJson(doc) };
}
