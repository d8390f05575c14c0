import { v7 as uuidv7 } from 'uuid';
import { aggregates, commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import { START } from '#projections/engine/eventLog.ts';
import { openKurrentEventStore } from '#server/engines/kurrent/eventStore.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import { createReadIndex } from '#server/log/readIndex.ts';
import { type EventStore, NO_STREAM, type StoredEvent } from '#server/ports/eventStore.ts';
import { openStores } from '#server/roles/engines.ts';
import { createSharedOutcomes } from '#server/write/commandOutcomes.ts';
import { createDispatcher } from '#server/write/dispatcher.ts';
import { createMarks } from '#server/write/marks.ts';
import { startKurrentProcess } from '#test/doubles/kurrent/startKurrent.ts';
import { sentences } from '#test/model/post/bulk.ts';
import type { BenchData } from '../benchData.ts';
import { BENCH_CAMPUS } from '../community.ts';
import { atMost, type Row, row } from '../figure.ts';
import { NO_MAIL } from '../noMail.ts';
import { forAWhile, inParallel } from '../statistics.ts';

const CLIENTS = 64;
/** Posts that each client saves and lets go again and again. */
const POSTS = 10;
/** Rounds over all of them after which their streams are known. */
const WARM_ROUNDS = 2;
/** Events of one read. */
const PAGE_EVENTS = 1_000;

/**
 * Whole commands on a log that other processes may write: the double of KurrentDB, with the vault in SQLite. The value is
 * no figure of that engine: what counts is how often a command calls it.
 */
export async function onSharedLog(benchData: BenchData): Promise<readonly Row[]> {
  const milliseconds = benchData.pick({ quick: 2_000, default: 5_000, full: 20_000 });
  const { people, posts, dispatch, calls } = await openShared(benchData);
  const toggle = (client: number, turn: number) => {
    const type = Math.floor(turn / POSTS) % 2 === 0 ? 'SavePost' : 'UnsavePost';
    return dispatch(type, { postId: posts[turn % POSTS] }, people[client] ?? '');
  };
  for (let turn = 0; turn < WARM_ROUNDS * POSTS; turn += 1) {
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => toggle(client, turn)));
  }
  const measured = async (once: (client: number, turn: number) => Promise<void>) => {
    calls.made = 0;
    let commands = 0;
    const { perSecond } = await forAWhile(milliseconds, CLIENTS, async (client, turn) => {
      await once(client, turn);
      commands += 1;
    });
    return { perSecond, each: calls.made / commands };
  };
  const saves = await measured((client, turn) => toggle(client, turn + WARM_ROUNDS * POSTS));
  const written = await measured((client) =>
    dispatch('CreatePost', { text: sentences(6), media: [], category: 'all' }, people[client] ?? ''),
  );
  const goal = atMost(1.2);
  return [
    row('whole commands on the double of KurrentDB, 64 clients: saves', saves.perSecond, 'commands/s'),
    row('calls of the event store a command: saves, warm', saves.each, 'calls', { goal }),
    row('whole commands on the double of KurrentDB, 64 clients: posts', written.perSecond, 'commands/s'),
    row('calls of the event store a command: posts, warm', written.each, 'calls', { goal }),
  ];
}

/** A community whose log is on the double, and a dispatcher over it. */
async function openShared(benchData: BenchData) {
  const { dataDir, people, posts } = await benchData.community(10_000);
  const stores = await openStores({ ...NO_MAIL, dataDir }, 'quad bench');
  benchData.after(stores.close);
  const vault = await stores.openVault();
  benchData.after(vault.close);
  const double = await startKurrentProcess();
  benchData.after(() => double.dispose());
  const plain = await openKurrentEventStore({ url: double.url });
  const embedded = await stores.openEventStore();
  await copyStreams(embedded, plain);
  await embedded.close();
  const calls = { made: 0 };
  const index = createReadIndex(counting(plain, calls), {
    onLost(error) {
      throw error;
    },
  });
  benchData.after(index.close);
  await index.follow();
  const secrets = { claim: await vault.secret('claim'), command: await vault.secret('command') };
  const clock = () => new Date();
  const dispatcher = createDispatcher({
    ...{ store: index, assume: index.assume, log: createEventLog(index, vault.keys, eventDefinitions) },
    ...{ secrets, clock, aggregates, commands: commandDefinitions, media: { describe: async () => new Map() } },
    outcomes: createSharedOutcomes(createMarks(vault.outcomes), clock),
  });
  const dispatch = async (type: string, data: unknown, userId: string) => {
    const envelope = { id: uuidv7(), type, version: 1, data };
    const actor = { kind: 'user', userId } as const;
    const outcome = await dispatcher.dispatch(envelope, { actor, campus: BENCH_CAMPUS, origin: 'client' });
    if (!outcome.ok) throw new Error(`${type} was refused: ${outcome.rejection.code}`);
  };
  return { people, posts, dispatch, calls };
}

/** Copies all streams, each in one append. */
async function copyStreams(from: EventStore, to: EventStore): Promise<void> {
  const streams = new Map<string, StoredEvent[]>();
  let after = START;
  for (;;) {
    const page = await from.readAll(after, PAGE_EVENTS);
    for (const event of page) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.position;
  }
  await inParallel([...streams], CLIENTS, async ([stream, events]) => {
    await to.append(stream, NO_STREAM, events);
  });
}

/** Counts the calls of commands. */
function counting(store: EventStore, calls: { made: number }): EventStore {
  const counted = <T>(call: () => Promise<T>) => {
    calls.made += 1;
    return call();
  };
  return {
    appendsMayLandLate: store.appendsMayLandLate,
    eras: () => store.eras(),
    append: (stream, revision, events) => counted(() => store.append(stream, revision, events)),
    readStream: (stream, from) => counted(() => store.readStream(stream, from)),
    head: () => counted(() => store.head()),
    readAll: (after, limit) => store.readAll(after, limit),
    eventAt: (position) => store.eventAt(position),
    distance: (from, to) => store.distance(from, to),
    check: () => store.check(),
    subscribe: (after, handler, onError) => store.subscribe(after, handler, onError),
    close: () => store.close(),
  };
}
