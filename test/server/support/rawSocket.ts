import { connect, type Socket } from 'node:net';

/** A raw WebSocket: it sends packets that no client library would, and stops reading when paused. */
export interface RawSocket {
  readonly tcp: Socket;
  /** The text received so far. */
  received(): string;
  /** Sends packets of Engine.IO, each in a frame of its own, all in one write. */
  write(...packets: readonly string[]): void;
  /** Resolves when it has received the text. */
  until(text: string): Promise<void>;
  /** Resolves when the other end has closed it. */
  readonly closed: Promise<void>;
}

export interface RawSocketOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  /** Packets that leave in one write with the handshake. */
  readonly atOnce?: readonly string[];
}

/** Opens one; resolves at any answer to the handshake. */
export async function rawSocket(port: number, options: RawSocketOptions = {}): Promise<RawSocket> {
  const { headers = {}, path = '/socket.io/?EIO=4&transport=websocket', atOnce = [] } = options;
  const fields = {
    Host: `127.0.0.1:${port}`,
    Origin: `http://127.0.0.1:${port}`,
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    ...headers,
  };
  const lines = [`GET ${path} HTTP/1.1`, ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`)];
  const tcp = connect(port, '127.0.0.1');
  let text = '';
  const received = () => text;
  const listeners = new Set<() => void>();
  tcp.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (const listen of listeners) listen();
  });
  // Some tests want a cut connection.
  tcp.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => tcp.once('close', () => resolve()));
  const until = (wanted: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!text.includes(wanted)) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
    });
  tcp.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), ...atOnce.map(textFrame)]));
  await Promise.race([until('\r\n\r\n'), closed]);
  return {
    tcp,
    received,
    write: (...packets) => void tcp.write(Buffer.concat(packets.map(textFrame))),
    until,
    closed,
  };
}

/** Opcodes of WebSocket frames (RFC 6455 §11.8). */
export const OPCODE = { text: 1, ping: 9, pong: 10 } as const;

const textFrame = (text: string) => frame(OPCODE.text, text);

/** A frame under a mask of zeros (RFC 6455 §5.2), up to 64 KB. */
export function frame(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text);
  const length = Buffer.alloc(payload.length < 126 ? 1 : 3);
  length[0] = 0x80 | Math.min(payload.length, 126);
  if (length.length === 3) length.writeUInt16BE(payload.length, 1);
  return Buffer.concat([Buffer.from([0x80 | opcode]), length, Buffer.alloc(4), payload]);
}
