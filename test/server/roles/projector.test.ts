import { describe, expect, it } from '@jest/globals';
import { eventDefinitions } from '#domain/registry.ts';
import { type EventLog, START, Unavailable, UnknownEvent } from '#projections/engine/eventLog.ts';
import { readModels } from '#projections/engine/readModels.ts';
import { CheckpointMismatch } from '#projections/engine/readStore.ts';
import { projections } from '#projections/registry.ts';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createMemoryBuilder } from '#server/engines/memory/readStoreBuilder.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import type { HeldLease } from '#server/kernel/heldLease.ts';
import type { LeasedWork } from '#server/kernel/whileLeased.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { NewEvent } from '#server/ports/eventStore.ts';
import { closeInOrder } from '#server/roles/closing.ts';
import { ControlFailed } from '#server/roles/control.ts';
import { PROJECTS_NO_LONGER, startProjector } from '#server/roles/projector.ts';
import { readModelVerbs } from '#server/roles/readModelVerbs.ts';
import { sampleEvents, sampleStream } from '#test/contract/eventStoreSamples.ts';
import { append, HISTORY } from '#test/contract/readStoreBuild.ts';

/** Events that are written before an order is given. */
const WRITTEN_EVENTS = 10;
/** Most of them that a build gets at a time: less than it needs. */
const READ_EVENTS = 3;
/** Milliseconds for which a test waits for them. */
const FOLD_TIMEOUT_MS = 20_000;

type Start = (lease: HeldLease | null) => Promise<LeasedWork>;

/** Reads of the log by builds, which the test can hold up. */
function heldReads() {
  let gate = Promise.resolve();
  let open: () => void = () => undefined;
  let arrived: () => void = () => undefined;
  let count = 0;
  return {
    count: () => count,
    async pass() {
      count += 1;
      arrived();
      await gate;
    },
    /** Holds up the next read. @returns a promise of its coming */
    hold(): Promise<void> {
      ({ promise: gate, resolve: open } = Promise.withResolvers<void>());
      return new Promise((resolve) => {
        arrived = resolve;
      });
    },
    release: () => open(),
  };
}

/**
 * A projector's role whose right to project the test gives and takes.
 *
 * @param takeOver of the read models, by the epoch of the lease
 */
async function rig(takeOver: (epoch: number) => Promise<void> = async () => undefined) {
  const store = createMemoryEventStore();
  const log = createEventLog(store, createMemoryVault().keys, eventDefinitions);
  const readStore = createMemoryReadStore(readModels);
  const commits: string[] = [];
  const reads = heldReads();
  const built: Pick<EventLog, 'readAll'> = {
    async readAll(after, limit) {
      await reads.pass();
      return log.sealed.readAll(after, Math.min(limit, READ_EVENTS));
    },
  };
  let start: Start = async () => ({ stop: async () => undefined });
  const role = await startProjector(
    {
      log,
      store,
      readStore,
      builder: createMemoryBuilder(readStore, built, projections),
      takeOver,
      onCommit: ({ to }) => void commits.push(to),
      onPrepared: async () => undefined,
      exclusively: async (_name, given) => {
        start = given;
        return { isActive: () => false, epoch: () => null, problem: () => null, close: async () => undefined };
      },
      logger: silentLogger,
    },
    closeInOrder(silentLogger),
  );
  const { signal } = new AbortController();
  let isProven = true;
  const lease: HeldLease = { epoch: 1, isProven: () => isProven, lost: signal, release: async () => undefined };
  const lose = () => {
    isProven = false;
  };
  const builder = createMemoryBuilder(readStore, built, projections);
  const verbs = readModelVerbs({
    log: log.sealed,
    store,
    readStore,
    projector: role,
    builder,
    indexer: null,
    reactors: [],
  });
  /** Writes some events, and waits for the projector, if it runs. */
  const write = async () => {
    await append({ events: store }, await log.seal(HISTORY.slice(0, WRITTEN_EVENTS)));
    await role.current()?.waitFor(await store.head(), FOLD_TIMEOUT_MS);
  };
  /** Gives an order about read models, as the command line does. */
  const order = async (name: string) => verbs[name]?.(null, () => undefined);
  const begin = () => {
    isProven = true;
    return start(lease);
  };
  return { store, readStore, role, commits, lose, reads, write, order, begin };
}

it('a projector that cannot be announced does not go on beside the next one', async () => {
  const { store, role, commits, begin } = await rig();
  await role.onActive(async () => {
    throw new Error('The disk is full.');
  });
  await expect(begin()).rejects.toThrow('The disk is full.');
  expect(role.current()).toBeNull();
  await store.append(sampleStream(), -1, sampleEvents(1));
  await new Promise((resolve) => setImmediate(resolve));
  expect(commits).toEqual([]);
});

it('a projector that stops by itself says so, that its lease goes to another process', async () => {
  const { store, begin } = await rig();
  const { ended, stop } = await begin();
  expect(ended?.aborted).toBe(false);
  const stopped = new Promise((resolve) => ended?.addEventListener('abort', resolve));
  const [event] = sampleEvents(1) as [NewEvent];
  await store.append(sampleStream(), -1, [{ ...event, type: 'OfferMade' }]);
  await stopped;
  expect(ended?.reason).toBeInstanceOf(UnknownEvent);
  await stop();
});

it('[P4 in part] takes the read models over by the epoch of its lease, before it reads or writes them', async () => {
  const epochs: number[] = [];
  const { role, commits, begin } = await rig(async (epoch) => {
    expect([role.current(), commits]).toEqual([null, []]);
    epochs.push(epoch);
  });
  const { stop } = await begin();
  expect(epochs).toEqual([1]);
  await stop();
});

it('does not project where a newer epoch has taken the read models over', async () => {
  const { role, commits, begin } = await rig(async () => {
    throw new CheckpointMismatch(START, START);
  });
  await expect(begin()).rejects.toThrow(CheckpointMismatch);
  expect([role.current(), commits]).toEqual([null, []]);
});

it('[P4 in part] notes the newest era when it stops', async () => {
  const { store, readStore, begin } = await rig();
  const newest = async () => (await store.eras()).at(-1)?.id;
  const { stop } = await begin();
  store.begin();
  const noted = await newest();
  await stop();
  expect(await readStore.era()).toBe(noted);
});

describe('a process that loses the lease', () => {
  it.each(['rebuild', 'verify', 'projections.retry'])(
    'ends %s at once, says so, and stops no further one',
    async (name) => {
      const { write, reads, order, begin } = await rig();
      const { stop } = await begin();
      await write();
      const { generation } = await liveOf(order);
      const reading = reads.hold();
      const given = order(name);
      const failed = expect(given).rejects.toThrow(new Unavailable(PROJECTS_NO_LONGER));
      await reading;
      let hasStopped = false;
      const stopped = stop().then(() => {
        hasStopped = true;
      });
      // Though the log has not answered the build yet.
      await failed;
      await new Promise((resolve) => setImmediate(resolve));
      const read = reads.count();
      // It is not started again in this process as long as the build is there.
      expect(hasStopped).toBe(false);
      reads.release();
      await stopped;
      expect(reads.count()).toBe(read);
      await expect(order(name)).rejects.toThrow(ControlFailed);
      const again = await begin();
      expect(await order(name)).toMatchObject({ differences: [], parked: [] });
      expect(generation).toBe((await liveOf(order)).generation);
      await again.stop();
    },
  );

  it('does not go on with an order when it has learnt of it by no signal, and calls nothing a difference', async () => {
    const { write, reads, order, lose, begin } = await rig();
    const { stop } = await begin();
    await write();
    const reading = reads.hold();
    const given = order('verify');
    await reading;
    lose();
    reads.release();
    await expect(given).rejects.toThrow(PROJECTS_NO_LONGER);
    await stop();
  });

  it('goes on with what it builds at its start, which may have been prepared, and does not project then', async () => {
    const { write, role, readStore, store, reads, lose, begin } = await rig();
    await write();
    const reading = reads.hold();
    const begun = begin();
    await reading;
    lose();
    reads.release();
    await expect(begun).rejects.toThrow(PROJECTS_NO_LONGER);
    expect(role.current()).toBeNull();
    expect(await readStore.checkpoint()).toBe(await store.head());
    await (await begin()).stop();
  });

  it('is not announced any more, also when it loses it while it starts', async () => {
    const { readStore, role, lose, begin } = await rig();
    let announced = 0;
    await role.onActive(async () => {
      announced += 1;
    });
    const parked = readStore.parked.bind(readStore);
    readStore.parked = async () => {
      lose();
      return parked();
    };
    await expect(begin()).rejects.toThrow(PROJECTS_NO_LONGER);
    readStore.parked = parked;
    expect([announced, role.current()]).toEqual([0, null]);
    const { stop } = await begin();
    expect(announced).toBe(1);
    lose();
    await role.onActive(async () => {
      announced += 1;
    });
    expect(announced).toBe(1);
    await stop();
  });

  it('can say, while it is being announced, that it has lost it', async () => {
    const { role, lose, begin } = await rig();
    const said: boolean[] = [];
    await role.onActive(async (isActive) => {
      said.push(isActive());
      lose();
      said.push(isActive());
    });
    const { stop } = await begin();
    expect(said).toEqual([true, false]);
    await stop();
  });
});

/** The generation that is live, as the command line learns it. */
async function liveOf(order: (name: string) => Promise<unknown>): Promise<{ readonly generation: string }> {
  return (await order('projections')) as { readonly generation: string };
}
