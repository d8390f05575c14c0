/** The limits of the machine: HTTP and Socket.IO servers that do nothing but answer and broadcast, and bare bcrypt. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import bcrypt from 'bcrypt';
import { type DefaultEventsMap, Server } from 'socket.io';
import type * as z from 'zod/mini';
import type { CommandAnswer, erasSchema, HUB_EVENTS, Rows, TopicAnswer } from '#projections/sync/protocol.ts';
import { BCRYPT_COST, BCRYPT_PARALLEL } from '#server/identity/limits.ts';
import { serveParent } from '../child.ts';
import { forAWhile } from '../statistics.ts';

const POSITION = '0000000000000001';
const ERA = 'bare';
/** Without the first packet of a hub no client asks for anything. */
const ERAS: z.infer<typeof erasSchema> = { eras: [{ id: ERA, from: POSITION }] };
/** Fits a command, and a question for a topic. */
const REPLY: CommandAnswer & TopicAnswer = {
  ok: true,
  position: POSITION,
  cursor: { generation: 'bare', era: ERA, position: POSITION },
  fresh: true,
  documents: [],
  floor: '',
};
const ANSWER = JSON.stringify({ ok: true, position: POSITION });

/** The packets of a bare server, under the names that a hub gives them. */
type HubPackets = { readonly [Event in (typeof HUB_EVENTS)[number]]: (packet: unknown) => void };

const http = createServer((request, response) => {
  request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(ANSWER));
});
const io = new Server<DefaultEventsMap, HubPackets>(http, {
  transports: ['websocket'],
  allowUpgrades: false,
  perMessageDeflate: false,
});
io.on('connection', (socket) => {
  socket.emit('eras', ERAS);
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
  async broadcast({ times, packet }: { readonly times: number; readonly packet: Rows }) {
    for (let n = 0; n < times; n += 1) {
      io.emit('rows', packet);
      await new Promise(setImmediate);
    }
  },
  /** Hashes passwords for a while, as many at a time as the product does; answers how many a second. */
  async hash({ milliseconds }: { readonly milliseconds: number }) {
    const { perSecond } = await forAWhile(milliseconds, BCRYPT_PARALLEL, () => bcrypt.hash('a password', BCRYPT_COST));
    return perSecond;
  },
};
export type BareJobs = typeof jobs;

serveParent(jobs);
