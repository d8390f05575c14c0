import { expect, it } from '@jest/globals';
import { createMemorySearchIndex } from '#server/engines/memory/searchIndex.ts';
import type { HeldLease } from '#server/kernel/heldLease.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { closeInOrder } from '#server/roles/closing.ts';
import type { Exclusively } from '#server/roles/exclusive.ts';
import { startSearch } from '#server/roles/search.ts';
import { createLogBuilder } from '#test/projections/support/events.ts';
import { beginning, searchRig } from '#test/server/searchIndex/searchRig.ts';

/** Calls of an index that change nothing. */
const READS = ['builds', 'find', 'check', 'close'];

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise<void>((resolve) => void setImmediate(resolve));
};

it('[P10 in part] a process that was halted and has lost the lease of the search writes no index; it may still erase', async () => {
  const rig = await searchRig();
  await rig.happen(beginning(createLogBuilder()));
  const calls: string[] = [];
  const index = new Proxy(createMemorySearchIndex(), {
    get(target, name) {
      const call = Reflect.get(target, name, target) as (...words: unknown[]) => unknown;
      return (...words: unknown[]) => {
        if (!READS.includes(String(name))) calls.push(String(name));
        return call.apply(target, words);
      };
    },
  });
  let isProven = false;
  const { signal } = new AbortController();
  const lease: HeldLease = { epoch: 1, isProven: () => isProven, lost: signal, release: async () => undefined };
  let stop: () => Promise<void> = async () => undefined;
  const exclusively: Exclusively = async (_name, start) => {
    ({ stop } = await start(lease));
    return { epoch: () => 1, problem: () => null, close: stop };
  };
  const { reads, personalData, clock, store: readStore } = rig;
  const ports = { index, readStore, reads, personalData, exclusively, clock, logger: silentLogger };
  const role = await startSearch(ports, closeInOrder(silentLogger));
  clock.advance(0);
  await settled();
  expect(calls).toEqual([]);
  expect(role.indexer?.status().problem).toBe('This process has lost the lease of the search.');
  await role.forget('nobody');
  expect(calls).toEqual(['erase']);

  isProven = true;
  clock.advance(30_000);
  await settled();
  expect(role.indexer?.status().problem).toBeNull();
  expect(calls).toEqual(expect.arrayContaining(['begin', 'write', 'makeLive']));
  await stop();
  await rig.dispose();
});
