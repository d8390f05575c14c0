import type { EventEmitter } from 'node:events';
import { IDLE_FRAMES_PER_MINUTE } from './limits.ts';

const MINUTE_MS = 60_000;

/** The part of a WebSocket (package ws) that hears what never becomes a packet. */
interface HearingSocket extends EventEmitter {
  terminate(): void;
}

/** The part of an Engine.IO connection that hears its packets. */
interface HearingConnection {
  on(event: 'packet', listener: (packet: { readonly type: string }) => void): unknown;
}

/**
 * Ends a connection that sends many frames which say nothing: pings and pongs of the WebSocket, and packets of the
 * engine that are no messages. The hub counts messages and never hears of these. Each costs little, but a line carries
 * millions in a second, and every ping is answered: to a client that does not read, answers without end.
 *
 * @param now milliseconds since some fixed moment
 */
export function limitIdleFrames(conn: HearingConnection, raw: HearingSocket, now = () => performance.now()): void {
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
