import { startChild } from '../child.ts';
import { atLeast, below, type Figure, row } from '../figure.ts';
import type { BareJobs } from '../processes/bare.ts';
import { openStage } from '../stage.ts';

/** Commands through the edges: HTTP and socket, 64 clients in a process of their own, beside servers that only answer. */
export const edge: Figure = {
  name: 'edge',
  from: 'quick',
  async measure(workshop) {
    const milliseconds = workshop.pick({ quick: 2_000, default: 5_000, full: 20_000 });
    const { users, community, load, port } = await openStage(workshop);
    const { posts } = community;
    const bare = startChild<BareJobs>('bare');
    workshop.after(() => bare.end('SIGKILL'));
    const { port: barePort } = await bare.ask('start');

    const rawHttp = await load.ask('sendByHttp', { port: barePort, users, posts, milliseconds });
    const http = await load.ask('sendByHttp', { port, users, posts, milliseconds });
    const rawSocket = await load.ask('sendBySocket', { port: barePort, users, posts, milliseconds });
    const socket = await load.ask('sendBySocket', { port, users, posts, milliseconds });
    const goal = atLeast(3_000);
    return [
      row('commands over HTTP, 64 clients', http.perSecond, 'commands/s', { limit: rawHttp.perSecond, goal }),
      row('commands over HTTP, p99', http.p99, 'ms', { limit: rawHttp.p99, goal: below(100) }),
      row('commands over the socket, 64 clients', socket.perSecond, 'commands/s', { limit: rawSocket.perSecond, goal }),
      row('commands over the socket, p99', socket.p99, 'ms', { limit: rawSocket.p99, goal: below(100) }),
    ];
  },
};
