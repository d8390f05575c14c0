import { refId } from '#projections/kernel/collection.ts';
import { erasedAmong, erasures, withoutErased } from '#projections/kernel/erasure.ts';
import type { WireDocument } from '#projections/sync/protocol.ts';
import type { AnyDocument, Collections } from '#projections/sync/window.ts';

/** A document as the hub told it. `doc: null`: it is gone, or out of sight, as of that position. */
export interface HeldDocument extends WireDocument {
  /** Counts generations of the read models: what an older one held loses to whatever the newer one tells. */
  readonly epoch: number;
}

/** Tombstones that are kept, the oldest are forgotten: they only guard against packets that come late. */
export const TOMBSTONES_MAX = 5_000;

/**
 * What the hub has told, newest version of each document. Documents form a lattice: in whatever order, and however
 * often, the same packets come, the outcome is the same (P5).
 */
export interface Documents {
  /** Generation of the read models, `null` before the first answer. */
  readonly generation: string | null;
  get(id: string): HeldDocument | undefined;
  /** Everything held, tombstones included. */
  all(): Iterable<readonly [string, HeldDocument]>;
  /**
   * Takes a document if it is news, without personal data of somebody who is known to be erased.
   * @returns whether what is shown may change
   */
  accept(document: WireDocument): boolean;
  /** Takes the personal data of a person out of all that is held. @returns identities of what changed */
  blank(subject: string): readonly string[];
  /** Takes a document away without a trace. @returns whether it was there */
  forget(id: string): boolean;
  /** Whether it was told in the present generation. */
  isCurrent(document: HeldDocument): boolean;
  /** Begins another generation of the read models: positions stay, contents may differ. */
  beginGeneration(generation: string): void;
  clear(): void;
}

/** @param collections they say what of a document is personal, and whose it is */
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
    accept(told) {
      const document = withoutErased(collections, told, isErased);
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
 * Takes documents of one packet or answer. An erasure among them reaches everything that is held of its subject: before
 * and behind it in the packet, and what comes later at the same version (P10).
 *
 * @returns identities of the documents that changed
 */
export function takeDocuments(documents: Documents, told: readonly WireDocument[]): readonly string[] {
  const changed = told.filter((document) => documents.accept(document)).map(refId);
  return [...changed, ...[...erasedAmong(told)].flatMap((subject) => documents.blank(subject))];
}

/**
 * The newest version wins. At the same version a document wins over "out of sight": it may have left one topic
 * and still be in another; else the later packet wins, for a rebuild may correct what the last event wrote. There, and
 * only there, it is the order of the connection that tells which one is newer.
 */
function isNews(document: WireDocument, before: HeldDocument): boolean {
  if (document.position !== before.position) return document.position > before.position;
  return document.doc !== null && !isSame(document.doc, before.doc);
}

/** Whether two documents say the same. Documents are JSON of one schema, so the order of fields agrees. */
export function isSame(a: AnyDocument | null | undefined, b: AnyDocument | null | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
