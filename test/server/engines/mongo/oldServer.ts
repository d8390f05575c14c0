import { createServer, type Server, type Socket } from 'node:net';
import { BSON } from 'mongodb';

const HEADER_BYTES = 16;
/** Codes of messages of the wire protocol. */
const OP_REPLY = 1;
const OP_MSG = 2013;

/**
 * A server that answers every command as a MongoDB of a certain release would answer `hello`, or with an empty list.
 *
 * @param ignored command that it never answers
 * @returns its port
 */
export async function oldServer(
  maxWireVersion: number,
  ignored = 'none',
): Promise<{ readonly port: number; close(): void }> {
  const server: Server = createServer((socket) => {
    let received: Buffer = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= HEADER_BYTES && received.length >= received.readInt32LE(0)) {
        const command = received.subarray(0, received.readInt32LE(0));
        if (!command.includes(`\u0002${ignored}\0`)) answer(socket, command, maxWireVersion);
        received = received.subarray(received.readInt32LE(0));
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, close: () => void server.close() };
}

function answer(socket: Socket, command: Buffer, maxWireVersion: number): void {
  const body = Buffer.from(
    BSON.serialize({
      ...{ ok: 1, ismaster: true, isWritablePrimary: true, minWireVersion: 0, maxWireVersion },
      cursor: { id: BSON.Long.ZERO, ns: 'quad.none', firstBatch: [] },
    }),
  );
  const isMsg = command.readInt32LE(12) === OP_MSG;
  // OP_MSG: flags and the kind of its one section. OP_REPLY: flags, cursor, starting number, one document.
  const head = isMsg ? Buffer.alloc(5) : Buffer.alloc(20);
  if (!isMsg) head.writeInt32LE(1, 16);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32LE(HEADER_BYTES + head.length + body.length, 0);
  header.writeInt32LE(command.readInt32LE(4), 8);
  header.writeInt32LE(isMsg ? OP_MSG : OP_REPLY, 12);
  socket.write(Buffer.concat([header, head, body]));
}
