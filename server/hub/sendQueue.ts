import type { Connection, EndReason, HubEvent } from './connection.ts';
import { BACKLOG_MAX_BYTES, BACKLOG_MAX_PACKETS } from './limits.ts';

/** Counters since the start of the process. */
export interface HubCounts {
  packets: number;
  slow: number;
  refusedMessages: number;
  failedHandlers: number;
}

/** Sends packets, encoded once for all recipients, and ends connections that do not take them. */
export class SendQueue {
  readonly counts: HubCounts = { packets: 0, slow: 0, refusedMessages: 0, failedHandlers: 0 };
  /** Connections that were sent something since their backlog was last checked. */
  readonly #unchecked = new Set<Connection>();
  readonly #forget: (connection: Connection) => void;

  /** @param forget called once for every connection that ends here */
  constructor(forget: (connection: Connection) => void) {
    this.#forget = forget;
  }

  send(connections: readonly Connection[], event: HubEvent, payload: unknown): void {
    const open = connections.filter(({ isOpen }) => isOpen);
    if (open.length === 0) return;
    this.counts.packets += 1;
    for (const [broadcaster, members] of Map.groupBy(open, ({ transport }) => transport.broadcaster)) {
      broadcaster.send(
        members.map(({ id }) => id),
        event,
        payload,
      );
    }
    for (const connection of open) this.#unchecked.add(connection);
  }

  /** Ends connections whose backlog is too large; called once for all rows of a commit. */
  endSlow(): void {
    const sent = [...this.#unchecked];
    this.#unchecked.clear();
    for (const connection of sent) {
      if (!connection.isOpen) continue;
      const { bytes, packets } = connection.transport.backlog();
      if (bytes > BACKLOG_MAX_BYTES || packets > BACKLOG_MAX_PACKETS) this.endAsSlow(connection);
    }
  }

  endAsSlow(connection: Connection): void {
    if (!connection.isOpen) return;
    this.counts.slow += 1;
    this.end(connection, 'slow');
  }

  end(connection: Connection, reason: EndReason): void {
    if (!connection.isOpen) return;
    connection.isOpen = false;
    this.#forget(connection);
    connection.transport.end(reason);
  }
}
