import type { Row } from './rows.ts';

/** Rows of a stretch: one more begins the next. */
export const STRETCH_ROWS = 24;

/** Rows that are drawn, or let go, together. */
export interface Stretch {
  /** The same for as long as it has a message that it had before. */
  readonly key: number;
  readonly rows: readonly Row[];
}

/**
 * Makes the function that divides a conversation into stretches. A message stays in its stretch while older ones come above it
 * and newer ones below, so no stretch is drawn anew because of another one. The title of a day goes with the row below it.
 */
export function createStretches(size = STRETCH_ROWS): (rows: readonly Row[]) => readonly Stretch[] {
  /** The stretch of each message, by its row. */
  let known: ReadonlyMap<string, number> = new Map();

  return (rows) => {
    const numbers = numbersOf(rows, known, size);
    known = new Map(rows.flatMap(({ kind, key }, index) => (kind === 'message' ? [[key, numbers[index] ?? 0]] : [])));
    const grouped = Map.groupBy(rows.keys(), (index) => numbers[index] ?? 0);
    return [...grouped].map(([key, indices]) => ({ key, rows: indices.flatMap((index) => rows[index] ?? []) }));
  };
}

/** The stretch of each row; they rise from the oldest row to the newest. */
function numbersOf(rows: readonly Row[], known: ReadonlyMap<string, number>, size: number): readonly number[] {
  const stretchAt = (index: number) => known.get(rows[index]?.key ?? '');
  const indices = [...rows.keys()].filter((index) => stretchAt(index) !== undefined);
  const first = indices[0] ?? rows.length;
  const last = indices.at(-1) ?? -1;
  const numbers: number[] = [];
  const sizes = new Map<number, number>();
  const isFull = (number: number) => (sizes.get(number) ?? 0) >= size;
  const put = (index: number, number: number) => {
    numbers[index] = number;
    sizes.set(number, (sizes.get(number) ?? 0) + 1);
  };

  const oldest = stretchAt(first) ?? 0;
  let number = oldest;
  for (let index = first; index < rows.length; index += 1) {
    const isDay = rows[index]?.kind === 'day';
    // A row that has changed its place goes with its neighbours.
    number = Math.max(number, stretchAt(index) ?? (isDay ? stretchAt(index + 1) : undefined) ?? number);
    if (index > last && isFull(number) && rows[index - 1]?.kind !== 'day') number += 1;
    put(index, number);
  }
  number = oldest;
  for (let index = first - 1; index >= 0; index -= 1) {
    if (isFull(number) && rows[index]?.kind !== 'day') number -= 1;
    put(index, number);
  }
  return numbers;
}
