import { setTimeout as pause } from 'node:timers/promises';
import { laterPosition, START } from '#projections/sync/position.ts';
import { startChild } from '../child.ts';
import type { SignedUp } from '../clients/newcomers.ts';
import { atMost, below, type Figure, type Row, ratioAtLeast, ratioAtMost, row } from '../figure.ts';
import type { BareJobs } from '../processes/bare.ts';
import type { LoadJobs } from '../processes/load.ts';
import { FEED, openStage, type Stage, sample } from '../stage.ts';
import { quantile } from '../statistics.ts';

const DELAY_P99 = 'quad_event_loop_delay_seconds{quantile="0.99"}';
const MAILS_SENT = 'quad_mails_total{outcome="accepted"}';
const MS_PER_SECOND = 1_000;
const MIB = 2 ** 20;
/** People who wait for their answers at a time: fewer than may wait to be hashed. */
const WAITING = 64;
/** People who sign up before anything is measured. */
const WARM_UP = 8;
const USERS = 64;
/** Saves a second of others; within a slice each user saves as often. */
const PER_SECOND = 64;
const SLICE_MS = 4_000;
/** Milliseconds between two looks whether all mails are out, and until the last one must be. */
const LOOK_EVERY_MS = 250;
const MAILS_MAX_MS = 120_000;

/** Latencies of others while something goes on. */
interface Noticed {
  /** Milliseconds from the acknowledgement of a save until another store showed it. */
  readonly seen: readonly number[];
  /** Event-loop delay of the server in milliseconds: the p99 of each slice. */
  readonly delays: readonly number[];
}

/** Other people, who save posts steadily and follow the feed. */
interface Others {
  /** Measures them while something goes on. */
  during(something: Promise<unknown>): Promise<Noticed>;
}

/** The figures of one run. */
interface Measured {
  readonly quiet: Noticed;
  /** Beside a process that hashes as much and signs nobody up. */
  readonly crowded: Noticed;
  readonly busy: Noticed;
  readonly signedUp: SignedUp;
  /** Passwords a second that this process hashed. */
  readonly raw: number;
  /** Memory before and after, in bytes, collected. */
  readonly before: number;
  readonly after: number;
  /** Milliseconds from the last sign-up until the last code was mailed. */
  readonly mailedAfter: number;
}

/**
 * People sign up, with passwords hashed as in the product, while others use the feed. The others' way to another store
 * stands beside the same without sign-ups, while a process that is not ours hashes as much: what remains is ours.
 */
export const signUps: Figure = {
  name: 'sign-ups',
  from: 'quick',
  async measure(benchData) {
    const count = benchData.pick({ quick: 100, default: 1_000, full: 10_000 });
    const milliseconds = SLICE_MS * benchData.pick({ quick: 1, default: 3, full: 5 });
    const stage = await openStage(benchData, { users: USERS });
    const { port, server } = stage;
    const bare = startChild<BareJobs>('bare');
    const newcomers = startChild<LoadJobs>('load');
    benchData.after(() => Promise.all([bare.end('SIGKILL'), newcomers.end('SIGKILL')]));
    const others = await openOthers(stage);
    // Code that runs for the first time is slow: it is excluded.
    const first = newcomers.ask('signUpAll', { port, count: WARM_UP, from: 0, waiting: WARM_UP });
    await others.during(first);

    const quiet = await others.during(pause(milliseconds));
    const hashing = bare.ask('hash', { milliseconds });
    const crowded = await others.during(hashing);
    const before = await server.ask('memory');
    const mails = await sample(port, MAILS_SENT);
    const signingUp = newcomers.ask('signUpAll', { port, count, from: WARM_UP, waiting: WAITING });
    const busy = await others.during(signingUp);
    const mailedAfter = await untilMailed(port, mails + count);
    const after = await server.ask('memory');
    return rowsOf(count, {
      ...{ quiet, crowded, busy, mailedAfter, before: before.resident, after: after.resident },
      ...{ raw: await hashing, signedUp: await signingUp },
    });
  },
};

async function openOthers({ port, users, load }: Stage): Promise<Others> {
  const { posts } = await load.ask('openFollower', { port, topic: FEED });
  const senders = { port, users, posts, milliseconds: SLICE_MS, perSecond: PER_SECOND };
  let skip = 0;
  let after = START;
  return {
    async during(something) {
      let isOver = false;
      const over = something.finally(() => {
        isOver = true;
      });
      const delays: number[] = [];
      const seen: number[] = [];
      await sample(port, DELAY_P99);
      do {
        const sent = await load.ask('sendSteadily', { ...senders, skip });
        skip += (SLICE_MS / MS_PER_SECOND) * PER_SECOND;
        delays.push((await sample(port, DELAY_P99)) * MS_PER_SECOND);
        const upTo = sent.reduce((last, [position]) => laterPosition(last, position), START);
        const followed = await load.ask('followed', { upTo, after });
        after = upTo;
        const shownAt = new Map(followed.map(([position, , at]) => [position, at]));
        for (const [position, , at] of sent) seen.push(Math.max(0, (shownAt.get(position) ?? Number.NaN) - at));
      } while (!isOver);
      await over;
      return { seen, delays };
    },
  };
}

/** Waits until that many mails were sent. @returns the milliseconds that it took; `NaN`: too long */
async function untilMailed(port: number, mails: number): Promise<number> {
  const startedAt = performance.now();
  while ((await sample(port, MAILS_SENT)) < mails) {
    if (performance.now() - startedAt > MAILS_MAX_MS) return Number.NaN;
    await pause(LOOK_EVERY_MS);
  }
  return performance.now() - startedAt;
}

function rowsOf(count: number, { quiet, crowded, busy, signedUp, ...measured }: Measured): readonly Row[] {
  const { perSecond, p50, p99, refused } = signedUp;
  const { raw, before, after, mailedAfter } = measured;
  const refusals = Object.values(refused).reduce((sum, each) => sum + each, 0);
  const name = `${count.toLocaleString('en-US')} sign-ups over HTTP`;
  /** By Little's law, what a sign-up of so many takes where hashing is all that it does. */
  const hashed = (WAITING * MS_PER_SECOND) / raw;
  const noticed = (share: number) => [quiet, crowded, busy].map(({ seen }) => quantile(seen, share));
  const [quietP50 = Number.NaN, crowdedP50 = Number.NaN, busyP50 = Number.NaN] = noticed(0.5);
  const [quietP99 = Number.NaN, crowdedP99 = Number.NaN, busyP99 = Number.NaN] = noticed(0.99);
  const [crowdedDelay = null, busyDelay = Number.NaN] = [crowded, busy].map((each) => quantile(each.delays, 0.5));
  return [
    row(`${name}, ${WAITING} at a time`, perSecond, 'people/s', { limit: raw, goal: ratioAtLeast(0.7) }),
    row(`${name}, p50`, p50, 'ms', { limit: hashed }),
    row(`${name}, p99`, p99, 'ms', { limit: hashed, goal: ratioAtMost(2) }),
    row(`${name}, refused`, refusals, 'people', { goal: atMost(0) }),
    row(`${name}, last code mailed after the last one`, mailedAfter, 'ms', { goal: below(5_000) }),
    row(`${name}: memory held afterwards`, after / MIB, 'MB', { limit: before / MIB, goal: ratioAtMost(1.5) }),
    row('meanwhile: event-loop delay, p99', busyDelay, 'ms', { limit: crowdedDelay, goal: ratioAtMost(2) }),
    row("meanwhile: others' saves, acknowledged → seen, p50", busyP50, 'ms', { limit: crowdedP50 }),
    row("meanwhile: others' saves, acknowledged → seen, p99", busyP99, 'ms', {
      limit: crowdedP99,
      goal: ratioAtMost(2),
    }),
    row('  the same without sign-ups, nothing hashed, p50', quietP50, 'ms'),
    row('  the same without sign-ups, nothing hashed, p99', quietP99, 'ms'),
  ];
}
