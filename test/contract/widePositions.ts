import { START } from '#projections/sync/position.ts';
import type { PositionCodec } from '#server/engines/position.ts';

/** Digits of each half: in KurrentDB's positions one names the commit, one the record. */
const HALF_DIGITS = 16;
/** Places of the file that an event takes: with gaps, and so that most positions have letters. */
const STRIDE = 0xbad_cafen;

/** 32 hexadecimal digits with gaps, as KurrentDB names positions. `START` is shorter, and before all of them. */
export const widePositions: PositionCodec = {
  format: (n) => (n === 0 ? START : (BigInt(n) * STRIDE).toString(16).padStart(HALF_DIGITS, '0').repeat(2)),
  parse(position) {
    if (position === START) return 0;
    const place = /^[0-9a-f]{32}$/.test(position) ? BigInt(`0x${position.slice(0, HALF_DIGITS)}`) : 1n;
    const n = Number(place / STRIDE);
    if (widePositions.format(n) !== position) throw new RangeError(`${position} is not a position in the log.`);
    return n;
  },
};
