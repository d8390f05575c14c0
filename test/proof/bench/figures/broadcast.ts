import type { Rows } from '#projections/sync/protocol.ts';
import { startChild } from '../child.ts';
import { now } from '../clients/senders.ts';
import { atMost, type Figure, ratioAtLeast, row } from '../figure.ts';
import type { BareJobs } from '../processes/bare.ts';
import type { LoadJobs } from '../processes/load.ts';
import { FEED, openStage } from '../stage.ts';

const MS_PER_SECOND = 1_000;
/** Saves a second: more than can be published, so that publishing is the bottleneck. */
const AT_ONCE = 5_000;

/** A packet of the size of a save's row. */
const PACKET: Rows = {
  position: '0000000000010000',
  documents: [
    {
      collection: 'postCounters',
      key: '5b8f3a0e-0d7a-4f0e-9a4e-6f2d3c1b0a99',
      position: '0000000000010000',
      doc: {
        id: '5b8f3a0e-0d7a-4f0e-9a4e-6f2d3c1b0a99',
        root: '5b8f3a0e-0d7a-4f0e-9a4e-6f2d3c1b0a99',
        saves: 5,
        comments: 3,
      },
    },
  ],
  created: [],
  refs: [],
};

/** Saves published to the sockets that follow the feed, from the command on, beside as many bare broadcasts. */
export const broadcast: Figure = {
  name: 'broadcast',
  from: 'quick',
  async measure(benchData) {
    const readers = benchData.pick({ quick: 100, default: 1_000, full: 1_000 });
    const times = benchData.pick({ quick: 300, default: 100, full: 500 });
    const { users, load, port } = await openStage(benchData);
    await load.ask('openReaders', { port, topic: FEED, count: readers });
    const posts = await load.ask('readersHold', 'posts');
    const senders = startChild<LoadJobs>('load');
    benchData.after(() => senders.end('SIGKILL'));
    // Once it answers it has loaded its modules, whose time is not the product's.
    await senders.ask('countPackets');
    await load.ask('countPackets');
    const from = now();
    // All at once: this measures publishing, not the wait of one save for the previous one.
    const sent = senders.ask('sendSteadily', {
      port,
      users,
      posts,
      milliseconds: (times * MS_PER_SECOND) / AT_ONCE,
      perSecond: AT_ONCE,
    });
    // A repeated save is not published.
    const { length: saves } = await sent;
    const received = await load.ask('packetsArrived', { each: saves });
    await load.ask('closeReaders');

    const bare = startChild<BareJobs>('bare');
    benchData.after(() => bare.end('SIGKILL'));
    const { port: barePort } = await bare.ask('start');
    await load.ask('openReaders', { port: barePort, topic: FEED, count: readers });
    await load.ask('countPackets');
    const rawFrom = now();
    await bare.ask('broadcast', { times, packet: PACKET });
    const raw = await load.ask('packetsArrived', { each: times });
    const rate = (packets: number, since: number, at: number) => (packets * readers * MS_PER_SECOND) / (at - since);
    const name = `saves sent to ${readers.toLocaleString('en-US')} sockets`;
    return [
      row(name, rate(saves, from, received.at), 'packets/s', {
        limit: rate(times, rawFrom, raw.at),
        goal: ratioAtLeast(0.8),
      }),
      row(`${name}, missing`, received.missing, 'packets', { goal: atMost(0) }),
    ];
  },
};
