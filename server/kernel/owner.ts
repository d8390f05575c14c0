import type { Rejection } from '#domain/kernel/rejection.ts';

/** Who changes what opens an account. */
export interface Owner {
  readonly userId: string;
  readonly sessionId: string;
  readonly campus: string;
  /** Network address. */
  readonly address: string;
}

/**
 * A fresh proof that the owner is at the browser: the password that stands. An account without one needs none, because its
 * owner could set one without (Q71). Tries count with those of log-ins (AUTH-08).
 *
 * @returns why it is none, or `null`
 * @throws QueueFull try again later
 */
export type ProveOwner = (current: string, by: Omit<Owner, 'sessionId'>) => Promise<Rejection | null>;
