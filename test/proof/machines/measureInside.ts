import { join } from 'node:path';
import bcrypt from 'bcrypt';
import sharp from 'sharp';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { eventDefinitions } from '#domain/registry.ts';
import { systemClock } from '#projections/engine/clock.ts';
import { START } from '#projections/engine/eventLog.ts';
import { foldBatch, readsOfBatch } from '#projections/engine/foldBatch.ts';
import { readModels } from '#projections/engine/readModels.ts';
import type { FeedMark, FeedRow, ReadStore } from '#projections/engine/readStore.ts';
import { collections, foldTable, signals } from '#projections/registry.ts';
import { renderPicture } from '#server/engines/media/renderPicture.ts';
import { createMemoryReadStore } from '#server/engines/memory/readStore.ts';
import { openSqliteEventStore } from '#server/engines/sqlite/log/eventStore.ts';
import { openSqliteReadStore } from '#server/engines/sqlite/readStore/readStore.ts';
import { createHub, type Hub } from '#server/hub/hub.ts';
import { systemHubClock } from '#server/hub/ports.ts';
import { BCRYPT_COST } from '#server/identity/limits.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import { createKnownEras } from '#server/read/knownEras.ts';
import { createOpenReads } from '#server/read/openReads.ts';
import { createPersonalData } from '#server/read/personalData.ts';
import { type Foundation, openFoundation } from '#server/roles/foundation.ts';
import type { BenchData } from '../bench/benchData.ts';
import { BENCH_CAMPUS } from '../bench/community.ts';
import { nextPost } from '../bench/figures/appends.ts';
import { NO_MAIL } from '../bench/noMail.ts';
import { FEED } from '../bench/stage.ts';
import { inParallel } from '../bench/statistics.ts';
import { always, type Cost, type Costs, spreadAs } from './costs.ts';

const US_PER_MS = 1_000;
const EVENTS = 10_000;
/** Events of a batch: a busy projector finds some each time it looks. */
const BATCH = 20;
const APPENDS = 4_000;
const WRITERS = 32;
const POLLS = 2_000;
const QUERIES = 300;
const DOCUMENTS = 25;
const VAULT_CALLS = 2_000;
const PICTURES = 4;
const HASHES = 4;

/** Milliseconds of processor time of this process, its threads included, for each of so many. */
async function processorMs(times: number, act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / US_PER_MS / times;
}

async function again(times: number, act: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < times; n += 1) await act();
}

/** Costs of what needs no other process: folds, the hub's rows, and SQLite’s calls. */
export async function innerCosts(benchData: BenchData) {
  const { dataDir } = await benchData.community(EVENTS);
  const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad machines');
  benchData.after(foundation.close);
  const { sealed } = foundation.log;
  let events: readonly RecordedEvent[] = await sealed.readAll(START, EVENTS);
  const read = await processorMs(EVENTS, async () => {
    events = await sealed.readAll(START, EVENTS);
  });
  // People and the first posts come first, which also warms the code; then single events, for how they differ.
  const [half, most] = [EVENTS / 2, (EVENTS * 3) / 5];
  const [first, single, rest] = [events.slice(0, half), events.slice(half, most), events.slice(most)];
  const memory = createMemoryReadStore(readModels);
  await project(memory, first, BATCH);
  const times = await project(memory, single, 1);
  const beside = createMemoryReadStore(readModels, memory);
  const folded = await processorMs(rest.length, () => project(memory, rest, BATCH));
  const hub = await hubOver(foundation, beside, first);
  let rows = 0;
  const withHub = await processorMs(rest.length, () =>
    project(beside, rest, BATCH, (commit) => {
      rows += commit.rows.length;
      return hub.publish(commit);
    }),
  );
  const sqlite = await openSqliteReadStore(await benchData.folder('machines'), readModels);
  benchData.after(() => sqlite.close());
  await project(sqlite, [...first, ...single], BATCH);
  const both = await processorMs(rest.length, () => project(sqlite, rest, BATCH));
  const end = await sqlite.feedEnd();
  const feedPoll = await processorMs(POLLS, () => again(POLLS, () => sqlite.feedAfter(end, BATCH)));
  const page = { below: null, atOrAbove: null, limit: DOCUMENTS };
  const document = await processorMs(QUERIES * DOCUMENTS, () =>
    again(QUERIES, () => sqlite.query('posts', 'feed', [BENCH_CAMPUS], page)),
  );
  const vaultCall = await processorMs(VAULT_CALLS, () => again(VAULT_CALLS, () => foundation.vault.changes.newest()));
  return {
    read: always(read),
    logRead: always(read),
    folded: spreadAs(read + folded, times),
    committed: always(Math.max(0, both - folded)),
    append: always(await appendCost(benchData)),
    row: always(Math.max(0, ((withHub - folded) * rest.length) / rows)),
    feedPoll: always(feedPoll),
    document: always(document),
    vaultCall: always(vaultCall),
  } satisfies Partial<Record<keyof Costs, Cost>>;
}

/** A commit with its place in the feed. */
interface Handed {
  readonly since: FeedMark;
  readonly end: FeedMark;
  readonly rows: readonly FeedRow[];
}

/** Folds events as the projector does. @returns milliseconds of each batch; the system counts processor time too coarsely for one */
async function project(
  store: ReadStore,
  events: readonly RecordedEvent[],
  size: number,
  onCommit: (commit: Handed) => Promise<void> = async () => undefined,
): Promise<readonly number[]> {
  const times: number[] = [];
  let since = await store.feedEnd();
  for (let at = 0; at < events.length; at += size) {
    const from = performance.now();
    const batch = events.slice(at, at + size);
    const loaded = await store.load(readsOfBatch(foldTable, batch));
    const commit = foldBatch(foldTable, since.position, batch, loaded, new Map());
    const end = await store.commit(commit);
    await onCommit({ rows: commit.rows, since, end });
    since = end;
    times.push(performance.now() - from);
  }
  return times;
}

/** A hub with one reader of the feed: what a row costs however many get it. */
async function hubOver({ log, store: events }: Foundation, store: ReadStore, known: readonly RecordedEvent[]) {
  const { open } = createPersonalData({
    ...{ keys: log.keys, definitions: eventDefinitions, collections },
    onWithheld: ({ reason }) => {
      throw new Error(reason);
    },
  });
  const hub: Hub = createHub({
    store: createOpenReads(store, { open }),
    ...{
      collections,
      signals,
      eras: createKnownEras(events, systemClock),
      clock: systemHubClock,
      logger: silentLogger,
    },
    head: () => log.head(),
    dispatch: async () => ({ ok: true, position: null }),
  });
  await hub.start();
  const userId = known.find(({ type }) => type === 'SchoolVerified')?.meta.actor ?? '';
  const transport = {
    broadcaster: { send: () => undefined },
    backlog: () => ({ bytes: 0, packets: 0 }),
    taken: async () => undefined,
    end: () => undefined,
  };
  const peer = hub.connect({ id: '1', userId, sessionId: null, campus: BENCH_CAMPUS, address: '', transport });
  const answer = await peer.receive('subscribe', { topic: FEED, since: null, floor: null, notBefore: START });
  if ((answer as { readonly ok: boolean }).ok !== true) throw new Error(`No feed: ${JSON.stringify(answer)}`);
  return hub;
}

async function appendCost(benchData: BenchData): Promise<number> {
  const file = join(await benchData.folder('machines-log'), 'events.db');
  const store = await openSqliteEventStore(file, { soleWriter: true });
  benchData.after(() => store.close());
  const append = async (n: number) => {
    const { stream, event } = nextPost(n);
    await store.append(stream, NO_STREAM, [event]);
  };
  await inParallel(Array(APPENDS / 4).keys(), WRITERS, append);
  return processorMs(APPENDS, () => inParallel(Array(APPENDS).keys(), WRITERS, append));
}

/** Pixels of a photo as pages send it (`web/kit/picture/shrinkPhoto.ts`), and of the patches that it is made of. */
const PHOTO = { width: 2_560, height: 1_920 };
const PATCH = 16;

/** A photo: patches of many colours, enlarged smoothly, which a codec finds about as hard as leaves. */
export async function pictureCost(): Promise<Cost> {
  const size = { width: PHOTO.width / PATCH, height: PHOTO.height / PATCH, channels: 3 as const };
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const patches = sharp({ create: { ...size, background: '#808080', noise } });
  const photo = await patches.resize(PHOTO).jpeg({ quality: 85 }).toBuffer();
  await renderPicture(photo, 'jpeg');
  return always(await processorMs(PICTURES, () => again(PICTURES, () => renderPicture(photo, 'jpeg'))));
}

export async function hashCost(): Promise<Cost> {
  return always(
    await processorMs(HASHES, () => again(HASHES, () => bcrypt.hash('a password of somebody', BCRYPT_COST))),
  );
}
