import type { LogEra, Mark } from './protocol.ts';

/**
 * Eras of the log. A position alone proves nothing: after a restore from a backup the log assigns positions a second
 * time. So every opening of the log by a writer begins an era with an id of its own, stored in the log, and a position
 * is sent together with its era. A backup does not have the eras that began after it was made, and ends its last era
 * early: so a client's positions of lost events are recognised.
 */

/** Eras sent to a reader: one that missed more restarts reads everything again. */
export const ERAS_SENT = 30;

/** The era that is now. @throws Error the log has none: it was never opened for writing */
export function presentEra(eras: readonly LogEra[]): string {
  const present = eras.at(-1);
  if (present === undefined) throw new Error('The log has begun no era: it was never opened for writing.');
  return present.id;
}

/**
 * Whether eras that came on an open connection go on from those that came before on it. What is behind the connection
 * lives in one log from its start to its end, since a restore begins with all processes stopped. So what was received in
 * the meantime is of this log, though it may lie behind the beginning of an era that was not known yet.
 */
export function isContinued(before: readonly LogEra[], eras: readonly LogEra[]): boolean {
  const present = before.at(-1)?.id;
  return eras.some(({ id }) => id === present);
}

/**
 * Whether a position received earlier is in this log.
 *
 * @param eras of the log, oldest first; the last one is the present one
 */
export function isProven(eras: readonly LogEra[], { era, position }: Mark): boolean {
  const place = eras.findLastIndex(({ id }) => id === era);
  if (place < 0) return false;
  const next = eras[place + 1];
  return next === undefined || position <= next.from;
}
