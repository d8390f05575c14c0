/**
 * Milliseconds to wait after a number of failed tries: doubles from `first` up to `max`, less a random share of up to
 * half, so that clients that failed together do not come back together.
 *
 * @param random a number from 0 up to 1
 */
export function backOff(tries: number, first: number, max: number, random: number): number {
  const whole = Math.min(max, first * 2 ** Math.max(0, tries - 1));
  return Math.round(whole * (1 - random / 2));
}
