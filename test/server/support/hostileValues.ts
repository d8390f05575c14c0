/** What attackers and broken clients put where a string, a list or an id belongs. */
export const hostileValues: readonly unknown[] = [
  null,
  0,
  -1,
  true,
  {},
  [],
  [[[]]],
  { $ne: null },
  { length: { toString: 1 } },
  { constructor: { prototype: { admin: true } } },
  'x'.repeat(5_000),
  '\u0000',
  "'; DROP TABLE events; --",
];
