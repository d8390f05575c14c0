/** The position before the first event: it sorts before that of every event, in every engine. */
export const START = '0000000000000000';

/** The later of two positions: their byte order is log order. */
export function laterPosition(a: string, b: string): string {
  if (a >= b) return a;
  return b;
}
