import { refId } from '#projections/kernel/collection.ts';
import { erasedAmong, erasures, withoutErased } from '#projections/kernel/erasure.ts';
import type { WireDocument } from '#projections/sync/protocol.ts';
import type { AnyDocument, Collections } from '#projections/sync/window.ts';

/** A document as received from the hub. `doc: null`: deleted, or not visible to the viewer, as of that position. */
export interface HeldDocument extends WireDocument {
  /** Number of the generation of the read models: a document of a newer generation replaces one of an older. */
  readonly epoch: number;
}

/** Most tombstones held; the oldest are forgotten. They only guard against packets that arrive late. */
export const TOMBSTONES_MAX = 5_000;

/**
 * Documents received from the hub, newest version of each. They form a lattice: the same packets give the same result
 * in any order and any number of times (P5).
 */
export interface Documents {
  /** Generation of the read models, `null` before the first answer. */
  readonly generation: string | null;
  get(id: string): HeldDocument | undefined;
  /** Everything held, tombstones included. */
  all(): Iterable<readonly [string, HeldDocument]>;
  /**
   * Takes a document if it is newer, without personal data of a subject known to be erased.
   * @returns whether the shown documents may change
   */
  accept(document: WireDocument): boolean;
  /** Blanks a subject's personal data in all held documents. @returns identities of the documents that changed */
  blank(subject: string): readonly string[];
  /** Removes a document without a tombstone. @returns whether it was held */
  forget(id: string): boolean;
  /** Whether it was received in the present generation. */
  isCurrent(document: HeldDocument): boolean;
  /** Begins another generation of the read models: positions stay comparable, contents may differ. */
  beginGeneration(generation: string): void;
  clear(): void;
}

/** @param collections name the personal fields of each document and their subject */
export function createDocuments(collections: Collections): Documents {
  const held = new Map<string, HeldDocument>();
  const tombstones = new Set<string>();
  let generation: string | null = null;
  let epoch = 0;

  function forgetOldTombstones(): void {
    for (const id of tombstones) {
      if (tombstones.size <= TOMBSTONES_MAX) return;
      tombstones.delete(id);
      held.delete(id);
    }
  }

  const isErased = (key: string) => (held.get(refId({ collection: erasures.name, key }))?.doc ?? null) !== null;

  return {
    get generation() {
      return generation;
    },
    get: (id) => held.get(id),
    all: () => held,
    accept(received) {
      const document = withoutErased(collections, received, isErased);
      const id = refId(document);
      const before = held.get(id);
      if (before !== undefined && before.epoch === epoch && !isNews(document, before)) return false;
      held.set(id, { ...document, epoch });
      if (document.doc === null) tombstones.add(id);
      else tombstones.delete(id);
      forgetOldTombstones();
      return true;
    },
    blank(subject) {
      const changed: string[] = [];
      for (const [id, document] of held) {
        const blank = withoutErased(collections, document, (each) => each === subject);
        if (isSame(blank.doc, document.doc)) continue;
        held.set(id, blank);
        changed.push(id);
      }
      return changed;
    },
    forget(id) {
      tombstones.delete(id);
      return held.delete(id);
    },
    isCurrent: (document) => document.epoch === epoch,
    beginGeneration(name) {
      generation = name;
      epoch += 1;
    },
    clear() {
      held.clear();
      tombstones.clear();
      generation = null;
    },
  };
}

/**
 * Takes the documents of one packet or answer. An erasure among them reaches every held document of its subject: those
 * before and after it in the packet, and later ones of the same version (P10).
 *
 * @returns identities of the documents that changed
 */
export function takeDocuments(documents: Documents, received: readonly WireDocument[]): readonly string[] {
  const changed = received.filter((document) => documents.accept(document)).map(refId);
  return [...changed, ...[...erasedAmong(received)].flatMap((subject) => documents.blank(subject))];
}

/**
 * The newest version wins. At the same version a document wins over "not visible": it may have left one topic and still
 * be in another. Else the later packet wins, because a rebuild may correct a document at an unchanged version; only
 * there does the order of the connection decide.
 */
function isNews(document: WireDocument, before: HeldDocument): boolean {
  if (document.position !== before.position) return document.position > before.position;
  return document.doc !== null && !isSame(document.doc, before.doc);
}

/** Whether two documents are equal. Documents are JSON of one schema, so the order of fields agrees. */
export function isSame(a: AnyDocument | null | undefined, b: AnyDocument | null | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
