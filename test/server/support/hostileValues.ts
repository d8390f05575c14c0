/** Values that attackers and broken clients send in place of a string, a list or an id. */
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
