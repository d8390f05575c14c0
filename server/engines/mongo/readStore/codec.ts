/**
 * Names of fields as the server takes them: none begins with `$` (sealed values have such ones) or holds a dot. The
 * mark of the escapes is escaped too, so every name comes back as it was.
 */
const ESCAPES = [
  ['~', '~0'],
  ['$', '~1'],
  ['.', '~2'],
] as const;
const NEEDS_ESCAPE = /[~$.]/;

/** A document as it is stored; `undefined` becomes a tombstone. */
export function encodeDoc(doc: unknown): unknown {
  return doc === undefined ? null : renamed(doc, escapeName);
}

/** A stored document as it was. */
export function decodeDoc(stored: unknown): unknown {
  return renamed(stored, unescapeName);
}

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [rename(name), renamed(item, rename)]));
}

function escapeName(name: string): string {
  if (!NEEDS_ESCAPE.test(name)) return name;
  return ESCAPES.reduce((escaped, [plain, mark]) => escaped.replaceAll(plain, mark), name);
}

function unescapeName(name: string): string {
  if (!name.includes('~')) return name;
  return ESCAPES.toReversed().reduce((plainer, [plain, mark]) => plainer.replaceAll(mark, plain), name);
}
