import { START } from '#projections/engine/eventLog.ts';

/** Place of a record in the transaction log of the server. */
export interface LogPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** Hexadecimal digits of each half: 64 bits. */
const HALF_DIGITS = 16;
const PATTERN = /^[0-9a-f]{32}$/;

/** Commit and prepare position, 16 hexadecimal digits each: byte order is the server's order. */
export function formatPosition({ commit, prepare }: LogPosition): string {
  return half(commit) + half(prepare);
}

/** @returns `null` for `START` @throws RangeError it is no position of this engine */
export function parsePosition(position: string): LogPosition | null {
  if (position === START) return null;
  if (!PATTERN.test(position)) {
    throw new RangeError(`${JSON.stringify(position)} is not a position in the log of KurrentDB.`);
  }
  const commit = BigInt(`0x${position.slice(0, HALF_DIGITS)}`);
  const prepare = BigInt(`0x${position.slice(HALF_DIGITS)}`);
  // The server answers such a one by "Exception was thrown by handler", which may mean anything.
  if (commit < prepare) throw new RangeError(`At ${JSON.stringify(position)} no record of KurrentDB can be.`);
  return { commit, prepare };
}

function half(value: bigint): string {
  return value.toString(16).padStart(HALF_DIGITS, '0');
}
