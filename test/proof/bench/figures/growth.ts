import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { openFoundation } from '#server/roles/foundation.ts';
import { sentences } from '#test/model/post/bulk.ts';
import { BENCH_CAMPUS, type Community } from '../community.ts';
import { type Figure, ratioAtMost, row } from '../figure.ts';
import { NO_MAIL } from '../noMail.ts';
import { openTopics } from '../openTopics.ts';
import { buildReadModels } from '../readModels.ts';
import { FEED } from '../stage.ts';
import { forAWhile, quantile, timed } from '../statistics.ts';

const SMALL_EVENTS = 10_000;
const CLIENTS = 8;
const PEOPLE = 64;
const TIMES = 200;
/** Turns before those that are timed. */
const WARM_UP = TIMES / 4;
/** Comments of the posts whose pages are compared. */
const COMMENTS = 2;
const ROUNDS = 3;

/**
 * Differences beside the size of the log: the large community has more authors, whose keys are read from the vault
 * once, and twice as many comments below the measured posts. Pages are compared once all keys were read.
 */
const ANY_AUTHOR = "decision about anybody's post";
const ANY_SIZE = 'post page of any size';
const UNEQUAL = new Set([ANY_AUTHOR, ANY_SIZE]);

const settleDisk = () => promisify(execFile)('sync');

/** Median milliseconds of operations in a community of some size. */
async function times({ dataDir, people, posts, threads }: Community): Promise<Readonly<Record<string, number>>> {
  await buildReadModels(dataDir);
  // Pending writes of copying and building would slow every commit.
  await settleDisk();
  const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
  const { readStore: store } = await foundation.stores.openReadModels();
  const { keys } = foundation.log;
  const readTopic = openTopics(foundation, store);
  const dispatcher = foundation.dispatcherAt(() => new Date());
  const dispatch = (type: string, data: unknown, userId: string) =>
    dispatcher.dispatch(
      { id: uuidv7(), type, version: 1, data },
      { actor: { kind: 'user', userId }, campus: BENCH_CAMPUS, origin: 'client' },
    );
  const median = async (once: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; turn < WARM_UP; turn += 1) await once(TIMES + turn);
    const took: number[] = [];
    for (let turn = 0; turn < TIMES; turn += 1) took.push((await timed(() => once(turn))).ms);
    return quantile(took, 0.5);
  };
  // As many in both: the number of people on line does not depend on the amount of data.
  const some = people.slice(0, PEOPLE);
  const person = (turn: number) => some[turn % PEOPLE] ?? '';
  const anyPost = scattered(posts);
  const postOfSome = scattered(posts.filter((post) => some.includes(threads.get(post)?.author ?? '')));
  const postOfSize = scattered(posts.filter((post) => threads.get(post)?.comments === COMMENTS));
  const unsave = (post: string, turn: number) => dispatch('UnsavePost', { postId: post }, person(turn + 1));
  const page = (post: string) => readTopic(`post:${post}`, null);
  try {
    const since = { ...(await store.feedEnd()), era: '' };
    const writing = await forAWhile(2_000, CLIENTS, (client, turn) =>
      dispatch('CreatePost', { text: sentences(6), media: [], category: 'all' }, person(client + turn)),
    );
    const ofSome = {
      'append of a post': quantile(writing.latencies, 0.5),
      // Nothing to take back: facts are read and the decision is made, nothing is appended.
      'decision of a command': await median((turn) => unsave(postOfSome(turn), turn)),
      'feed page': await median(() => readTopic(FEED, null)),
      'resume of a feed': await median(() => readTopic(FEED, null, since)),
      [ANY_AUTHOR]: await median((turn) => unsave(anyPost(turn), turn)),
    };
    // A page has three authors. Of 200 nearly all are known after 50 turns, of 2,000 every page has a new one.
    await keys.find(people);
    return {
      ...ofSome,
      [`post page with ${COMMENTS} comments`]: await median((turn) => page(postOfSize(turn))),
      [ANY_SIZE]: await median((turn) => page(anyPost(turn))),
    };
  } finally {
    await store.close();
    await foundation.close();
  }
}

/** A post for each turn, from all over the log, each turn another one while there are any. */
function scattered(posts: readonly string[]): (turn: number) => string {
  const step = posts.length / (TIMES + WARM_UP);
  return (turn) => posts[Math.floor(turn * step) % posts.length] ?? '';
}

function bestOf(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>) {
  return Object.fromEntries(Object.entries(a).map(([what, took]) => [what, Math.min(took, b[what] ?? took)]));
}

/** Operations that might grow with the community: none should. */
export const growth: Figure = {
  name: 'growth',
  from: 'default',
  async measure(benchData) {
    const large = benchData.pick({ quick: 20_000, default: 100_000, full: 1_000_000 });
    // Both are there before anything is measured: making one leaves the process another than it was.
    const [few, many] = [await benchData.community(SMALL_EVENTS), await benchData.community(large)];
    let [before, after] = [await times(few), await times(many)];
    // In turns, and the best of each: a machine that others use is now quicker and now slower.
    for (let round = 1; round < ROUNDS; round += 1) {
      before = bestOf(before, await times(few));
      after = bestOf(after, await times(many));
    }
    const sizes = `${SMALL_EVENTS.toLocaleString('en-US')} → ${large.toLocaleString('en-US')} events`;
    return Object.entries(after).map(([what, milliseconds]) =>
      row(`growth ${sizes}: ${what}`, milliseconds, 'ms', {
        limit: before[what] ?? null,
        ...(!UNEQUAL.has(what) && { goal: ratioAtMost(1.2) }),
      }),
    );
  },
};
