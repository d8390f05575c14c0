import { setTimeout as pause } from 'node:timers/promises';
import { START } from '#projections/sync/position.ts';
import { type Follower, openFollower } from './follower.ts';
import { Reader } from './reader.ts';
import { now } from './senders.ts';

/** Readers that connect at a time, so that a thousand do not knock at once. */
const KNOCK_TOGETHER = 50;
const LOOK_EVERY_MS = 10;
/** Milliseconds after which readers count as lost. */
const PATIENCE_MS = 60_000;

/** Return of readers: milliseconds of each, and the number that never returned. */
export interface Returned {
  readonly milliseconds: readonly number[];
  readonly lost: number;
}

/** Waits for something. @returns whether it came within the patience of a reader */
export async function until(look: () => boolean): Promise<boolean> {
  const givenUpAt = now() + PATIENCE_MS;
  while (!look()) {
    if (now() > givenUpAt) return false;
    await pause(LOOK_EVERY_MS);
  }
  return true;
}

/** The readers of a process. */
export function createReaders() {
  let readers: Reader[] = [];
  let follower: Follower | null = null;
  let counted = 0;

  return {
    /** Opens that many more readers of a topic, all caught up. */
    async open({ port, topic, count }: { readonly port: number; readonly topic: string; readonly count: number }) {
      for (let opened = 0; opened < count; opened += KNOCK_TOGETHER) {
        const some = Array.from({ length: Math.min(KNOCK_TOGETHER, count - opened) }, () => new Reader(port, topic));
        readers.push(...some);
        if (!(await until(() => some.every(({ isCaughtUp }) => isCaughtUp)))) throw new Error('Readers did not open.');
      }
    },
    /** Keys of the documents of a collection that the readers hold. */
    async hold(collection: string): Promise<readonly string[]> {
      const ids = [...(readers[0]?.versions.keys() ?? [])];
      return ids.filter((id) => id.startsWith(`${collection} `)).map((id) => id.slice(collection.length + 1));
    },
    async countPackets() {
      counted = readers.reduce((sum, { packets }) => sum + packets, 0);
    },
    /**
     * Waits until that many more packets have arrived at each reader; returns the time of the last one (ms since 1970).
     */
    async packetsArrived({
      each,
    }: {
      readonly each: number;
    }): Promise<{ readonly at: number; readonly missing: number }> {
      const missing = () => counted + each * readers.length - readers.reduce((sum, { packets }) => sum + packets, 0);
      await until(() => missing() <= 0);
      return { at: Math.max(...readers.map(({ lastPacketAt }) => lastPacketAt)), missing: missing() };
    },
    async openFollower({ port, topic }: { readonly port: number; readonly topic: string }) {
      const opened = openFollower(port, topic);
      follower = opened;
      const isLive = () => opened.store.view.getState().topics[topic]?.status === 'live';
      if (!(await until(isLive))) throw new Error('The follower did not open.');
      const posts = opened.store.view.getState().windows[topic] ?? [];
      return { posts: [...posts] };
    },
    /** The follower's arrivals after a position, once it has received everything up to another. */
    async followed({ upTo, after = START }: { readonly upTo: string; readonly after?: string }) {
      const arrivals = () => follower?.arrivals ?? [];
      await until(() => (arrivals().at(-1)?.[0] ?? START) >= upTo);
      return arrivals().filter(([position]) => position > after);
    },
    /** Waits until all readers are up to date again after a break; answers how long after its end each was. */
    async awaitReturn({ from, to }: { readonly from: number; readonly to: number }): Promise<Returned> {
      await until(() => readers.every(({ caughtUpAt }) => caughtUpAt > from));
      const back = readers.filter(({ caughtUpAt }) => caughtUpAt > from);
      return {
        milliseconds: back.map(({ caughtUpAt }) => Math.max(0, caughtUpAt - to)),
        lost: readers.length - back.length,
      };
    },
    /**
     * Disconnects readers at random for a while: each is away for 0.1 to 10 s at a time, about 30% at any moment.
     *
     * @returns milliseconds until each was up to date after its return
     */
    async dropAtRandom({ milliseconds }: { readonly milliseconds: number }): Promise<readonly number[]> {
      const took: number[] = [];
      const endAt = now() + milliseconds;
      const one = async (reader: Reader) => {
        await pause(Math.random() * PRESENT_MAX_MS);
        while (now() < endAt) {
          reader.leave();
          await pause(AWAY_MIN_MS + Math.random() * (AWAY_MAX_MS - AWAY_MIN_MS));
          const since = now();
          reader.comeBack();
          await until(() => reader.isCaughtUp);
          took.push(now() - since);
          await pause(Math.random() * PRESENT_MAX_MS);
        }
      };
      await Promise.all(readers.map(one));
      return took;
    },
    /** Compares each reader's documents with those of a new one. @returns the number of readers that differ */
    async compare({
      port,
      topic,
    }: {
      readonly port: number;
      readonly topic: string;
    }): Promise<{ readonly differing: number }> {
      const fresh = new Reader(port, topic);
      if (!(await until(() => fresh.isCaughtUp))) throw new Error('A fresh reader did not open.');
      const expected = [...fresh.versions];
      fresh.leave();
      const isEqual = ({ versions }: Reader) => expected.every(([id, version]) => versions.get(id) === version);
      await until(() => readers.every(isEqual));
      return { differing: readers.filter((reader) => !isEqual(reader)).length };
    },
    async close() {
      for (const reader of readers) reader.leave();
      readers = [];
      follower?.stop();
      follower = null;
    },
  };
}

const AWAY_MIN_MS = 100;
const AWAY_MAX_MS = 10_000;
/** On average 5 s away after 11.8 s of presence: 30% of the time. */
const PRESENT_MAX_MS = 23_600;
