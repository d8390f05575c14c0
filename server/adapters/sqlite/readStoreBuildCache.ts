import { type DocumentRef, refId, type Versioned } from '#projections/kernel/collection.ts';

/** Documents in each of the two halves of the cache: together about 200 MB. */
const HALF_MAX_DOCUMENTS = 100_000;

/** Documents of a build that are at hand, the ones last used; and what was ever written, as far as that can be told. */
export interface BuildCache {
  get(ref: DocumentRef): Versioned | undefined;
  put(document: Versioned): void;
  /** Whether the document may stand in the file: false for certain, true most likely. */
  mayBeWritten(ref: DocumentRef): boolean;
  written(ref: DocumentRef): void;
}

/**
 * Two halves: what is used moves to the young one, and when that is full the old one is forgotten. Nearly every event
 * asks for a document that is not there yet, its own; a hash of all that was written saves looking for it on disk.
 */
export function createBuildCache(): BuildCache {
  let young = new Map<string, Versioned>();
  let old = new Map<string, Versioned>();
  const hashes = new Set<number>();

  function keep(id: string, document: Versioned): void {
    young.set(id, document);
    if (young.size < HALF_MAX_DOCUMENTS) return;
    old = young;
    young = new Map();
  }

  return {
    get(ref) {
      const id = refId(ref);
      const found = young.get(id);
      if (found !== undefined) return found;
      const older = old.get(id);
      if (older !== undefined) keep(id, older);
      return older;
    },
    put: (document) => keep(refId(document), document),
    mayBeWritten: (ref) => hashes.has(hashOf(refId(ref))),
    written: (ref) => void hashes.add(hashOf(refId(ref))),
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
