import { connect } from 'node:net';
import type { Reply, WireInput } from '../input.ts';
import { ANSWER_MS, type Sender } from './http.ts';

/** Milliseconds that a connection stays open after its last bytes, enough for immediate reactions. */
const LINGER_MS = 60;
/** Milliseconds in which the server has to end a flooding connection, also on a busy machine. */
const FLOOD_ENDS_MS = ANSWER_MS;
/** Milliseconds for which the sender of a flood does not read. */
const FLOOD_UNREAD_MS = 500;
/** The engine's first packet, and the answer to the handshake, which may come before it. */
const ENGINE_OPEN = '0{"sid"';
const SWITCHING = 'HTTP/1.1 101';
/** Bytes of an answer that are kept; of a pipeline's, all. */
const KEPT_BYTES = 100_000;

/** Sends raw bytes on a connection of their own; any answer, or none, is valid. */
export function sendBytes(port: number, input: WireInput, sender: Sender): Promise<Reply> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const received: Buffer[] = [];
    let size = 0;
    let failed: string | null = null;
    let onAnswer: () => void = () => undefined;
    const pieces = input.pieces.map((piece) => Buffer.from(piece, 'base64'));
    let isAnswered = false;
    let isOpen = false;
    const sendRest = (rest: readonly Buffer[]) => {
      for (const piece of rest) socket.write(piece);
      if (input.flood !== undefined && isOpen) return sendFlood(input.flood);
      // The server ends a pipeline.
      if (input.asks !== undefined) return;
      setTimeout(() => socket.destroy(), LINGER_MS);
    };
    const sendFlood = ({ frame, times }: NonNullable<WireInput['flood']>) => {
      // After the opening packet; later bytes are not read.
      setTimeout(() => {
        socket.pause();
        socket.write(Buffer.concat(Array<Buffer>(times).fill(Buffer.from(frame, 'base64'))));
      }, LINGER_MS);
      // The end is heard by one who reads.
      setTimeout(() => socket.resume(), FLOOD_UNREAD_MS);
      setTimeout(() => {
        if (socket.closed) return;
        failed = `it went on listening to ${times} frames of a flood`;
        socket.destroy();
      }, FLOOD_ENDS_MS);
    };
    socket.on('connect', () => {
      if (!input.upgrade) return sendRest(pieces);
      const early = input.early ?? 0;
      socket.write(
        Buffer.concat([
          Buffer.from(handshake(port, { ...sender, ...(input.cookie !== undefined && { cookie: input.cookie }) })),
          ...pieces.slice(0, early),
        ]),
      );
      // The engine does not read bytes before it is ready: the rest waits for its opening packet.
      onAnswer = () => sendRest(pieces.slice(early));
    });
    socket.setTimeout(ANSWER_MS, () => {
      if (input.asks !== undefined) failed = `a pipeline had no end within ${ANSWER_MS / 1_000} s`;
      socket.destroy();
    });
    socket.on('data', (chunk: Buffer) => {
      if (!isAnswered && (chunk.includes(ENGINE_OPEN) || !chunk.includes(SWITCHING))) {
        isAnswered = true;
        isOpen = chunk.includes(ENGINE_OPEN);
        onAnswer();
      }
      size += chunk.length;
      if (size <= KEPT_BYTES || input.asks !== undefined) received.push(chunk);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') failed = 'the server does not listen';
    });
    socket.on('close', () =>
      resolve(failed === null ? { type: 'bytes', bytes: Buffer.concat(received) } : { type: 'missing', why: failed }),
    );
  });
}

/** A handshake as a browser makes it (RFC 6455 §4.1), with the origin that the server wants. */
function handshake(port: number, { cookie, address }: Sender): string {
  const host = `ou.localhost:${port}`;
  const lines = [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: ${host}`,
    `Origin: http://${host}`,
    `X-Forwarded-For: ${address}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ...(cookie === '' ? [] : [`Cookie: ${cookie}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
