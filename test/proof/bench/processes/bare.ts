/** The limit of the machine's network: HTTP and Socket.IO servers that do nothing but answer and broadcast. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { serveParent } from '../child.ts';

/** Fits a command, and a question for a topic. */
const POSITION = '0000000000000001';
const REPLY = {
  ok: true,
  position: POSITION,
  cursor: { generation: 'bare', position: POSITION },
  fresh: true,
  documents: [],
  floor: '',
};
const ANSWER = JSON.stringify({ ok: true, position: POSITION });

const http = createServer((request, response) => {
  request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(ANSWER));
});
const io = new Server(http, { transports: ['websocket'], allowUpgrades: false, perMessageDeflate: false });
io.on('connection', (socket) => {
  socket.onAny((_event: string, ...rest: unknown[]) => {
    const acknowledge = rest.at(-1);
    if (typeof acknowledge === 'function') acknowledge(REPLY);
  });
});

const jobs = {
  async start() {
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    return { port: (http.address() as AddressInfo).port };
  },
  /** Sends the same packet to all sockets that many times. */
  async broadcast({ times, packet }: { readonly times: number; readonly packet: unknown }) {
    for (let n = 0; n < times; n += 1) {
      io.emit('rows', packet);
      await new Promise(setImmediate);
    }
  },
};
export type BareJobs = typeof jobs;

serveParent(jobs);
