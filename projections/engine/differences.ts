import type { DocumentRef, Versioned } from '../kernel/collection.ts';

/** A document of the live read models that is not what the log says (P4). No values: they may be personal. */
export interface Difference extends DocumentRef {
  /**
   * `missing`: the log makes it, it is not there. `unexpected`: it is there, the log does not make it. `gone` and
   * `standing`: by the log it should be gone, or stand. `fields`: both stand and differ in fields.
   */
  readonly kind: 'missing' | 'unexpected' | 'gone' | 'standing' | 'fields';
  /** Names of the top-level fields that differ. */
  readonly fields: readonly string[];
}

/** How a live document differs from what the fold of the log made; `null` when they say the same. */
export function differenceOf(live: Versioned | undefined, folded: Versioned | undefined): Difference | null {
  const ref = live ?? folded;
  if (ref === undefined) return null;
  const make = (kind: Difference['kind'], fields: readonly string[] = []): Difference => ({
    collection: ref.collection,
    key: ref.key,
    kind,
    fields,
  });
  if (live === undefined) return make('missing');
  // What a correction took away leaves a tombstone that no event made: gone is gone.
  if (folded === undefined) return live.doc === null ? null : make('unexpected');
  if (live.doc === null) return folded.doc === null ? null : make('standing');
  if (folded.doc === null) return make('gone');
  const fields = differingFields(live.doc, folded.doc);
  return fields.length === 0 ? null : make('fields', fields);
}

function differingFields(live: unknown, folded: unknown): readonly string[] {
  const a = live as Readonly<Record<string, unknown>>;
  const b = folded as Readonly<Record<string, unknown>>;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => !isSame(a[name], b[name]));
}

/** Equal as JSON, whatever the order of keys. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) &&
      isSame((a as Readonly<Record<string, unknown>>)[key], (b as Readonly<Record<string, unknown>>)[key]),
  );
}
