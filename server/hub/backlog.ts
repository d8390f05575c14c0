import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Socket as EngineSocket } from 'engine.io';

/**
 * The backlog of one connection: packets that the engine keeps until its WebSocket takes more, and bytes of the
 * connection's stream. The engine emits events when it keeps a packet and when it has handed on all of them.
 */
export class Backlog {
  readonly #conn: EngineSocket;
  /** The connection's stream; the request that has it is let go. */
  readonly #stream: Writable;
  #kept = 0;
  #packets = 0;

  /** @param conn a connection on which nothing waits yet */
  constructor(conn: EngineSocket) {
    this.#conn = conn;
    this.#stream = conn.request.socket;
    conn.on('packetCreate', ({ data }: { readonly data?: unknown }) => {
      this.#packets += 1;
      if (typeof data === 'string') this.#kept += data.length;
    });
    conn.on('flush', () => {
      this.#packets = 0;
      this.#kept = 0;
    });
  }

  /** Bytes that wait in all (counted as characters in the engine), and packets that the engine keeps. */
  size(): { readonly bytes: number; readonly packets: number } {
    return { bytes: this.#kept + this.#stream.writableLength, packets: this.#packets };
  }

  /** Resolves when at most so many bytes wait, or the connection has ended. */
  async taken(bytes: number): Promise<void> {
    const conn = this.#conn;
    while (conn.readyState === 'open' && this.size().bytes > bytes) {
      const waiting = new AbortController();
      const { signal } = waiting;
      await Promise.race([once(conn.transport, 'drain', { signal }), once(conn, 'close', { signal })]).catch(
        () => null,
      );
      waiting.abort();
    }
  }

  /** Resolves when the engine has handed on all kept packets, or the connection has ended. */
  async handedOn(): Promise<void> {
    if (this.#packets > 0) await Promise.race([once(this.#conn, 'drain'), once(this.#conn, 'close')]);
  }
}
