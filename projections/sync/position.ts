/**
 * A position in the log, from any engine: opaque, and of one width within a log: 16 decimal digits that count
 * events, or 32 hexadecimal ones that name a place in files. Only byte order is known: it is log order.
 */
export const POSITION_PATTERN = /^[0-9a-f]{16,32}$/;

/** The position before the first event: it sorts before that of every event, in every engine. */
export const START = '0000000000000000';

/** The later of two positions: their byte order is log order. */
export function laterPosition(a: string, b: string): string {
  if (a >= b) return a;
  return b;
}

/** The earlier of two positions. */
export function earlierPosition(a: string, b: string): string {
  if (a <= b) return a;
  return b;
}
