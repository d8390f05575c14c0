import { setTimeout as pause } from 'node:timers/promises';
import { SEARCH_REST_MS } from '#server/engines/sqlite/search/searchIndex.ts';
import { atMost, type Figure, row } from '../figure.ts';
import { FEED, openStage } from '../stage.ts';

const MIB = 2 ** 20;
const KIB = 2 ** 10;
/** Milliseconds in which the memory of the start is given back. */
const SETTLE_MS = 2_000;

/** Memory of the server: at rest, and for each socket that holds a feed. */
export const memory: Figure = {
  name: 'memory',
  from: 'quick',
  async measure(benchData) {
    const count = benchData.pick({ quick: 500, default: 2_000, full: 5_000 });
    const stage = await openStage(benchData);
    // The first start of a clone compiles every module and keeps memory for that; later ones do not.
    await stage.restart();
    const { server, load, port } = stage;
    // Every start looks whether the search index is current, and its thread rests only a while later.
    await pause(SEARCH_REST_MS + SETTLE_MS);
    const idle = await server.ask('memory');
    const openMore = async () => {
      await load.ask('openReaders', { port, topic: FEED, count });
      await pause(SETTLE_MS);
      return server.ask('memory');
    };
    const perSocket = (before: number, after: number) => (after - before) / count / KIB;
    // The first readers also create the shared room.
    const some = await openMore();
    const twice = await openMore();
    return [
      row('memory, idle', idle.resident / MIB, 'MB', { goal: atMost(150) }),
      row('memory, idle, heap of the main thread', idle.heap / MIB, 'MB'),
      row(`memory, each socket with a feed open, of the first ${count}`, perSocket(idle.resident, some.resident), 'KB'),
      row(`memory, each socket with a feed open, of ${count} more`, perSocket(some.resident, twice.resident), 'KB', {
        goal: atMost(60),
      }),
      row('memory, each socket, heap of the main thread', perSocket(idle.heap, twice.heap) / 2, 'KB'),
    ];
  },
};
