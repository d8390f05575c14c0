/**
 * Milliseconds to wait after so many tries in vain: doubling from `first` up to `max`, of which a random half is
 * taken off, so that clients which failed together do not come back together.
 *
 * @param random a number from 0 up to 1
 */
export function backOff(tries: number, first: number, max: number, random: number): number {
  const whole = Math.min(max, first * 2 ** Math.max(0, tries - 1));
  return Math.round(whole * (1 - random / 2));
}
