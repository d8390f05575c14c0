import { IGNORED_MESSAGES_MAX } from './limits.ts';

/** Messages that a connection may send: it refills at a constant rate. */
export interface Allowance {
  /** In a minute: also the most that may come at once. */
  readonly perMinute: number;
  /** That may still come, as of `at` (milliseconds). */
  left: number;
  at: number;
  /** Messages beyond it, less those that were handled since: one that is handled forgives one. */
  ignored: number;
}

const MINUTE_MS = 60_000;

/** A whole allowance. @param now milliseconds */
export function openAllowance(perMinute: number, now: number): Allowance {
  return { perMinute, left: perMinute, at: now, ignored: 0 };
}

/**
 * Counts a message against an allowance.
 *
 * @returns seconds to wait, 0: handle the message; `'flood'`: the client ignores its limit, end the connection
 */
export function takeAllowance(allowance: Allowance, now: number): number | 'flood' {
  const perMillisecond = allowance.perMinute / MINUTE_MS;
  const gained = Math.max(0, now - allowance.at) * perMillisecond;
  allowance.left = Math.min(allowance.perMinute, allowance.left + gained);
  allowance.at = now;
  if (allowance.left >= 1) {
    allowance.left -= 1;
    allowance.ignored = Math.max(0, allowance.ignored - 1);
    return 0;
  }
  allowance.ignored += 1;
  if (allowance.ignored > IGNORED_MESSAGES_MAX) return 'flood';
  return Math.ceil((1 - allowance.left) / perMillisecond / 1_000);
}
