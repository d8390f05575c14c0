import type { AnyDocument } from '#projections/sync/window.ts';
import { type Documents, isSame } from './documents.ts';
import type { Overlay } from './overlay.ts';

/** A changed document; `null`: no longer shown. */
export interface ShownChange {
  readonly id: string;
  readonly collection: string;
  readonly key: string;
  readonly doc: AnyDocument | null;
}

/**
 * The shown documents: held ones, overlaid with predictions. Equal documents keep their identity, so that components do
 * not render again.
 */
export interface Shown {
  get(id: string): AnyDocument | undefined;
  all(): Iterable<readonly [string, AnyDocument]>;
  /** Position of the last change of a shown document, `null` if it is predicted. */
  positionOf(id: string): string | null;
  /** Computes the changed documents anew, and all that are or were predicted. */
  update(changed: Iterable<string>, overlay: Overlay): readonly ShownChange[];
}

export function createShown(base: Documents): Shown {
  const shown = new Map<string, AnyDocument>();
  let overlay: Overlay = new Map();

  return {
    get: (id) => shown.get(id),
    all: () => shown,
    positionOf: (id) => (overlay.has(id) ? null : (base.get(id)?.position ?? null)),
    update(changed, next) {
      const look = new Set([...changed, ...overlay.keys(), ...next.keys()]);
      overlay = next;
      const changes: ShownChange[] = [];
      for (const id of look) {
        const before = shown.get(id) ?? null;
        const predicted = overlay.get(id);
        const doc = predicted === undefined ? (base.get(id)?.doc ?? null) : predicted;
        if (doc === before || (doc !== null && before !== null && isSame(doc, before))) continue;
        if (doc === null) shown.delete(id);
        else shown.set(id, doc);
        const [collection = '', key = ''] = id.split(' ');
        changes.push({ id, collection, key, doc });
      }
      return changes;
    },
  };
}
