import type { Signalled } from '#projections/sync/protocol.ts';

/**
 * Brings signals to the hubs of other processes. It is quick and careless: one may be lost, none is kept for later, and a
 * store that is away holds nobody up.
 */
export interface SignalRelay {
  /** Sends to all other hubs; never throws. */
  send(signal: Signalled): void;
  /** Calls back for each signal of another hub, from now on. */
  follow(heard: (signal: Signalled) => void): void;
  close(): Promise<void>;
}
