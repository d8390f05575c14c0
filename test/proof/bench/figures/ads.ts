import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type AdFigures, adFigures } from '#projections/impression/collections.ts';
import { namesOf } from '#projections/kernel/topic.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { BenchData } from '../benchData.ts';
import { type Boost, boostPosts, readDocuments } from '../boosts.ts';
import { getJson } from '../clients/http.ts';
import { BENCH_CAMPUS } from '../community.ts';
import { atLeast, below, type Figure, ratioAtMost, row } from '../figure.ts';
import { FEED, openStage, type Stage, sample } from '../stage.ts';
import { forAWhile, quantile } from '../statistics.ts';

const ADS = 500;
const ACTIONS_PER_SECOND = 1_000;
/** Ads at which they are, all at once. */
const ADS_SEEN = 50;
/** Most milliseconds of a feed at the 99th percentile while actions are counted. */
const FEED_GOAL_MS = 50;
/** Milliseconds for which the figures of the last actions are awaited. */
const FOLDED_MS = 2_000;
/** Milliseconds in which the last actions are gathered and written. */
const LAST_MS = 1_500;
/** Times that each feed is measured, in turns: the machine is not as fast in each minute. */
const ROUNDS = 6;
const DELAY_P99 = 'quad_event_loop_delay_seconds{quantile="0.99"}';
const MS_PER_SECOND = 1_000;
const NONE = { text: '0', isMet: ({ value }: { value: number }) => value === 0 };

/** A feed among 500 running ads beside one without; and the actions at them, while others look at it. */
export const ads: Figure = {
  name: 'ads',
  from: 'quick',
  async measure(benchData) {
    const milliseconds = benchData.pick({ quick: 400, default: 1_500, full: 5_000 });
    const plain = await openStage(benchData);
    let boosts: readonly Boost[] = [];
    const boosted = await openStage(benchData, {
      prepare: async (community) => {
        boosts = await boostPosts(community, ADS);
      },
    });
    const feeds: Record<'with' | 'without', number[]> = { with: [], without: [] };
    const slots: Record<'with' | 'without', number[]> = { with: [], without: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, stage] of [
        ['without', plain],
        ['with', boosted],
      ] as const) {
        feeds[name].push(...(await looked(stage, milliseconds, [topicPath(FEED)])));
        slots[name].push(...(await pages(stage, milliseconds)));
      }
    }
    await plain.server.end('SIGKILL');
    const p50 = (all: readonly number[]) => quantile(all, 0.5);
    return [
      row(`feed among ${ADS} running ads, beside one without`, p50(feeds.with), 'ms', {
        limit: p50(feeds.without),
        goal: ratioAtMost(1.2),
      }),
      row('  with all that its slots need, beside one without', p50(slots.with), 'ms', { limit: p50(slots.without) }),
      ...(await counting(benchData, boosted, boosts)),
    ];
  },
};

const topicPath = (topic: string) => `/api/topics/${encodeURIComponent(topic)}`;

/** Milliseconds of each look at some topics, one after the other. */
async function looked(stage: Stage, milliseconds: number, paths: readonly string[]): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true });
  const asked = { port: stage.port, agent, cookie: stage.users[0]?.cookie };
  const { latencies } = await forAWhile(milliseconds, 1, async () => {
    for (const path of paths) await getJson({ ...asked, path });
  });
  agent.destroy();
  return latencies;
}

/** Milliseconds of each feed with its slots, as a page asks: what was dealt is known before it is followed. */
async function pages(stage: Stage, milliseconds: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true });
  const asked = { port: stage.port, agent, cookie: stage.users[0]?.cookie };
  const { latencies } = await forAWhile(milliseconds, 1, async () => {
    const [, , deal] = await Promise.all([
      getJson({ ...asked, path: topicPath(FEED) }),
      getJson({ ...asked, path: topicPath(topicName.sponsored(BENCH_CAMPUS)) }),
      getJson({ ...asked, path: `/api/sponsored/${BENCH_CAMPUS}` }),
    ]);
    const { posts } = deal as { readonly posts: readonly string[] };
    if (posts.length === 0) return;
    await getJson({ ...asked, path: topicPath(topicName.someSponsored(BENCH_CAMPUS, namesOf(posts))) });
  });
  agent.destroy();
  return latencies;
}

/** Actions by the thousand, and how soon others get the feed meanwhile. */
async function counting(benchData: BenchData, stage: Stage, boosts: readonly Boost[]) {
  const milliseconds = benchData.pick({ quick: 3_000, default: 10_000, full: 30_000 });
  const before = await looked(stage, milliseconds / 2, [topicPath(FEED)]);
  const seen = boosts.slice(0, ADS_SEEN);
  // The delay is that since the last time somebody asked.
  await sample(stage.port, DELAY_P99);
  const busyBefore = await processorTimes(stage);
  const sending = stage.load.ask('sendActions', {
    ...{ port: stage.port, users: stage.users, perSecond: ACTIONS_PER_SECOND, milliseconds },
    posts: seen.map(({ postId, author }) => [postId, author] as const),
  });
  const meanwhile = await looked(stage, milliseconds, [topicPath(FEED)]);
  const { taken, seconds } = await sending;
  const busy = await processorTimes(stage);
  const delay = await sample(stage.port, DELAY_P99);
  const ofOneCore = (name: keyof typeof busy) => (busy[name] - busyBefore[name]) / (seconds * MS_PER_SECOND);
  await pause(FOLDED_MS);
  await stage.server.end('SIGTERM');
  const refs = seen.map(({ adId }) => ({ collection: adFigures.name, key: adId }));
  const found = await readDocuments(stage.community.dataDir, refs);
  const views = new Map(found.map(({ key, doc }) => [key, (doc as AdFigures | null)?.views ?? 0]));
  const wrong = seen.filter(({ adId, postId }) => (views.get(adId) ?? 0) !== (taken[postId] ?? 0));
  const all = Object.values(taken).reduce((sum, each) => sum + each, 0);
  return [
    row('actions at sponsored posts, until the last is on the disk', all / seconds, 'actions/s', {
      goal: atLeast(Math.floor((ACTIONS_PER_SECOND * milliseconds) / (milliseconds + LAST_MS))),
    }),
    row('  ads whose counters are not exactly that', wrong.length, 'ads', { goal: NONE }),
    row('  meanwhile a feed, p50', quantile(meanwhile, 0.5), 'ms', { limit: quantile(before, 0.5) }),
    row('  meanwhile a feed, p99', quantile(meanwhile, 0.99), 'ms', {
      limit: quantile(before, 0.99),
      goal: below(FEED_GOAL_MS),
    }),
    row("  meanwhile the delay of the server's event loop, p99", delay * MS_PER_SECOND, 'ms'),
    row('  processor time of the server, beside the senders', ofOneCore('server'), 'cores', {
      limit: ofOneCore('load'),
    }),
  ];
}

/** Milliseconds of a core that the processes of a stage have had. */
async function processorTimes({ server, load }: Stage) {
  return { server: await server.ask('processorTime'), load: await load.ask('processorTime') };
}
