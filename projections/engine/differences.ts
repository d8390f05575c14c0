import type { DocumentRef, Versioned } from '../kernel/collection.ts';

/**
 * A document of the live read models that differs from the fold of the log (P4). Holds no values: they may be personal.
 */
export interface Difference extends DocumentRef {
  /**
   * `missing`: only the fold has it. `unexpected`: only the live read models have it. `gone`: the fold has a tombstone
   * where the live one is present. `standing`: the reverse. `fields`: both are present and differ in fields.
   */
  readonly kind: 'missing' | 'unexpected' | 'gone' | 'standing' | 'fields';
  /** Names of the top-level fields that differ. */
  readonly fields: readonly string[];
}

/** How a live document differs from the folded one; `null` when they are equal. */
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
  // A correction that removes a document leaves a tombstone that no event made: equal to absent.
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

/** Equal as JSON, in any order of keys. */
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
