import { type Random, seededRandom } from '#scripts/demo/random.ts';

/** A number of milliseconds between two others. */
export function between(random: Random, min: number, max: number): number {
  return Math.round(min + random() * (max - min));
}

/** A generator of its own for one person or act, so that other draws do not change it. */
export function forkRandom(random: Random): Random {
  return seededRandom(Math.floor(random() * 2 ** 32));
}
