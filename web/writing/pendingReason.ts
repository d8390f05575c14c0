import type { Connection } from '../sync/transport/hubLink.ts';

/** Reasons why something written is not acknowledged yet, in the order in which they are shown. */
export type PendingReason = 'not kept' | 'new version' | 'connection' | 'answer';

/** The reasons in words. */
export const PENDING_TEXTS: Readonly<Record<PendingReason, string>> = {
  'not kept': 'Not saved on this device: keep this page open until it is sent',
  'new version': 'A new version is ready: reload the page to send',
  connection: 'Waiting for connection',
  answer: 'Sending…',
};

/**
 * The reason why something written is not sent yet. A page of an older release is refused at its first connection already, and then never
 * connects: it has to be reloaded.
 */
export function pendingReason(now: {
  readonly connection: Connection;
  readonly isOutdated: boolean;
  /** Whether this device keeps it over a reload. */
  readonly isKept: boolean;
}): PendingReason {
  if (!now.isKept) return 'not kept';
  if (now.isOutdated && now.connection !== 'online') return 'new version';
  return now.connection === 'offline' || now.connection === 'reconnecting' ? 'connection' : 'answer';
}
