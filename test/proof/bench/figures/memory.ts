import { setTimeout as pause } from 'node:timers/promises';
import { SEARCH_REST_MS } from '#server/engines/sqlite/search/searchIndex.ts';
import { atMost, type Figure, row } from '../figure.ts';
import { FEED, openStage, type Stage } from '../stage.ts';

const MIB = 2 ** 20;
const KIB = 2 ** 10;
/** Milliseconds in which the memory of the start is given back. */
const SETTLE_MS = 2_000;
/** Bytes of which one more or less is no change: the thread of the search takes some ten million. */
const UNCHANGED_BYTES = 2 * MIB;
/** Times that the search may rest before its memory is taken as it is. */
const RESTS_MAX = 5;

/**
 * Memory of a server that has just started, once it stays the same. Every start looks whether the search index is
 * current; when that is done depends on the machine, and its thread ends only a rest later.
 */
async function memoryAtRest(server: Stage['server']) {
  const look = async () => {
    await pause(SEARCH_REST_MS + SETTLE_MS);
    return server.ask('memory');
  };
  let memory = await look();
  for (let rest = 1; rest < RESTS_MAX; rest += 1) {
    const before = memory;
    memory = await look();
    if (Math.abs(memory.resident - before.resident) < UNCHANGED_BYTES) break;
  }
  return memory;
}

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
    const idle = await memoryAtRest(server);
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
