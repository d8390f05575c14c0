import { setTimeout as pause } from 'node:timers/promises';
import type { BenchData } from '../bench/benchData.ts';
import { BENCH_CAMPUS } from '../bench/community.ts';
import { FEED, openStage, type Stage, sample } from '../bench/stage.ts';
import { inParallel } from '../bench/statistics.ts';
import { always, type Costs, spreadAs } from './costs.ts';
import { hashCost, innerCosts, pictureCost } from './measureInside.ts';

const MS_PER_SECOND = 1_000;

/** Costs as measured, and the memory of a socket. */
export interface Measured {
  readonly costs: Costs;
  /** Bytes that a socket with a feed holds. */
  readonly socketBytes: number;
}

/** Measures every unit of work on this machine, by the processor time that the system counts, not by the clock. */
export async function measure(benchData: BenchData, say: (text: string) => void): Promise<Measured> {
  say('the edges: a server and its clients in processes of their own');
  const { socketBytes, ...edges } = await edgeCosts(benchData);
  say('folds and engines');
  const inner = await innerCosts(benchData);
  say('photos and passwords');
  const { command, ...others } = edges;
  // The cost of a command in the whole server, less the projector’s part.
  const ofCommand = Math.max(0, command - inner.folded.ms - inner.committed.ms);
  const outer = Object.fromEntries(Object.entries(others).map(([unit, ms]) => [unit, always(ms)]));
  const costs = {
    ...outer,
    ...inner,
    command: spreadAs(ofCommand, inner.folded.spread),
    picture: await pictureCost(),
    signIn: await hashCost(),
  };
  return { costs: costs as unknown as Costs, socketBytes };
}

// ---- a whole server, its clients in another process ----

const READERS = 500;
const PAGES = 300;
const PAGES_AT_ONCE = 8;
const LOAD_MS = 3_000;
const REST_LOOKS = 6;
const REST_LOOK_MS = 1_000;
/** A whole round of pings and marks of progress, which come every 25 s. */
const HELD_MS = 26_000;
const SAVES = 150;
const SAVES_MS = 3_000;

async function edgeCosts(benchData: BenchData) {
  const stage = await openStage(benchData);
  const { server, load, users, community, port } = stage;
  const half = community.posts.length / 2;
  const [posts, others] = [community.posts.slice(0, half), community.posts.slice(half)];
  // The first ones compile what they need.
  await load.ask('sendBySocket', { port, users, posts: others, milliseconds: LOAD_MS / 2 });
  const atRest = await restingShare(stage);
  const spent = async (act: () => Promise<unknown>) => {
    const from = performance.now();
    const ms = await serverMs(stage, act);
    return Math.max(0, ms - atRest * (performance.now() - from));
  };

  const takenBefore = await taken(port);
  const ofCommands = await spent(() => load.ask('sendBySocket', { port, users, posts, milliseconds: LOAD_MS }));
  const command = ofCommands / ((await taken(port)) - takenBefore);
  const page = (await spent(() => askPages(stage))) / PAGES;
  const memoryBefore = await server.ask('memory');
  const opening = (await spent(() => load.ask('openReaders', { port, topic: FEED, count: READERS }))) / READERS;
  const memory = await server.ask('memory');
  const held = (await spent(() => pause(HELD_MS))) / READERS / (HELD_MS / MS_PER_SECOND);
  const shown = await load.ask('readersHold', 'posts');
  await load.ask('countPackets');
  const steady = { port, users, posts: shown, milliseconds: SAVES_MS, perSecond: (SAVES * MS_PER_SECOND) / SAVES_MS };
  let saves = 0;
  const ofSaves = await spent(async () => {
    saves = (await load.ask('sendSteadily', steady)).length;
    await load.ask('packetsArrived', { each: saves });
  });
  const delivery = Math.max(0, ofSaves - saves * command) / (saves * READERS);
  refuseNothing({ command, page, opening, delivery });
  return { command, page, opening, held, delivery, socketBytes: (memory.resident - memoryBefore.resident) / READERS };
}

/**
 * The share of a processor that the server takes while nobody asks it anything: the least of several looks, because what
 * came before is still being worked off, compiled and collected for a while.
 */
async function restingShare(stage: Stage): Promise<number> {
  const shares: number[] = [];
  for (let look = 0; look < REST_LOOKS; look += 1) {
    shares.push((await serverMs(stage, () => pause(REST_LOOK_MS))) / REST_LOOK_MS);
  }
  return Math.min(...shares);
}

/** @throws Error work that was done is said to have cost nothing: other programs were in the way */
export function refuseNothing(costs: Readonly<Record<string, number>>): void {
  const nothing = Object.keys(costs).filter((unit) => !((costs[unit] ?? 0) > 0));
  if (nothing.length === 0) return;
  throw new Error(`No processor time was measured for ${nothing.join(', ')}: run it again on a quieter machine.`);
}

/** Milliseconds of processor time that the server takes meanwhile. */
async function serverMs({ port }: Stage, act: () => Promise<unknown>): Promise<number> {
  const before = await sample(port, 'quad_cpu_seconds');
  await act();
  return ((await sample(port, 'quad_cpu_seconds')) - before) * MS_PER_SECOND;
}

const taken = (port: number) => sample(port, 'quad_commands_total{channel="socket",outcome="accepted"}');

async function askPages({ port, users }: Stage): Promise<void> {
  await inParallel(Array(PAGES).keys(), PAGES_AT_ONCE, async (n) => {
    const headers = { cookie: users[n % users.length]?.cookie ?? '', host: `${BENCH_CAMPUS}.localhost:${port}` };
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers });
    const text = await answer.text();
    if (!answer.ok || text.length === 0) throw new Error(`The page was answered with ${answer.status}.`);
  });
}
