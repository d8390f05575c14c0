import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { readModels } from '#projections/engine/readModels.ts';
import { collections } from '#projections/registry.ts';
import { openSqliteReadStore } from '#server/adapters/sqlite/readStore.ts';
import { openFoundation } from '#server/foundation.ts';
import { readAlone } from '#server/hub/sharedReads.ts';
import { readTopic } from '#server/hub/snapshot.ts';
import { BENCH_CAMPUS, benchText, type Community, NO_MAIL } from '../community.ts';
import { type Figure, ratioAtMost, row } from '../figure.ts';
import { buildReadModels } from '../readModels.ts';
import { FEED } from '../stage.ts';
import { forAWhile, quantile, timed } from '../statistics.ts';

const SMALL_EVENTS = 10_000;
const CLIENTS = 8;
const PEOPLE = 64;
const TIMES = 200;
const ROUNDS = 3;

const settleDisk = () => promisify(execFile)('sync');

/** Milliseconds that things take at the median in a community of some size. */
async function times({ dataDir, people, posts }: Community): Promise<Readonly<Record<string, number>>> {
  await buildReadModels(dataDir);
  // What copying and building left to be written would be in the way of every commit.
  await settleDisk();
  const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
  const store = await openSqliteReadStore(foundation.folder.readModels, readModels);
  const dispatcher = foundation.dispatcherAt(() => new Date());
  const dispatch = (type: string, data: unknown, userId: string) =>
    dispatcher.dispatch(
      { id: uuidv7(), type, version: 1, data },
      { actor: { kind: 'user', userId }, campus: BENCH_CAMPUS, origin: 'client' },
    );
  const median = async (once: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; turn < TIMES / 4; turn += 1) await once(turn);
    const took: number[] = [];
    for (let turn = 0; turn < TIMES; turn += 1) took.push((await timed(() => once(TIMES + turn))).ms);
    return quantile(took, 0.5);
  };
  // As many in both: how many people come is not how much they have written.
  const person = (turn: number) => people[turn % PEOPLE] ?? '';
  const post = (turn: number) => posts[(turn * 37) % posts.length] ?? '';
  const ask = (name: string) => ({ name, since: null, floor: null, below: null });
  const topics = { store, collections, share: readAlone };
  try {
    const since = { generation: store.generation, position: await store.checkpoint() };
    const writing = await forAWhile(2_000, CLIENTS, (client, turn) =>
      dispatch('CreatePost', { text: benchText(6), media: [], category: 'all' }, person(client + turn)),
    );
    return {
      'append of a post': quantile(writing.latencies, 0.5),
      // Nothing to take back: facts are read and the decision is made, nothing is appended.
      'decision of a command': await median((turn) => dispatch('UnsavePost', { postId: post(turn) }, person(turn + 1))),
      'feed page': await median(() => readTopic(topics, ask(FEED), null)),
      'resume of a feed': await median(() => readTopic(topics, { ...ask(FEED), since }, null)),
      'post page': await median((turn) => readTopic(topics, ask(`post:${post(turn)}`), null)),
    };
  } finally {
    await store.close();
    await foundation.close();
  }
}

function bestOf(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>) {
  return Object.fromEntries(Object.entries(a).map(([what, took]) => [what, Math.min(took, b[what] ?? took)]));
}

/** What grows with the community: nothing should. */
export const growth: Figure = {
  name: 'growth',
  from: 'default',
  async measure(workshop) {
    const large = workshop.pick({ quick: 20_000, default: 100_000, full: 1_000_000 });
    // Both are there before anything is measured: making one leaves the process another than it was.
    const [few, many] = [await workshop.community(SMALL_EVENTS), await workshop.community(large)];
    let [before, after] = [await times(few), await times(many)];
    // In turns, and the best of each: a machine that others use is now quicker and now slower.
    for (let round = 1; round < ROUNDS; round += 1) {
      before = bestOf(before, await times(few));
      after = bestOf(after, await times(many));
    }
    const sizes = `${SMALL_EVENTS.toLocaleString('en-US')} → ${large.toLocaleString('en-US')} events`;
    return Object.entries(after).map(([what, milliseconds]) =>
      row(`growth ${sizes}: ${what}`, milliseconds, 'ms', { limit: before[what] ?? null, goal: ratioAtMost(1.2) }),
    );
  },
};
