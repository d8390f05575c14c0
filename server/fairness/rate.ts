import type { ClientCommandMap } from '#domain/registry.ts';

/** A bucket that holds `burst` tokens and refills at a constant rate. */
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}

const MINUTES_PER_DAY = 24 * 60;

/**
 * At most so many in any 24 hours of a server that runs on: buckets are in memory, and a restart fills them. Half of them may
 * come at once, the others come back over the day: a bucket that holds all of them, and refills, would let twice as many
 * through in its first day.
 *
 * @param times two at least: one alone would never come back
 */
export function perDay(times: number): Rate {
  const burst = Math.ceil(times / 2);
  return { perMinute: (times - burst) / MINUTES_PER_DAY, burst };
}

/** A limit that several kinds of commands share. */
export interface CommandRate {
  /** The same in every process. */
  readonly name: string;
  readonly commands: readonly (keyof ClientCommandMap)[];
  /** For each user. */
  readonly rate: Rate;
}
