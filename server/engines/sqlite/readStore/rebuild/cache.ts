import type { Versioned } from '#projections/kernel/collection.ts';

/** Keys kept in each generation of the cache: up to twice as many documents are in memory, some 200 MB. */
const AGE_DOCUMENTS = 100_000;

/** A cached document. */
export interface Held {
  document: Versioned;
  /** Row of the file that has some version of it; `null`: never written, or not known. */
  row: number | null;
  isChanged: boolean;
  /** The age of the cache in which it was last used. */
  usedIn: number;
}

/** The most recently used documents of a build, and hashes of the dropped ones. */
export interface BuildCache {
  get(collection: string, key: string): Versioned | undefined;
  /** Puts a folded document: it counts as changed until `takeChanged` returns it. */
  put(document: Versioned): void;
  /** Keeps a document read from the file. */
  keep(document: Versioned, row: number): void;
  /** Number of changed documents. */
  readonly changed: number;
  /**
   * Changed documents, each once, up to `limit`; the caller writes them and sets their rows. Collections whose documents
   * are rewritten least come first, so that few are written twice; within one, the longest waiting.
   */
  takeChanged(limit?: number): readonly Held[];
  /** Whether the file may have a document that is not cached: `false` is certain, `true` very likely. */
  mayBeForgotten(collection: string, key: string): boolean;
}

/** The documents of one collection. */
interface Table {
  readonly held: Map<string, Held>;
  /** Hashes of the dropped keys. */
  readonly forgottenHashes: Set<number>;
  /** A queue: those before `taken` are out. To cut them off each time would move all that wait. */
  changed: Held[];
  taken: number;
  /** Documents that were put, and of these the ones that were there before. */
  puts: number;
  putsAgain: number;
}

/** Share of the puts that change a document which was there. */
const rewriteShare = ({ puts, putsAgain }: Table) => (puts === 0 ? 0 : putsAgain / puts);

/** Takes up to `limit` documents from a table's queue. */
function takeFrom(table: Table, limit: number): readonly Held[] {
  const first = table.changed.slice(table.taken, table.taken + limit);
  for (const held of first) held.isChanged = false;
  table.taken += first.length;
  if (table.taken === table.changed.length) {
    table.changed = [];
    table.taken = 0;
  }
  return first;
}

/**
 * The cache works in ages: when so many documents have been used in one, those not used in it are dropped. Nearly every
 * event looks up a document that does not exist yet, its own; the hashes of dropped keys save that read of the disk.
 *
 * @param mayForget writes changed documents: one that is neither cached nor in the file does not exist. As long as it
 *   answers `false`, nothing is dropped, and it is asked at every use
 * @param ageDocuments used documents after which an age ends
 */
export function createBuildCache(
  collections: readonly string[],
  mayForget: () => boolean,
  ageDocuments = AGE_DOCUMENTS,
): BuildCache {
  const tables = new Map<string, Table>(
    collections.map((name) => [
      name,
      { held: new Map(), forgottenHashes: new Set(), changed: [], taken: 0, puts: 0, putsAgain: 0 },
    ]),
  );
  /** Documents in all queues. */
  let waiting = 0;
  let age = 0;
  /** Documents used in this age. */
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
    // In the first age all have been used.
    if (age > 0 && !mayForget()) return;
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
      table.puts += 1;
      if (held === undefined) {
        const entry = { document, row: null, isChanged: true, usedIn: age };
        table.changed.push(entry);
        waiting += 1;
        hold(table, entry);
        return;
      }
      table.putsAgain += 1;
      held.document = document;
      if (held.isChanged) return;
      held.isChanged = true;
      table.changed.push(held);
      waiting += 1;
    },
    keep: (document, row) => hold(tableOf(document.collection), { document, row, isChanged: false, usedIn: age }),
    get changed() {
      return waiting;
    },
    takeChanged(limit = waiting) {
      let left = limit;
      const leastRewrittenFirst = [...tables.values()].sort((a, b) => rewriteShare(a) - rewriteShare(b));
      const first = leastRewrittenFirst.flatMap((table) => {
        const some = takeFrom(table, left);
        left -= some.length;
        return some;
      });
      waiting -= first.length;
      return first;
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
