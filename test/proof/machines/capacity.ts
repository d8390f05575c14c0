import type { Played } from './play.ts';

/** Milliseconds from the press to the other screen in which 99 of 100 have to come. */
export const GOAL_MS = 300;
/** How exact the found load is: the next that was tried is at most so much more. */
const EXACT = 1.05;
/** Students at which the search begins. */
const FIRST_TRY = 250_000;
/** No network of campuses has more students. */
const MOST = 64_000_000;

/** Why a load is too much; `null`: the goal is met. */
export function shortfall({ screens, isThrough, open, refused, errors }: Played): string | null {
  if (errors.length > 0) return `an error: ${errors[0] instanceof Error ? errors[0].message : errors[0]}`;
  if (refused > 0) return `${refused} commands were refused`;
  if (open > 0) return `${open} commands were not answered`;
  if (!isThrough) return 'rows were not sent by the end';
  const p99 = screens.quantile(0.99);
  return p99 <= GOAL_MS ? null : `99 of 100 came within ${p99} ms`;
}

/** The most students that a layout takes, and the first load found to be too much. */
export interface Capacity {
  readonly most: Played;
  readonly tooMuch: Played;
}

/**
 * Finds the load at which the way from the press to the other screen leaves its goal: doubles it until it does, then
 * halves the distance.
 *
 * @param attempt plays so many students
 * @throws Error the first try is too much, or nothing is
 */
export async function findCapacity(attempt: (students: number) => Promise<Played>): Promise<Capacity> {
  let most: Played | null = null;
  let tooMuch: Played | null = null;
  for (let students = FIRST_TRY; tooMuch === null && students <= MOST; students *= 2) {
    const played = await attempt(students);
    if (shortfall(played) === null) most = played;
    else tooMuch = played;
  }
  if (most === null || tooMuch === null) throw new Error('Nothing between the first try and the last is the most.');
  while (tooMuch.load.students > EXACT * most.load.students) {
    const between = Math.round(Math.sqrt(most.load.students * tooMuch.load.students));
    const played = await attempt(between);
    if (shortfall(played) === null) most = played;
    else tooMuch = played;
  }
  return { most, tooMuch };
}
