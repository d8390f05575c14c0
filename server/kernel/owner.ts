import type { Rejection } from '#domain/kernel/rejection.ts';

/** Who changes what opens an account. */
export interface Owner {
  readonly userId: string;
  readonly sessionId: string;
  readonly campus: string;
  /** Network address. */
  readonly address: string;
  /** Token of a fresh sign-in; `null`: the browser has none. */
  readonly fresh: string | null;
}

/**
 * A fresh proof that the owner is at the browser: the password that stands; for an account without one a sign-in of a few
 * minutes ago. A stolen session alone adds no other way in. Tries count with those of log-ins (AUTH-08).
 *
 * @returns why it is none, or `null`
 * @throws QueueFull try again later
 */
export type ProveOwner = (current: string, by: Owner) => Promise<Rejection | null>;
