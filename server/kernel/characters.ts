/** Characters that a number or a truth value counts as. */
const SCALAR_CHARACTERS = 5;

/**
 * Characters of plain data as JSON, without the JSON: numbers and escaped characters are not counted exactly. What data
 * takes in memory grows with it, so caches whose values differ in size are bounded by it.
 */
export function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return SCALAR_CHARACTERS;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + charactersOf(item) + 1, 2);
  let sum = 2;
  for (const [name, field] of Object.entries(value)) sum += name.length + 4 + charactersOf(field);
  return sum;
}
