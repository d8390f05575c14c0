/** Digits of a position: fixed width makes byte order log order. All exact integers of JavaScript fit in. */
const POSITION_DIGITS = 16;
const POSITION_PATTERN = /^\d{16}$/;

/** The position of the n-th event of a log, from 1; 0 is `START`. */
export function formatPosition(n: number): string {
  const digits = String(n);
  // Flat, unlike what `padStart` makes: positions are in every event and document (see `labelSealed`).
  return ['0'.repeat(Math.max(0, POSITION_DIGITS - digits.length)), digits].join('');
}

/** The number behind a position. @throws RangeError it is none */
export function parsePosition(position: string): number {
  const n = POSITION_PATTERN.test(position) ? Number(position) : Number.NaN;
  if (!Number.isSafeInteger(n)) throw new RangeError(`${JSON.stringify(position)} is not a position in the log.`);
  return n;
}

/** The result of `parse` for a string; `null` where that is no position of its log. */
export function ifPosition<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Positions after one up to another: in these logs every position is an event. @throws RangeError one is none */
export function positionsBetween(from: string, to: string, { parse }: PositionCodec = countedPositions): number {
  return Math.max(0, parse(to) - parse(from));
}

/** How a log that counts its events from 1 writes their positions: byte order is the order of the numbers. */
export interface PositionCodec {
  /** The position of the n-th event; of 0: `START`. */
  readonly format: (n: number) => string;
  /** @throws RangeError it is no position of this log */
  readonly parse: (position: string) => number;
}

/** 16 decimal digits. */
export const countedPositions: PositionCodec = { format: formatPosition, parse: parsePosition };
