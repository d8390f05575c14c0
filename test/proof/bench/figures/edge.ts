import { startChild } from '../child.ts';
import type { LoadResult } from '../clients/senders.ts';
import { atLeast, below, type Figure, row } from '../figure.ts';
import type { BareJobs } from '../processes/bare.ts';
import { openStage, sample } from '../stage.ts';

/** Commands through the edges: HTTP and socket, 64 clients in a process of their own, beside servers that only answer. */
export const edge: Figure = {
  name: 'edge',
  from: 'quick',
  async measure(benchData) {
    const milliseconds = benchData.pick({ quick: 2_000, default: 5_000, full: 20_000 });
    const { users, community, load, port } = await openStage(benchData);
    // Each way has its own posts: a save repeated over the other way would change nothing.
    const half = community.posts.length / 2;
    const [posts, others] = [community.posts.slice(0, half), community.posts.slice(half)];
    const bare = startChild<BareJobs>('bare');
    benchData.after(() => bare.end('SIGKILL'));
    const { port: barePort } = await bare.ask('start');

    const rawHttp = await load.ask('sendByHttp', { port: barePort, users, posts, milliseconds });
    const http = await withCost(port, () => load.ask('sendByHttp', { port, users, posts, milliseconds }));
    const rawSocket = await load.ask('sendBySocket', { port: barePort, users, posts, milliseconds });
    const socket = await withCost(port, () => load.ask('sendBySocket', { port, users, posts: others, milliseconds }));
    const goal = atLeast(3_000);
    return [
      row('commands over HTTP, 64 clients', http.perSecond, 'commands/s', { limit: rawHttp.perSecond, goal }),
      row('commands over HTTP, p99', http.p99, 'ms', { limit: rawHttp.p99, goal: below(100) }),
      row('commands over HTTP, processor time of the server', http.cost, 'µs/command'),
      row('commands over the socket, 64 clients', socket.perSecond, 'commands/s', { limit: rawSocket.perSecond, goal }),
      row('commands over the socket, p99', socket.p99, 'ms', { limit: rawSocket.p99, goal: below(100) }),
      row('commands over the socket, processor time of the server', socket.cost, 'µs/command'),
    ];
  },
};

const US_PER_SECOND = 1_000_000;

/** A load with the processor time that the server takes for each command: it says more where others share the machine. */
async function withCost(port: number, run: () => Promise<LoadResult>): Promise<LoadResult & { readonly cost: number }> {
  const spent = () => Promise.all([sample(port, 'quad_cpu_seconds'), accepted(port)]);
  const [secondsBefore, commandsBefore] = await spent();
  const result = await run();
  const [seconds, commands] = await spent();
  return { ...result, cost: ((seconds - secondsBefore) * US_PER_SECOND) / (commands - commandsBefore) };
}

async function accepted(port: number): Promise<number> {
  const of = (channel: string) => sample(port, `quad_commands_total{channel="${channel}",outcome="accepted"}`);
  const [http, socket] = await Promise.all([of('http'), of('socket')]);
  return (http || 0) + (socket || 0);
}
