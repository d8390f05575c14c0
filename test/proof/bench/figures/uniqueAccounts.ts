import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { SESSION_DIGITS, SESSIONS_PER_BATCH, VIEWER_DIGITS } from '#domain/impression/limits.ts';
import { newId } from '#domain/kernel/ids.ts';
import type { AdFigures } from '#projections/impression/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { dataFolderPaths } from '#server/engines/sqlite/folder/dataFolder.ts';
import type { BenchData } from '../benchData.ts';
import { type Boost, boostPosts } from '../boosts.ts';
import { getJson } from '../clients/http.ts';
import { type Community, nextCommand, type Planned, writeAll } from '../community.ts';
import { below, type Figure, row } from '../figure.ts';
import { openStage, type Stage } from '../stage.ts';
import { forAWhile, quantile } from '../statistics.ts';
import { bytesIn } from './disk.ts';

/** Views of one viewer, on the average. */
const VIEWS_PER_VIEWER = 1.5;
/** People who are signed in; the owner is one of them. */
const PEOPLE = 64;
const MB = 2 ** 20;
const ANSWER_GOAL_MS = 5;
const LOOK_MS = 3_000;
/** A server is at rest that takes less than so much of a core for a second. */
const REST_CORES = 0.05;
const REST_LOOK_MS = 1_000;
const REST_MAX_MS = 120_000;
const NONE = { text: '0', isMet: ({ value }: { value: number }) => value === 0 };

/** Unique accounts of an ad that very many have seen: exact, what they cost, and how soon its owner sees them. */
export const uniqueAccounts: Figure = {
  name: 'unique-accounts',
  from: 'quick',
  async measure(benchData) {
    const views = benchData.pick({ quick: 20_000, default: 1_000_000, full: 1_000_000 });
    const plain = await measured(benchData, 0);
    await benchData.endFigure();
    const seen = await measured(benchData, views);
    const said = views.toLocaleString('en-US');
    const perView = (bytes: number) => bytes / views;
    return [
      row(`unique accounts at ${said} views of one ad: answer, p99`, quantile(seen.answers, 0.99), 'ms', {
        limit: quantile(plain.answers, 0.99),
        goal: below(ANSWER_GOAL_MS),
      }),
      row('  answer, p50', quantile(seen.answers, 0.5), 'ms', {
        limit: quantile(plain.answers, 0.5),
        goal: below(ANSWER_GOAL_MS),
      }),
      row('  answer in the seconds after a start, p50', quantile(seen.first, 0.5), 'ms', {
        limit: quantile(plain.first, 0.5),
      }),
      row('  off from the exact number', Math.abs(seen.reached - seen.viewers), 'accounts', { goal: NONE }),
      row('  memory of the server', seen.memory / MB, 'MB', { limit: plain.memory / MB }),
      row('  disk, read models with change feed', perView(seen.disk - plain.disk), 'bytes/view'),
    ];
  },
};

/** A server among whose ads one has so many views. */
async function measured(benchData: BenchData, views: number) {
  let boost: Boost | undefined;
  let viewers = 0;
  const stage = await openStage(benchData, {
    users: PEOPLE,
    prepare: async (community) => {
      [boost] = await boostPosts(community, 1, community.people.slice(0, PEOPLE));
      if (boost !== undefined) viewers = await view(community, boost, views);
    },
  });
  const { adId = '', author = '' } = boost ?? {};
  const { resident: memory } = await stage.server.ask('memory');
  const { answers: first } = await look(stage, adId, author);
  await atRest(stage);
  const { answers, reached } = await look(stage, adId, author);
  await stage.server.end('SIGTERM');
  const disk = await bytesIn(dataFolderPaths(stage.community.dataDir).readModels);
  return { memory, first, answers, reached, viewers, disk };
}

/** Waits until a server has done what a start leaves it to do: its reactors and its index read the log that was written for it. */
async function atRest({ server }: Stage): Promise<void> {
  let before = await server.ask('processorTime');
  for (let waited = 0; waited < REST_MAX_MS; waited += REST_LOOK_MS) {
    await pause(REST_LOOK_MS);
    const now = await server.ask('processorTime');
    if (now - before < REST_LOOK_MS * REST_CORES) return;
    before = now;
  }
  throw new Error(`The server is not at rest after ${REST_MAX_MS} ms.`);
}

const hex = (text: string, digits: number) => createHash('sha256').update(text).digest('hex').slice(0, digits);

/** Writes views to the log. @returns how many viewers they have */
async function view(community: Community, boost: Boost, views: number): Promise<number> {
  const viewers = new Set<number>();
  const all = Math.ceil(views / VIEWS_PER_VIEWER);
  const batches = function* (): Generator<Planned> {
    for (let from = 0; from < views; from += SESSIONS_PER_BATCH) {
      const command = nextCommand('impressions');
      const sessions = Array.from({ length: Math.min(SESSIONS_PER_BATCH, views - from) }, (_, n) => {
        const viewer = (from + n) % all;
        viewers.add(viewer);
        return {
          viewer: hex(`viewer ${viewer}`, VIEWER_DIGITS),
          session: hex(`session ${from + n}`, SESSION_DIGITS),
          actions: ['view' as const],
        };
      });
      const batchId = newId(command.commandId, 0);
      const events = [{ type: 'ActionsCounted', data: { batchId, ...boost, sessions } }];
      yield { ...command, stream: `impression-${batchId}`, actor: 'impressions', events };
    }
  };
  await writeAll(community, batches());
  return viewers.size;
}

/** The counters of an ad, as its owner sees them. */
async function look({ port, users }: Stage, adId: string, author: string) {
  const agent = new Agent({ keepAlive: true });
  const cookie = users.find(({ userId }) => userId === author)?.cookie;
  const path = `/api/topics/${encodeURIComponent(topicName.adFigures(adId))}`;
  let reached = 0;
  const { latencies } = await forAWhile(LOOK_MS, 1, async () => {
    const { documents } = (await getJson({ port, path, agent, cookie })) as {
      readonly documents: readonly { readonly key: string; readonly doc: AdFigures | null }[];
    };
    reached = documents.find(({ key }) => key === adId)?.doc?.accounts_reached ?? 0;
  });
  agent.destroy();
  return { answers: latencies, reached };
}
