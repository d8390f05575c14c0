import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { jsonEvent, NO_STREAM as NO_STREAM_YET } from '@eventstore/db-client';
import { MongoClient } from 'mongodb';
import type { FeedRow, ReadStore } from '#projections/engine/readStore.ts';
import { projections } from '#projections/registry.ts';
import { authorCounters } from '#projections/user/collections.ts';
import { createClient } from '#server/engines/kurrent/client.ts';
import { parseKurrentUrl } from '#server/engines/kurrent/connection.ts';
import { openKurrentEventStore } from '#server/engines/kurrent/eventStore.ts';
import { openMongoReadStore } from '#server/engines/mongo/readStore/readStore.ts';
import { openSqliteReadStore } from '#server/engines/sqlite/readStore/readStore.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import { startKurrentProcess } from '#test/doubles/kurrent/startKurrent.ts';
import { ferretPath } from '#test/doubles/mongo/build.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import type { BenchData } from '../benchData.ts';
import { type Figure, type Row, ratioAtLeast, row } from '../figure.ts';
import { forAWhile } from '../statistics.ts';
import { nextPost } from './appends.ts';

const WRITERS = 64;
const PEOPLE = 1_000;
/** Digits of a position of a log on SQLite. */
const POSITION_DIGITS = 16;
const models = { projections };

/**
 * The adapters of the engines over the network, beside SQLite's. KurrentDB is the double of `test/doubles/kurrent/`, and
 * MongoDB a FerretDB, unless `EVENTSTORE_URL` and `MONGO_URL` name real servers. So a value is no figure of
 * the engine: what counts is its ratio, what the adapter leaves of what the bare client does on the same server.
 */
export const engines: Figure = {
  name: 'engines',
  from: 'default',
  measure: async (benchData) => [
    ...(await appendsOnKurrent(benchData)),
    ...(await commitsOnSqlite(benchData)),
    ...(await commitsOnMongo(benchData)),
  ],
};

const millisecondsOf = (benchData: BenchData) => benchData.pick({ quick: 1_000, default: 5_000, full: 20_000 });

/** Appends to new streams, by 64 writers at a time; the limit is the same by the bare client. */
async function appendsOnKurrent(benchData: BenchData): Promise<readonly Row[]> {
  const url = process.env.EVENTSTORE_URL ?? (await startDouble(benchData));
  const store = await openKurrentEventStore({ url });
  benchData.after(() => store.close());
  const client = createClient(parseKurrentUrl(url));
  benchData.after(() => client.end());
  let turn = 0;
  const next = () => {
    turn += 1;
    return nextPost(turn);
  };
  const bare = await forAWhile(millisecondsOf(benchData), WRITERS, async () => {
    const { stream, event } = next();
    const { id, type, data, meta } = event;
    const sent = jsonEvent({ id, type, data: data as Record<string, unknown>, metadata: { ...meta } });
    await client.appendToStream(stream, [sent], { expectedRevision: NO_STREAM_YET });
  });
  const own = await forAWhile(millisecondsOf(benchData), WRITERS, async () => {
    const { stream, event } = next();
    await store.append(stream, NO_STREAM, [event]);
  });
  const on = process.env.EVENTSTORE_URL === undefined ? 'the double of KurrentDB' : 'KurrentDB';
  return [
    row(`appends on ${on}, 64 writers`, own.perSecond, 'events/s', { limit: bare.perSecond, goal: ratioAtLeast(0.5) }),
  ];
}

async function startDouble(benchData: BenchData): Promise<string> {
  const double = await startKurrentProcess();
  benchData.after(() => double.dispose());
  return double.url;
}

/** Commits of one document, one after the other. */
async function commitsOnSqlite(benchData: BenchData): Promise<readonly Row[]> {
  const store = await openSqliteReadStore(await benchData.folder('commits'), models);
  benchData.after(() => store.close());
  return [row('commits on SQLite, one document each', await commits(store, benchData), 'commits/s')];
}

/** The same on MongoDB; the limit is the insertion of one record by the bare client, which is what makes a commit there. */
async function commitsOnMongo(benchData: BenchData): Promise<readonly Row[]> {
  if (process.env.MONGO_URL === undefined && !existsSync(ferretPath())) {
    benchData.say('MongoDB is left out: FerretDB is not built (`npm run test:engines` builds it).');
    return [];
  }
  const server = await startMongo();
  if ('skipped' in server) throw new Error(server.skipped);
  benchData.after(() => server.dispose());
  const database = `quad_bench_${randomUUID().slice(0, 8)}`;
  const client = new MongoClient(server.url, { writeConcern: { w: 'majority', journal: true } });
  benchData.after(() => client.close());
  benchData.after(() => client.db(database).dropDatabase());
  const records = client.db(database).collection('bare');
  const bare = await forAWhile(millisecondsOf(benchData), 1, async (_worker, turn) => {
    await records.insertOne({ n: turn, rows: [rowAt(turn)] });
  });
  const store = await openMongoReadStore({ url: server.url, database }, models);
  benchData.after(() => store.close());
  const on = process.env.MONGO_URL === undefined ? 'FerretDB' : 'MongoDB';
  return [
    row(`commits on ${on}, one document each`, await commits(store, benchData), 'commits/s', { limit: bare.perSecond }),
  ];
}

async function commits(store: ReadStore, benchData: BenchData): Promise<number> {
  let from = await store.checkpoint();
  const { perSecond } = await forAWhile(millisecondsOf(benchData), 1, async (_worker, turn) => {
    const changed = rowAt(turn);
    await store.commit({ from, to: changed.position, recording: null, rows: [changed], parked: [] });
    from = changed.position;
  });
  return perSecond;
}

/** Turn by turn the counters of a thousand people change. */
function rowAt(turn: number): FeedRow {
  const key = `person-${turn % PEOPLE}`;
  const before = turn < PEOPLE ? null : positionAt(turn - PEOPLE);
  const doc = { id: key, posts: Math.floor(turn / PEOPLE) };
  return { collection: authorCounters.name, key, position: positionAt(turn), before, doc, topics: [], left: [] };
}

function positionAt(turn: number): string {
  return String(turn + 1).padStart(POSITION_DIGITS, '0');
}
