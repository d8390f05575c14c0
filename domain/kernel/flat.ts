/**
 * Puts text together as one flat string. V8 makes a rope of a concatenation or a template, and an object that holds a
 * rope is serialized as JSON half to a third as fast: a rebuild serializes every document (docs/proof/bench.md).
 */
export function flat(...parts: readonly (string | number)[]): string {
  return parts.join('');
}
