import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import type { OutcomeVault, Vault } from '#server/ports/vault.ts';
import { LATE_APPEND_MS } from '#server/write/commandOutcomes.ts';
import { ADA, COMMENT, create, withPost } from '#test/contract/processesOutcomes.ts';
import { twoProcesses } from '../support/twoProcesses.ts';

const SEED = 20_260_304;
/** Turns of the event loop in which the facts of a command are gathered. */
const FACT_TURNS = 50;

/** Whether each copy is of the process that holds the lease of its sender. */
type Copies = readonly boolean[];

/** Copies of a command whose steps, facts and calls come in any order; each answer must be true of the log. */
async function race(scheduler: fc.Scheduler, holders: Copies, isIndexed: boolean): Promise<void> {
  const rig = await withPost(() => twoProcesses(undefined, { isIndexed }));
  const around = {
    store: (store: EventStore) => delayed(store, scheduler),
    vault: (vault: Vault) => ({ ...vault, outcomes: delayedOutcomes(vault.outcomes, scheduler) }),
  };
  const copies = holders.map((isHolder) => [rig.another(around), () => isHolder] as const);
  await scheduler.waitFor(Promise.all(copies.map(([process]) => process.follow())));
  const flips = ['', ADA, '', ADA].map((owner) =>
    scheduler.schedule(Promise.resolve()).then(() => {
      rig.files.owner = owner;
    }),
  );
  const answers = await scheduler.waitFor(Promise.allSettled(copies.map((copy) => create(...copy))));
  await scheduler.waitFor(Promise.all(flips));
  rig.clock.advance(LATE_APPEND_MS);
  // Senders without an answer ask again.
  const outcomes = [...answers, ...(await Promise.allSettled([create(rig.b)]))].flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value.ok] : [],
  );
  const hasLanded = (await rig.store.readStream(COMMENT)).some(({ type }) => type !== 'Fenced');
  expect(new Set(outcomes)).toEqual(new Set([hasLanded]));
}

describe('commands of several processes that append nothing', () => {
  it.each<readonly [string, Copies]>([
    ['of equal processes', [false, false, false]],
    ['of the holder of a lease and of one that has lost it', [true, false]],
    ['of the holder of a lease and of two that have lost it', [true, false, false]],
  ])(
    '[P7] at any interleaving of copies %s and their facts, no command that takes effect is refused',
    async (_, holders) => {
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), fc.boolean(), (scheduler, isIndexed) => race(scheduler, holders, isIndexed)),
        { seed: SEED, numRuns: 300 },
      );
    },
  );
});

it('[P7] a copy that finds the fence as it reads the log takes the answer of the one that set it', async () => {
  const rig = await withPost(twoProcesses);
  const { promise: isReading, resolve: reads } = Promise.withResolvers<void>();
  const { promise: mayRead, resolve: letRead } = Promise.withResolvers<void>();
  const slow = rig.another({
    store: (store: EventStore) => ({
      ...store,
      async readStream(stream, ...from) {
        if (stream === COMMENT) {
          reads();
          await mayRead;
        }
        return store.readStream(stream, ...from);
      },
    }),
  });
  const late = create(slow);
  await isReading;
  // Its facts, by which it would comment, are gathered meanwhile.
  for (let turn = 0; turn < FACT_TURNS; turn += 1) await setImmediate();
  rig.files.owner = '';
  const refused = await create(rig.b, () => true);
  expect(refused).toMatchObject({ ok: false });
  rig.files.owner = ADA;
  letRead();
  expect(await late).toEqual(refused);
  expect((await rig.store.readStream(COMMENT)).map(({ type }) => type)).toEqual(['Fenced']);
});

it('[P7] an append without an answer, or a try that failed, is answered as that, whatever the vault says of its mark', async () => {
  const rig = await withPost(twoProcesses);
  rig.files.owner = ADA;
  const faulty = (vault: Vault): Vault => {
    const change: OutcomeVault['change'] = async (changes) => {
      if (changes.every(({ kind }) => kind === 'begin')) return vault.outcomes.change(changes);
      throw new TypeError('A fault of the vault.');
    };
    return { ...vault, outcomes: { ...vault.outcomes, change } };
  };
  const silent = (store: EventStore): EventStore => ({
    ...store,
    async append() {
      throw new Unavailable('No answer.');
    },
  });
  const unread = (store: EventStore): EventStore => ({
    ...store,
    async readStream() {
      throw new RangeError('A fault of the store.');
    },
  });
  await expect(create(rig.another({ vault: faulty, store: silent }))).rejects.toThrow(Unavailable);
  await expect(create(rig.another({ vault: faulty, store: unread }))).rejects.toThrow(RangeError);
});

/** A point at which something waits, once, until it is let go. */
function stop() {
  const { promise: isReached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: isOpen, resolve: letGo } = Promise.withResolvers<void>();
  const wait = async () => {
    reach();
    await isOpen;
  };
  return { isReached, letGo, wait };
}

/** A vault whose next `settle` fails, as while it is away. */
function awayOnce(vault: Vault): Vault {
  let isAway = true;
  const change: OutcomeVault['change'] = async (changes) => {
    if (!isAway || changes.every(({ kind }) => kind !== 'settle')) return vault.outcomes.change(changes);
    isAway = false;
    throw new Unavailable('The vault is away.');
  };
  return { ...vault, outcomes: { ...vault.outcomes, change } };
}

it.each(['looks for others', 'marks its attempt after the fence'] as const)(
  '[P7] a copy that %s while another fences and is accepted at its second try says no “no”',
  async (where) => {
    const rig = await withPost(twoProcesses);
    const [place, read] = [stop(), stop()];
    let begun = 0;
    const halted = rig.another({
      vault: (vault: Vault) => ({
        ...vault,
        outcomes: {
          ...vault.outcomes,
          async others(...args) {
            if (where === 'looks for others') await place.wait();
            return vault.outcomes.others(...args);
          },
          async change(changes) {
            const begins = changes.some(({ kind }) => kind === 'begin');
            if (begins) begun += 1;
            if (where !== 'looks for others' && begins && begun === 2) await place.wait();
            return vault.outcomes.change(changes);
          },
        },
      }),
      store: (store: EventStore) => ({
        ...store,
        async readStream(stream, ...from) {
          if (where !== 'looks for others' && stream === COMMENT && begun === 1) await read.wait();
          return store.readStream(stream, ...from);
        },
      }),
    });
    rig.files.owner = '';
    const late = create(halted);
    await (where === 'looks for others' ? place : read).isReached;
    for (let turn = 0; turn < FACT_TURNS; turn += 1) await setImmediate();
    const holder = rig.another({ vault: awayOnce });
    await expect(create(holder, () => true)).rejects.toThrow(Unavailable);
    read.letGo();
    await place.isReached;
    rig.files.owner = ADA;
    expect(await create(holder, () => true)).toMatchObject({ ok: true });
    rig.files.owner = '';
    place.letGo();
    const [answer] = await Promise.allSettled([late]);
    expect(answer).not.toMatchObject({ status: 'fulfilled', value: { ok: false } });
    const types = (await rig.store.readStream(COMMENT)).map(({ type }) => type);
    expect(types.filter((type) => type !== 'Fenced')).toEqual(['PostCreated']);
  },
);

/** Outcomes whose calls take effect in any order. */
function delayedOutcomes(outcomes: OutcomeVault, scheduler: fc.Scheduler): OutcomeVault {
  const later = () => scheduler.schedule(Promise.resolve());
  return {
    ...outcomes,
    change: (...args) => later().then(() => outcomes.change(...args)),
    others: (...args) => later().then(() => outcomes.others(...args)),
  };
}

/** A store whose calls take effect in any order. */
function delayed(store: EventStore, scheduler: fc.Scheduler): EventStore {
  return {
    ...store,
    append: (...append) => scheduler.schedule(Promise.resolve()).then(() => store.append(...append)),
    readStream: (...read) => scheduler.schedule(Promise.resolve()).then(() => store.readStream(...read)),
    head: () => scheduler.schedule(Promise.resolve()).then(() => store.head()),
    subscribe: (after, handler, onError) =>
      store.subscribe(after, (events) => scheduler.schedule(Promise.resolve()).then(() => handler(events)), onError),
  };
}
