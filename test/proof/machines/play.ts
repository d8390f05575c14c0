import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { sentences } from '#test/model/post/bulk.ts';
import { idOf } from '#test/server/support/people.ts';
import { assumptions, type Load, loadOf } from './behaviour.ts';
import { type ApiProcess, type CampusNetwork, type SimCampus, startNetwork } from './campusNetwork.ts';
import type { Costs, Unit } from './costs.ts';
import { Latencies } from './latencies.ts';
import type { Layout } from './layout.ts';
import type { Machine } from './queues.ts';
import { connectReaders, OPEN_POSTS, type Readers } from './readers.ts';
import { createWorld, type World } from './world.ts';

const MS_PER_SECOND = 1_000;
/** Milliseconds before anything is counted: queues have their usual length then. */
const WARM_UP_MS = 2_000;
/** Milliseconds after the last command in which everything has to come to its end. */
const REST_MS = 5_000;
/** Milliseconds between two charges of the sockets that are held. */
const HELD_EVERY_MS = 100;

export interface PlayOptions {
  readonly costs: Costs;
  readonly layout: Layout;
  readonly students: number;
  /** Seconds of the busiest hour that are played. */
  readonly seconds: number;
  readonly seed: number;
  /** How many campuses the students are of; default: all of the product. */
  readonly campuses?: number;
}

/** The work of a machine while it was looked at. */
export interface MachineReport {
  readonly name: string;
  readonly role: Machine['role'];
  readonly cores: number;
  /** Share of the time of its cores. */
  readonly busy: number;
  /** Milliseconds of work that waited at the end. */
  readonly queuedMs: number;
  readonly bytesPerSecond: number;
  /** Each kind of work, a second. */
  readonly did: Readonly<Record<string, number>>;
}

export interface Played {
  readonly load: Load;
  readonly machines: readonly MachineReport[];
  readonly campuses: number;
  readonly readers: Pick<Readers, 'played' | 'feeds' | 'threads'>;
  readonly sent: number;
  readonly answered: number;
  readonly refused: number;
  /** Commands without an answer at the end. */
  readonly open: number;
  /** Packets that were to be sent and were not yet, at the end. */
  readonly pending: number;
  /** Packets of rows from the start on: those that hubs handed over for sending, and those that came to a browser. */
  readonly packets: { readonly handed: number; readonly arrived: number };
  /** Whether all rows are read and sent at the end. */
  readonly isThrough: boolean;
  /** Milliseconds from the press to the answer, and to the other screens, each of which counts. */
  readonly answers: Latencies;
  readonly screens: Latencies;
  readonly errors: readonly unknown[];
}

/** Plays some seconds of the busiest hour of so many students. */
export async function play({ costs, layout, students, seconds, seed, campuses }: PlayOptions): Promise<Played> {
  const world = createWorld(costs, seed);
  const { time } = world;
  const load = loadOf(students);
  const pressedAt = new Map<string, number>();
  const pressedFor = new Map<string, number>();
  const landed = (position: string, commandId: string) => {
    const at = pressedAt.get(commandId);
    if (at !== undefined) pressedFor.set(position, at);
  };
  const screens = new Latencies();
  let arrivals = 0;
  const arrived = (position: string, times: number) => {
    arrivals += times;
    const at = pressedFor.get(position);
    if (at !== undefined) screens.add(time.clock.now() - at, times);
  };
  const network = await startNetwork(world, { layout, campuses }, landed);
  const readers = await connectReaders(world, network, load.sockets, arrived);

  const senders = createSenders(world, network, pressedAt);
  const stops = [...backgroundOf(world, network, load), ...senders.begin(load)];
  await time.pass(WARM_UP_MS);
  const before = network.machines.map((machine) => snapshot(machine));
  await time.pass(seconds * MS_PER_SECOND);
  const machines = network.machines.map((machine, n) => reportOf(machine, before[n] as Snapshot, seconds));
  for (const stop of stops) stop();
  await time.pass(REST_MS);

  const head = await network.head();
  const isThrough = readers.pending() === 0 && network.hubs.every(({ hub }) => hub.stats().position >= head);
  const { played, feeds, threads } = readers;
  return {
    ...{ load, machines, screens, isThrough, errors: network.errors, ...senders.counts() },
    readers: { played, feeds, threads },
    campuses: network.campuses.length,
    packets: { handed: readers.handed(), arrived: arrivals },
    pending: readers.pending(),
  };
}

interface Snapshot {
  readonly busyMs: number;
  readonly bytes: number;
  readonly did: ReadonlyMap<string, number>;
}

const snapshot = ({ busyMs, bytes, did }: Machine): Snapshot => ({ busyMs, bytes, did: new Map(did) });

function reportOf(machine: Machine, before: Snapshot, seconds: number): MachineReport {
  const { name, role, cores, busyMs, bytes, did, queuedMs } = machine;
  const rates = [...did].map(([kind, times]) => [kind, (times - (before.did.get(kind) ?? 0)) / seconds]);
  return {
    ...{ name, role, cores, queuedMs, did: Object.fromEntries(rates) },
    busy: (busyMs - before.busyMs) / (cores * seconds * MS_PER_SECOND),
    bytesPerSecond: (bytes - before.bytes) / seconds,
  };
}

/** Calls back again and again by chance, so often a second on average (a Poisson process). @returns a stop */
function often({ time, random }: World, perSecond: number, act: () => void): () => void {
  let isOver = false;
  const next = () => {
    time.after((-Math.log(1 - random()) / perSecond) * MS_PER_SECOND, () => {
      if (isOver) return;
      act();
      next();
    });
  };
  if (perSecond > 0) next();
  return () => {
    isOver = true;
  };
}

/** Work that is beside the commands: pages, sockets that come and are held, photos, sign-ins. */
function backgroundOf(world: World, network: CampusNetwork, { visits, pictures, signIns, sockets }: Load) {
  const { apis, hubs, readMachine } = network;
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(world.random() * items.length)] as Item;
  const onLoop = (among: readonly Pick<ApiProcess, 'loop'>[], unit: Unit) => () => {
    const { loop } = pick(among);
    loop.machine.count(unit);
    void loop.run(world.draw(unit));
    readMachine.count('document', FIRST_VIEW_DOCUMENTS);
    void readMachine.work(world.engineFactor * world.draw('document', FIRST_VIEW_DOCUMENTS));
  };
  // Processes and threads of their own: they share the cores of the machine, and hold up no event loop.
  const beside = (unit: Unit) => () => {
    const { machine } = pick(apis).loop;
    machine.count(unit);
    void machine.work(world.draw(unit));
  };
  let isOver = false;
  const hold = () => {
    if (isOver) return;
    for (const { loop } of hubs) {
      void loop.run(world.draw('held', (sockets / hubs.length) * (HELD_EVERY_MS / MS_PER_SECOND)));
    }
    world.time.after(HELD_EVERY_MS, hold);
  };
  hold();
  return [
    often(world, visits, onLoop(apis, 'page')),
    often(world, visits, onLoop(hubs, 'opening')),
    often(world, pictures, beside('picture')),
    often(world, signIns, beside('signIn')),
    () => {
      isOver = true;
    },
  ];
}

/** Documents of a first view: a page of the feed with authors and counters. */
const FIRST_VIEW_DOCUMENTS = 60;

/** Those who give commands. */
function createSenders(world: World, { apis, campuses }: CampusNetwork, pressedAt: Map<string, number>) {
  const { time, random } = world;
  const answers = new Latencies();
  const saved = new Set<string>();
  let given = 0;
  const counts = { sent: 0, answered: 0, refused: 0, open: 0 };
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const newest = ({ posts }: SimCampus) => posts[posts.length - 1 - Math.floor(random() * OPEN_POSTS)] ?? '';

  function save(campus: SimCampus, userId: string) {
    const postId = newest(campus);
    const key = `${userId} ${postId}`;
    const type = saved.delete(key) ? 'UnsavePost' : 'SavePost';
    if (type === 'SavePost') saved.add(key);
    return { type, data: { postId } };
  }
  function comment(campus: SimCampus) {
    const root = newest(campus);
    return { type: 'AddComment', data: { text: sentences(2), media: [], root, parent: root } };
  }
  const post = () => ({
    type: 'CreatePost',
    data: { text: sentences(6), media: [], category: 'all', price: null, condition: null },
  });

  async function give(make: (campus: SimCampus, userId: string) => { readonly type: string; readonly data: object }) {
    const campus = pick(campuses);
    const actor = pick(campus.people);
    given += 1;
    const id = idOf(`command ${given}`);
    const pressed = time.clock.now();
    const effective = effectiveCommandId(actor, id);
    pressedAt.set(effective, pressed);
    counts.sent += 1;
    counts.open += 1;
    await new Promise<void>((resolve) => void time.after(world.clientMs(), resolve));
    const { type, data } = make(campus, actor);
    const from = { userId: actor, campus: campus.id, address: `${given}` };
    const answer = await pick(apis).commands(
      { id, actor, type, version: commandDefinitions[type]?.version ?? 1, data },
      from,
    );
    counts.open -= 1;
    if (!answer.ok) {
      counts.refused += 1;
      return;
    }
    counts.answered += 1;
    answers.add(time.clock.now() + world.clientMs() - pressed);
    if (type === 'CreatePost') campus.posts.push(newId(effective, 0));
  }

  return {
    begin({ visits }: Load) {
      const { saves, comments, posts } = assumptions;
      return [
        often(world, visits * saves.value, () => void give(save)),
        often(world, visits * comments.value, () => void give(comment)),
        often(world, visits * posts.value, () => void give(post)),
      ];
    },
    counts: () => ({ ...counts, answers }),
  };
}
