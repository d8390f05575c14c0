import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { MongoInvalidArgumentError, MongoNetworkError } from 'mongodb';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { explain } from '#server/engines/mongo/errors.ts';

const ADDRESS = 'mongo.example:27017';

/** The error of a write to a server that has just ended the connection, as the driver hands it on. */
async function writtenTooLate(): Promise<unknown> {
  const server = createServer((socket) => socket.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.resume();
  await once(socket, 'end');
  const failed = once(socket, 'error');
  socket.write('x');
  const [error] = await failed;
  server.close();
  return error;
}

it('[P7] a connection that ended under a command is Unavailable, whichever part of the driver noticed it', async () => {
  for (const error of [await writtenTooLate(), new MongoNetworkError('connection 1 closed')]) {
    expect(explain(error, ADDRESS)).toBeInstanceOf(Unavailable);
    expect((explain(error, ADDRESS) as Error).message).toMatch(/^MongoDB at mongo\.example:27017 \(MONGO_URL\)/);
  }
});

it('a fault of this program stays one', () => {
  for (const error of [new TypeError('undefined is no function'), new MongoInvalidArgumentError('no such option')]) {
    expect(explain(error, ADDRESS)).toBe(error);
  }
});
