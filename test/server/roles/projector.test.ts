import { expect, it } from '@jest/globals';
import { eventDefinitions } from '#domain/registry.ts';
import { START, UnknownEvent } from '#projections/engine/eventLog.ts';
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
import { startProjector } from '#server/roles/projector.ts';
import { sampleEvents, sampleStream } from '#test/contract/eventStoreSamples.ts';

type Start = (lease: HeldLease | null) => Promise<LeasedWork>;

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
  let start: Start = async () => ({ stop: async () => undefined });
  const role = await startProjector(
    {
      log,
      store,
      readStore,
      builder: createMemoryBuilder(readStore, log.sealed, projections),
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
  const lease: HeldLease = { epoch: 1, isProven: () => true, lost: signal, release: async () => undefined };
  return { store, readStore, role, commits, begin: () => start(lease) };
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
