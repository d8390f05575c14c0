import { setTimeout as pause } from 'node:timers/promises';
import { CHAT_PAGE_MESSAGES } from '#domain/message/limits.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import { startChild } from '../child.ts';
import { BENCH_CAMPUS, beginTalks, converse, crowd } from '../community.ts';
import { atMost, below, type Figure, ratioAtMost, row } from '../figure.ts';
import { NO_MAIL } from '../noMail.ts';
import { openTopics } from '../openTopics.ts';
import type { LoadJobs } from '../processes/load.ts';
import { buildReadModels } from '../readModels.ts';
import { FEED, openStage } from '../stage.ts';
import { quantile, timed } from '../statistics.ts';

const PER_SECOND = 200;
/** So many that nobody writes more than a message a second (`MESSAGES_PER_MINUTE`). */
const USERS = 200;
/** Pages that have a conversation open: two of each of the two. */
const PAGES = 4;
const KIB = 2 ** 10;
/** Milliseconds in which memory that is no longer used is given back. */
const SETTLE_MS = 2_000;
/** Milliseconds of the same load before the one that is measured: code that runs for the first time is slow. */
const WARM_UP_MS = 2_000;

/**
 * From the acknowledgement of a message to the other one's page, at 200 messages a second, while many others have the
 * feed open; and the memory of a page that has a conversation open.
 */
export const talk: Figure = {
  name: 'talk',
  from: 'quick',
  async measure(benchData) {
    const milliseconds = benchData.pick({ quick: 3_000, default: 10_000, full: 30_000 });
    const sockets = benchData.pick({ quick: 400, default: 1_000, full: 1_000 });
    let chats: readonly string[] = [];
    const { users, load, port, server } = await openStage(benchData, {
      users: USERS,
      async prepare({ dataDir, people }) {
        const pairs = people.slice(0, USERS).flatMap((one, index) => {
          const other = people[index + 1];
          return index % 2 === 0 && other !== undefined ? [[one, other] as const] : [];
        });
        chats = await beginTalks(dataDir, pairs);
      },
    });
    const topicOf = (client: number) => topicName.messages(chats[Math.floor(client / 2)] ?? '', '1');
    const listeners = users.map(({ cookie }, client) => ({ topic: topicOf(client), cookie }));
    const openAll = async () => {
      await load.ask('openListeners', { port, listeners });
      await pause(SETTLE_MS);
      return server.ask('memory');
    };
    // The first ones bring the code and the shared rooms along: a second page of each counts.
    const once = await openAll();
    const twice = await openAll();
    const readers = Math.max(0, sockets - 2 * listeners.length);
    await load.ask('openReaders', { port, topic: FEED, count: readers });

    const senders = startChild<LoadJobs>('load');
    benchData.after(() => senders.end('SIGKILL'));
    const steady = {
      port,
      users,
      posts: users.map((_, client) => chats[Math.floor(client / 2)] ?? ''),
      perSecond: PER_SECOND,
      writes: 'messages' as const,
    };
    const early = await senders.ask('sendSteadily', { ...steady, milliseconds: WARM_UP_MS });
    const sent = await senders.ask('sendSteadily', { ...steady, milliseconds });
    // Each message arrives at both pages of both of the two.
    const heard = await load.ask('heard', { count: PAGES * (early.length + sent.length) });
    const arrivals = Map.groupBy(heard, ([position]) => position);
    const took = sent.flatMap(([position, , acknowledgedAt]) => {
      const all = arrivals.get(position) ?? [];
      return all.length < PAGES ? [] : [Math.max(0, ...all.map(([, at]) => at - acknowledgedAt))];
    });
    const acknowledged = sent.map(([, sentAt, acknowledgedAt]) => acknowledgedAt - sentAt);
    const about = `message, ${PER_SECOND}/s, ${sockets} sockets`;
    return [
      row(`${about}: sent → acknowledged, p99`, quantile(acknowledged, 0.99), 'ms'),
      row(`${about}: acknowledged → all pages, p50`, quantile(took, 0.5), 'ms'),
      row(`${about}: acknowledged → all pages, p99`, quantile(took, 0.99), 'ms', { goal: below(50) }),
      row(`${about}: not seen on all pages`, sent.length - took.length, 'messages', { goal: atMost(0) }),
      row(
        'memory, each socket with a conversation open',
        (twice.resident - once.resident) / listeners.length / KIB,
        'KB',
        { goal: atMost(30) },
      ),
    ];
  },
};

const SHORT_MESSAGES = 1_000;
const TIMES = 200;
const ROUNDS = 3;
/** Times before those that are measured. */
const WARM_UP = 50;
/** People of whom the crowd on one post consists. */
const CROWD = 64;

/** The cost of opening a conversation of a thousand messages, and of one with very many; and of a badge. */
export const longTalk: Figure = {
  name: 'long-talk',
  from: 'quick',
  async measure(benchData) {
    const long = benchData.pick({ quick: 10_000, default: 100_000, full: 100_000 });
    const notified = benchData.pick({ quick: 1_000, default: 10_000, full: 10_000 });
    const community = await benchData.community(10_000);
    const { dataDir, people, threads } = community;
    const [one = '', other = '', third = ''] = people;
    await beginTalks(dataDir, [
      [one, other],
      [one, third],
    ]);
    const few = await converse(dataDir, [one, other], SHORT_MESSAGES);
    const many = await converse(dataDir, [one, third], long);
    const crowded = await crowd(community, people.slice(0, CROWD), notified);
    const author = threads.get(crowded)?.author ?? '';
    await buildReadModels(dataDir);
    const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
    const { readStore: store } = await foundation.stores.openReadModels();
    const readTopic = openTopics(foundation, store);
    /** Median milliseconds until a reader has a topic, with that many documents at least. */
    const open = async (name: string, reader: string, least: number) => {
      const took: number[] = [];
      for (let turn = 0; turn < WARM_UP + TIMES; turn += 1) {
        const { ms, value } = await timed(() => readTopic(name, reader));
        if (value.window.documents.size < least) throw new Error(`${name} has too few documents.`);
        if (turn >= WARM_UP) took.push(ms);
      }
      return quantile(took, 0.5);
    };
    try {
      let [short, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      // In turns, and the best of each: a machine that others use is now quicker and now slower.
      for (let round = 0; round < ROUNDS; round += 1) {
        short = Math.min(short, await open(topicName.messages(few, '1'), one, CHAT_PAGE_MESSAGES));
        large = Math.min(large, await open(topicName.messages(many, '1'), one, CHAT_PAGE_MESSAGES));
      }
      const sizes = `${SHORT_MESSAGES.toLocaleString('en-US')} → ${long.toLocaleString('en-US')} messages`;
      return [
        row(`opening a conversation, ${sizes}`, large, 'ms', {
          limit: short,
          goal: ratioAtMost(1.2),
        }),
        row(
          `a badge of ${notified.toLocaleString('en-US')} notifications`,
          await open(topicName.unreadNotifications(BENCH_CAMPUS, author), author, 1),
          'ms',
          { goal: below(5) },
        ),
      ];
    } finally {
      await store.close();
      await foundation.close();
    }
  },
};
