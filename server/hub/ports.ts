import type { CommandAnswer, LogEra, Refused } from '#projections/sync/protocol.ts';
import type { Collections } from '#projections/sync/window.ts';
import type { Logger } from '../observability/logging.ts';
import type { OpenReads } from '../read/openReads.ts';

/** Time, as the hub needs it. */
export interface HubClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after that many milliseconds; the answer undoes it. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Calls back when everything was heard that has arrived by now. */
  soon(callback: () => void): void;
}

/** The process's own time. */
export const systemHubClock: HubClock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    // A timer alone does not keep a server alive that is closing.
    timer.unref();
    return () => clearTimeout(timer);
  },
  soon: (callback) => void setImmediate(callback),
};

/** What the hub is made from. */
export interface HubOptions {
  readonly store: OpenReads;
  readonly collections: Collections;
  /** Eras of the log, oldest first: what clients hold of other logs is not gone on from. */
  readonly eras: readonly LogEra[];
  /** Position of the last event of the log, asked before anybody is told that something is not there. */
  readonly head: () => Promise<string>;
  /** Takes a command of a client (`server/write/clientCommands.ts`); never throws. */
  readonly dispatch: (
    body: unknown,
    from: { readonly userId: string | null; readonly campus: string; readonly address: string },
  ) => Promise<CommandAnswer | Refused>;
  readonly clock: HubClock;
  /**
   * Milliseconds between two looks at the change feed, where another process writes it. Left out: whoever writes it is
   * in this process and says so (`Hub.publish`).
   */
  readonly pollEveryMs?: number;
  /** Messages of one connection in a minute, where it is not the usual number. */
  readonly messagesPerMinute?: number;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}
