import type { BenchData } from './benchData.ts';
import type { Scale } from './scale.ts';

/** The goal of a figure, in words, and whether it is met. */
export interface Goal {
  readonly text: string;
  isMet(row: Pick<Row, 'value' | 'ratio'>): boolean;
}

/** One line of the table. */
export interface Row {
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  /** The machine's own figure without us, in the same unit and run; `null` where none applies. */
  readonly limit: number | null;
  /** `value / limit`. */
  readonly ratio: number | null;
  readonly goal: string;
  /** `null`: it has no goal, it is printed. */
  readonly met: boolean | null;
}

/** Something that is measured. */
export interface Figure {
  readonly name: string;
  /** The smallest run that it is part of. */
  readonly from: Scale;
  measure(benchData: BenchData): Promise<readonly Row[]>;
}

/** Makes a line of the table. */
export function row(
  figure: string,
  value: number,
  unit: string,
  { limit = null, goal }: { readonly limit?: number | null; readonly goal?: Goal } = {},
): Row {
  const ratio = limit === null || limit === 0 ? null : value / limit;
  const met = goal === undefined ? null : goal.isMet({ value, ratio });
  return { figure, value, unit, limit, ratio, goal: goal?.text ?? '', met };
}

/** Lines without a number: a metric that nobody gives any more, or a time of something that never happened. */
export function unmeasured(rows: readonly Row[]): readonly string[] {
  return rows.filter(({ value }) => Number.isNaN(value)).map(({ figure }) => figure);
}

export const atLeast = (bound: number): Goal => ({ text: `≥ ${bound}`, isMet: ({ value }) => value >= bound });
export const atMost = (bound: number): Goal => ({ text: `≤ ${bound}`, isMet: ({ value }) => value <= bound });
export const below = (bound: number): Goal => ({ text: `< ${bound}`, isMet: ({ value }) => value < bound });
export const ratioAtLeast = (bound: number): Goal => ({
  text: `ratio ≥ ${bound}`,
  isMet: ({ ratio }) => ratio !== null && ratio >= bound,
});
export const ratioAtMost = (bound: number): Goal => ({
  text: `ratio ≤ ${bound}`,
  isMet: ({ ratio }) => ratio !== null && ratio <= bound,
});
export const both = (a: Goal, b: Goal): Goal => ({
  text: `${a.text}, ${b.text}`,
  isMet: (value) => a.isMet(value) && b.isMet(value),
});
