import type { Freshness, LogEra, Mark } from './protocol.ts';

/**
 * Eras of the log. A position alone proves nothing: after a restore from a backup the log gives positions a second
 * time. So every opening of the log by a writer begins an era with an id of its own, kept in the log itself, and a
 * position is told together with its era. A backup does not know the eras that began after it was made, and ends the
 * one in which it was made early: what was told of events that are lost is recognised by that.
 */

/** Eras that a reader is told: one who has slept through more restarts reads everything anew. */
export const ERAS_SENT = 30;

/** The era that is now. @throws Error the log was opened to be read only, so it has none */
export function presentEra(eras: readonly LogEra[]): string {
  const present = eras.at(-1);
  if (present === undefined) throw new Error('The log has begun no era: it was opened to be read only.');
  return present.id;
}

/**
 * Whether what was told at a position is in this log.
 *
 * @param eras of the log, oldest first; the last one is the present one
 */
export function isProven(eras: readonly LogEra[], { era, position }: Mark): boolean {
  const place = eras.findLastIndex(({ id }) => id === era);
  if (place < 0) return false;
  const next = eras[place + 1];
  return next === undefined || position <= next.from;
}

/** Before every event. */
const START = '0000000000000000';

/** The position that an answer must not be older than; one that is lost with the end of the log is not waited for. */
export function believed(eras: readonly LogEra[], { notBefore, era }: Freshness): string {
  return era === undefined || isProven(eras, { era, position: notBefore }) ? notBefore : START;
}
