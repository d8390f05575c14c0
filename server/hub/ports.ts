import type { AnySignal } from '#projections/kernel/signal.ts';
import type { CommandAnswer, Refused } from '#projections/sync/protocol.ts';
import type { Collections } from '#projections/sync/window.ts';
import type { Logger } from '../observability/logging.ts';
import type { SignalRelay } from '../ports/signalRelay.ts';
import type { KnownEras } from '../read/knownEras.ts';
import type { OpenReads } from '../read/openReads.ts';

/** The hub's only source of time. */
export interface HubClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after so many milliseconds; returns a function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Calls back when all input that has arrived by now is handled. */
  soon(callback: () => void): void;
}

/** The process's own clock. */
export const systemHubClock: HubClock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    // A timer must not keep a closing server alive.
    timer.unref();
    return () => clearTimeout(timer);
  },
  soon: (callback) => void setImmediate(callback),
};

export interface HubOptions {
  readonly store: OpenReads;
  readonly collections: Collections;
  /** The signals of all nouns, by name. */
  readonly signals: Readonly<Record<string, AnySignal>>;
  /** Brings signals to the hubs of other processes; left out: there are none. */
  readonly relay?: SignalRelay;
  /** Clients drop documents of other logs by them. */
  readonly eras: KnownEras;
  /** Position of the last event of the log; read before the hub answers that something does not exist. */
  readonly head: () => Promise<string>;
  /** Takes a command of a client (`server/write/clientCommands.ts`); never throws. */
  readonly dispatch: (
    body: unknown,
    from: { readonly userId: string | null; readonly campus: string; readonly address: string },
  ) => Promise<CommandAnswer | Refused>;
  readonly clock: HubClock;
  /**
   * Milliseconds between two polls of a change feed that another process writes. Left out: its writer is in this
   * process and calls `Hub.publish`.
   */
  readonly pollEveryMs?: number;
  /** Called when all rows up to a position are handed to their sockets. */
  readonly onPublished?: (position: string) => void;
  /** Messages of one connection in a minute; default: `MESSAGES_PER_MINUTE`. */
  readonly messagesPerMinute?: number;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}
