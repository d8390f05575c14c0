import type { EventEmitter } from 'node:events';
import { IDLE_FRAMES_PER_MINUTE } from './limits.ts';

const MINUTE_MS = 60_000;

/** The part of a WebSocket (package ws) that emits frames which never become a packet. */
interface FrameSource extends EventEmitter {
  terminate(): void;
}

/** The part of an Engine.IO connection that emits its packets. */
interface PacketSource {
  on(event: 'packet', listener: (packet: { readonly type: string }) => void): unknown;
}

/**
 * Ends a connection that sends many frames without a message: pings and pongs of the WebSocket, and the engine's own
 * packets. The hub's limit counts messages only. Each frame costs little, but a connection can carry millions in a
 * second, and every ping is answered: for a client that does not read, the answers pile up.
 *
 * @param now milliseconds since some fixed moment
 */
export function limitIdleFrames(conn: PacketSource, raw: FrameSource, now = () => performance.now()): void {
  let count = 0;
  let countedFrom = now();
  const take = () => {
    if (now() - countedFrom >= MINUTE_MS) {
      count = 0;
      countedFrom = now();
    }
    count += 1;
    if (count > IDLE_FRAMES_PER_MINUTE) raw.terminate();
  };
  raw.on('ping', take);
  raw.on('pong', take);
  conn.on('packet', ({ type }) => {
    if (type !== 'message') take();
  });
}
