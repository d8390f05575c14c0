import { quantile } from '../bench/statistics.ts';

/** Units of work that cost processor time, by name, and where they are done. */
export const units = {
  command: 'API: a command over the socket, from the message to its answer',
  page: 'API: a page with its first view',
  signIn: 'API: the hash of a password',
  picture: 'API: a photo of 2,560 × 1,920 pixels, decoded and rendered in all sizes',
  opening: 'hub: a socket is opened and asks for a feed',
  held: 'hub: a socket is held for a second',
  row: 'hub: a row of the change feed is read, opened and prepared',
  delivery: 'hub: a packet is written to one socket',
  folded: 'projector: an event is read, folded and handed to the read store',
  read: 'projector, worker: an event is read that is not folded',
  append: 'event store: an append is written',
  logRead: 'event store: an event is handed to one reader',
  committed: 'read store: the documents and rows of an event are loaded and written',
  feedPoll: 'read store: the end of the change feed is asked for, or a page of it',
  document: 'read store: a document or row is read',
  vaultCall: 'vault: a call',
} as const;

/** A unit of work. */
export type Unit = keyof typeof units;

/** Processor time of a unit of work. */
export interface Cost {
  /** Milliseconds on average. */
  readonly ms: number;
  /** How single ones differ: quantiles as factors on the average, evenly spaced. One number: all are alike. */
  readonly spread: readonly number[];
}

export type Costs = Readonly<Record<Unit, Cost>>;

/** Quantiles that are kept of a spread. */
const QUANTILES = 200;

/** A cost that is always the same. */
export const always = (ms: number): Cost => ({ ms, spread: [1] });

/** A cost with the average of one measurement, and the spread of another. @param samples in any unit */
export function spreadAs(ms: number, samples: readonly number[]): Cost {
  const average = samples.reduce((sum, each) => sum + each, 0) / samples.length;
  const spread = Array.from({ length: QUANTILES }, (_, n) => quantile(samples, (n + 0.5) / QUANTILES) / average);
  return { ms, spread };
}

/** Milliseconds of so many units of work at once. @param random from 0 to 1 */
export function drawMs({ ms, spread }: Cost, random: number, count = 1): number {
  return count * ms * (spread[Math.floor(random * spread.length)] ?? 1);
}
