import type { Versioned } from '#projections/kernel/collection.ts';

/** Documents that are used until those are forgotten that were not: up to twice as many are at hand, some 200 MB. */
const AGE_DOCUMENTS = 100_000;

/** A document at hand. */
export interface Held {
  document: Versioned;
  /** Row of the file in which it stands in some version; `null`: it was never written, or that is not known. */
  row: number | null;
  isChanged: boolean;
  /** The age of the cache in which it was last used. */
  usedIn: number;
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

/** The documents of one collection, and the hashes of the keys that were forgotten. */
interface Table {
  readonly held: Map<string, Held>;
  readonly forgottenHashes: Set<number>;
}

/**
 * Goes through ages: each ends when so many documents have been used in it, and then those are forgotten that were
 * not. Nearly every event asks for a document that is not there yet, its own; a hash of all that was forgotten saves
 * looking for it on disk.
 *
 * @param beforeForgetting writes what has changed: a document that is neither at hand nor in the file never was
 * @param ageDocuments documents after whose use an age ends
 */
export function createBuildCache(
  collections: readonly string[],
  beforeForgetting: () => void,
  ageDocuments = AGE_DOCUMENTS,
): BuildCache {
  const tables = new Map<string, Table>(
    collections.map((name) => [name, { held: new Map(), forgottenHashes: new Set() }]),
  );
  const changed: Held[] = [];
  let age = 0;
  /** Documents that were used in this age. */
  let used = 0;

  function tableOf(collection: string): Table {
    const found = tables.get(collection);
    if (found === undefined) throw new Error(`There is no collection ${collection}.`);
    return found;
  }

  /** Finds a document and counts it as used. */
  function find(table: Table, key: string): Held | undefined {
    const found = table.held.get(key);
    if (found !== undefined && found.usedIn !== age) {
      found.usedIn = age;
      countUse();
    }
    return found;
  }

  function hold(table: Table, held: Held): void {
    table.held.set(held.document.key, held);
    countUse();
  }

  function countUse(): void {
    used += 1;
    if (used < ageDocuments) return;
    beforeForgetting();
    for (const table of tables.values()) forget(table);
    age += 1;
    used = 0;
  }

  function forget({ held, forgottenHashes }: Table): void {
    for (const [key, { usedIn }] of held) {
      if (usedIn === age) continue;
      held.delete(key);
      forgottenHashes.add(hashOf(key));
    }
  }

  return {
    get: (collection, key) => find(tableOf(collection), key)?.document,
    put(document) {
      const table = tableOf(document.collection);
      const held = find(table, document.key);
      if (held === undefined) {
        const entry = { document, row: null, isChanged: true, usedIn: age };
        changed.push(entry);
        hold(table, entry);
        return;
      }
      held.document = document;
      if (held.isChanged) return;
      held.isChanged = true;
      changed.push(held);
    },
    keep: (document, row) => hold(tableOf(document.collection), { document, row, isChanged: false, usedIn: age }),
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
