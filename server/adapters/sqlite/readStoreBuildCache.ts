import type { Versioned } from '#projections/kernel/collection.ts';

/** Documents in each of the two halves of the cache: together about 200 MB. */
const HALF_MAX_DOCUMENTS = 100_000;

/** A document at hand. */
export interface Held {
  document: Versioned;
  /** Row of the file in which it stands in some version; `null`: it was never written, or that is not known. */
  row: number | null;
  isChanged: boolean;
}

/** Documents of a build that are at hand, the ones last used; and what was forgotten, as far as that can be told. */
export interface BuildCache {
  get(collection: string, key: string): Versioned | undefined;
  /** Puts what was folded: it counts as changed until it is taken by `takeChanged`. */
  put(document: Versioned): void;
  /** Keeps what was read from the file. */
  keep(document: Versioned, row: number): void;
  /** How many have changed since `takeChanged`. */
  readonly changed: number;
  /** What has changed, each once, up to `limit` of those that have waited longest; who writes it sets its row. */
  takeChanged(limit?: number): readonly Held[];
  /** Whether a document that is not at hand may stand in the file: false for certain, true most likely. */
  mayBeForgotten(collection: string, key: string): boolean;
}

/** The documents of one collection in two halves, and the hashes of the keys that were forgotten. */
interface Table {
  young: Map<string, Held>;
  old: Map<string, Held>;
  readonly forgottenHashes: Set<number>;
}

/**
 * Two halves: what is used moves to the young one, and when that is full the old one is forgotten. Nearly every event
 * asks for a document that is not there yet, its own; a hash of all that was forgotten saves looking for it on disk.
 *
 * @param beforeForgetting writes what has changed: a document that is neither at hand nor in the file never was
 * @param halfMaxDocuments documents in each half
 */
export function createBuildCache(
  collections: readonly string[],
  beforeForgetting: () => void,
  halfMaxDocuments = HALF_MAX_DOCUMENTS,
): BuildCache {
  const tables = new Map<string, Table>(
    collections.map((name) => [name, { young: new Map(), old: new Map(), forgottenHashes: new Set() }]),
  );
  const changed: Held[] = [];
  let young = 0;

  function tableOf(collection: string): Table {
    const found = tables.get(collection);
    if (found === undefined) throw new Error(`There is no collection ${collection}.`);
    return found;
  }

  /** Finds a document and counts it as used. */
  function find(table: Table, key: string): Held | undefined {
    const found = table.young.get(key);
    if (found !== undefined) return found;
    const older = table.old.get(key);
    if (older !== undefined) hold(table, key, older);
    return older;
  }

  function hold(table: Table, key: string, held: Held): void {
    table.young.set(key, held);
    young += 1;
    if (young >= halfMaxDocuments) forget();
  }

  function forget(): void {
    beforeForgetting();
    for (const table of tables.values()) {
      // Some of them are in the young half too: they are found there first.
      for (const key of table.old.keys()) table.forgottenHashes.add(hashOf(key));
      table.old = table.young;
      table.young = new Map();
    }
    young = 0;
  }

  return {
    get: (collection, key) => find(tableOf(collection), key)?.document,
    put(document) {
      const table = tableOf(document.collection);
      const held = find(table, document.key);
      if (held === undefined) {
        const entry = { document, row: null, isChanged: true };
        changed.push(entry);
        hold(table, document.key, entry);
        return;
      }
      held.document = document;
      if (held.isChanged) return;
      held.isChanged = true;
      changed.push(held);
    },
    keep: (document, row) => hold(tableOf(document.collection), document.key, { document, row, isChanged: false }),
    get changed() {
      return changed.length;
    },
    takeChanged(limit = changed.length) {
      const taken = changed.splice(0, limit);
      for (const held of taken) held.isChanged = false;
      return taken;
    },
    mayBeForgotten(collection, key) {
      const { forgottenHashes } = tableOf(collection);
      return forgottenHashes.size > 0 && forgottenHashes.has(hashOf(key));
    },
  };
}

const FNV_OFFSET = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;
/** Shortened so that the engine keeps hashes as small integers: a million take some 20 MB. */
const SMALL_INTEGER_MASK = 0x3f_ff_ff_ff;

/** FNV-1a of an ASCII string. */
function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), FNV_PRIME);
  }
  return hash & SMALL_INTEGER_MASK;
}
