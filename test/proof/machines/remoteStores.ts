import type { ReadStore } from '#projections/engine/readStore.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import type { OutcomeChange, Vault } from '#server/ports/vault.ts';
import type { Unit } from './costs.ts';
import type { Machine } from './queues.ts';
import type { World } from './world.ts';

/** Events that are pushed at once: more would be opened in several turns of the real event loop, which time does not wait for. */
const PUSHED_AT_ONCE = 50;

/** The engines of all processes, each on a machine of its own, with what a call of each costs. */
export interface Engines {
  /** A call of an engine: there, its work, what it does, and back. @param count how often the unit is done in it */
  call<Answer>(
    engine: Machine,
    unit: Unit,
    act: () => Promise<Answer>,
    count?: number | ((answer: Answer) => number),
  ): Promise<Answer>;
  /** Work of an engine that nobody waits for. */
  burden(engine: Machine, unit: Unit, count: number): void;
}

export function createEngines({ time, draw, insideMs, engineFactor }: World): Engines {
  const hop = () => new Promise<void>((resolve) => void time.after(insideMs, resolve));
  const work = (engine: Machine, unit: Unit, count: number) => {
    engine.count(unit, count);
    return engine.work(engineFactor * draw(unit, count));
  };
  return {
    async call(engine, unit, act, count = 1) {
      await hop();
      if (typeof count === 'number') await work(engine, unit, count);
      // The answer is there when the work is done.
      const [outcome] = await time.during(Promise.allSettled([act()]));
      if (typeof count === 'function' && outcome.status === 'fulfilled') await work(engine, unit, count(outcome.value));
      await hop();
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    },
    burden: (engine, unit, count) => void work(engine, unit, count),
  };
}

/** The event store as a process sees it. @param landed called with every append when it is there */
export function remoteEventStore(
  store: EventStore,
  machine: Machine,
  { call, burden }: Engines,
  landed: (position: string, commandId: string) => void,
): EventStore {
  return {
    ...store,
    eras: () => store.eras(),
    head: () => call(machine, 'logRead', () => store.head()),
    readStream: (...of) =>
      call(
        machine,
        'logRead',
        () => store.readStream(...of),
        (events) => 1 + events.length,
      ),
    append: (stream, revision, events) =>
      call(machine, 'append', async () => {
        const outcome = await store.append(stream, revision, events);
        landed(outcome.position, events[0]?.meta.commandId ?? '');
        return outcome;
      }),
    subscribe: (after, handler, onError) =>
      store.subscribe(
        after,
        async (events) => {
          // It is pushed: the store has its work, and the reader waits for the way alone.
          burden(machine, 'logRead', events.length);
          for (let from = 0; from < events.length; from += PUSHED_AT_ONCE) {
            await handler(events.slice(from, from + PUSHED_AT_ONCE));
          }
        },
        onError,
      ),
  };
}

/** The read models as a process sees them. */
export function remoteReadStore(store: ReadStore, machine: Machine, { call, burden }: Engines): ReadStore {
  const found = (answer: readonly unknown[]) => 1 + answer.length;
  return {
    generations: () => store.generations(),
    stale: () => store.stale(),
    checkpoint: () => call(machine, 'feedPoll', () => store.checkpoint()),
    get: (refs) => call(machine, 'document', () => store.get(refs), found),
    query: (...query) => call(machine, 'document', () => store.query(...query), found),
    scan: (...part) => call(machine, 'document', () => store.scan(...part), found),
    leftSince: (...left) => call(machine, 'document', () => store.leftSince(...left), found),
    feedEnd: () => call(machine, 'feedPoll', () => store.feedEnd()),
    feedAfter: async (...after) => {
      const page = await call(machine, 'feedPoll', () => store.feedAfter(...after));
      if (page !== null && page.rows.length > 0) burden(machine, 'document', page.rows.length);
      return page;
    },
    // With the commit that follows: what an event costs was measured for both together.
    load: (wanted) => call(machine, 'committed', () => store.load(wanted), 0),
    commit: (batch) => call(machine, 'committed', () => store.commit(batch), eventsOf(batch.rows)),
    feedFloor: () => store.feedFloor(),
    parked: () => store.parked(),
    lastRecording: () => store.lastRecording(),
    era: () => store.era(),
    noteEra: (era) => store.noteEra(era),
    close: () => store.close(),
  };
}

const eventsOf = (rows: readonly { readonly position: string }[]) =>
  Math.max(1, new Set(rows.map(({ position }) => position)).size);

/** The vault as a process sees it: what commands and readers ask of it. */
export function remoteVault(vault: Vault, machine: Machine, { call }: Engines): Pick<Vault, 'keys' | 'outcomes'> {
  const remote = <Area extends object>(area: Area): Area => {
    const calls = Object.entries(area).map(([name, act]) => [
      name,
      (...args: never[]) => call(machine, 'vaultCall', () => (act as (...args: never[]) => Promise<unknown>)(...args)),
    ]);
    return Object.fromEntries(calls) as Area;
  };
  const outcomes = {
    ...remote(vault.outcomes),
    // Each change costs the machine a call, though all go there together.
    change: (changes: readonly OutcomeChange[]) =>
      call(machine, 'vaultCall', () => vault.outcomes.change(changes), changes.length),
  };
  return { keys: remote(vault.keys), outcomes };
}
