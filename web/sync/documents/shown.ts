import type { AnyDocument } from '#projections/sync/window.ts';
import { type Documents, isSame } from './documents.ts';
import type { Overlay } from './overlay.ts';

/** A change of what is shown: `null`: no longer there. */
export interface ShownChange {
  readonly id: string;
  readonly collection: string;
  readonly key: string;
  readonly doc: AnyDocument | null;
}

/**
 * What is shown: the held documents under the predicted ones. Documents that say the same keep their identity, so
 * that nothing is painted again for nothing.
 */
export interface Shown {
  get(id: string): AnyDocument | undefined;
  all(): Iterable<readonly [string, AnyDocument]>;
  /** Looks again at the documents that changed and at all that are or were predicted. */
  update(changed: Iterable<string>, overlay: Overlay): readonly ShownChange[];
}

export function createShown(base: Documents): Shown {
  const shown = new Map<string, AnyDocument>();
  let overlay: Overlay = new Map();

  return {
    get: (id) => shown.get(id),
    all: () => shown,
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
