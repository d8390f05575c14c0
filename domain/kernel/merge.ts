/**
 * One record of all.
 * @throws Error the same name is in two of them
 */
export function merge<Value>(records: readonly Readonly<Record<string, Value>>[]): Readonly<Record<string, Value>> {
  const merged: Record<string, Value> = {};
  for (const record of records) {
    for (const [name, value] of Object.entries(record)) {
      if (Object.hasOwn(merged, name)) throw new Error(`${name} is declared twice.`);
      merged[name] = value;
    }
  }
  return merged;
}
