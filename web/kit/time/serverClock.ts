/**
 * The two clocks of a page. A device's clock may be wrong by a day: whatever is compared with an instant of the server's
 * (an age, a day, the end of an ad) is compared by `serverNow`. What only this device measures and keeps is by `deviceNow`.
 * The linter refuses the bare clock elsewhere in `web/`.
 */

/** Milliseconds by which the device may differ from the server and still counts as right: an answer says whole seconds, and takes its time. */
export const TOLERANCE_MS = 5_000;
/** Milliseconds that an answer may take and still say what time it is. */
const SLOW_MS = 10_000;
/** An answer's date has whole seconds: on average half of one has passed. */
const HALF_SECOND_MS = 500;

/** Milliseconds by which the server is ahead of this device. */
let ahead = 0;
const listeners = new Set<() => void>();

/** Milliseconds since 1970 by this device. */
export const deviceNow = (): number => Date.now();

/** Milliseconds since 1970 by the server, as far as this page knows. */
export const serverNow = (): number => Date.now() + ahead;

/** The server's time for an instant that this device has noted. @param device milliseconds since 1970 */
export const inServerTime = (device: number): number => device + ahead;

/** Calls back when the page has learned that the device's clock is wrong, or is right again. @returns ends that */
export function onServerClock(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/**
 * Learns the server's time.
 *
 * @param server milliseconds since 1970 by the server; `NaN`: nothing is learned
 * @param device milliseconds since 1970 by this device at the same moment
 */
export function learnServerTime(server: number, device: number): void {
  const difference = server - device;
  if (!Number.isFinite(difference) || Math.abs(difference - ahead) <= TOLERANCE_MS) return;
  ahead = Math.abs(difference) <= TOLERANCE_MS ? 0 : difference;
  for (const changed of listeners) changed();
}

/**
 * Learns from an answer that no cache has kept.
 *
 * @param date its header `Date` (RFC 9110, 6.6.1)
 * @param askedAt milliseconds since 1970 by this device when it was asked for
 */
export function learnFromAnswer(date: string | null, askedAt: number): void {
  const took = Date.now() - askedAt;
  // The device slept, its clock was set, or the network was slow.
  if (date === null || took < 0 || took > SLOW_MS) return;
  learnServerTime(Date.parse(date) + HALF_SECOND_MS, askedAt + took / 2);
}
