import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { HeldLease } from '#server/kernel/heldLease.ts';
import type { LeasedWork } from '#server/kernel/whileLeased.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { closeInOrder } from '#server/roles/closing.ts';
import { startSearch } from '#server/roles/search.ts';
import { createLogBuilder, creation, id, topLevel } from '#test/projections/support/events.ts';
import { beginning, type SearchRig, searchRig } from '#test/server/searchIndex/searchRig.ts';

/** Milliseconds between two looks at the feed. */
const POLL_MS = 1_000;

let rig: SearchRig;
beforeEach(async () => {
  rig = await searchRig();
});
afterEach(() => rig.dispose());

it('[P10] a process that was halted writes nothing into the search once its lease may be another one’s', async () => {
  const log = createLogBuilder();
  await rig.happen(beginning(log));
  let isProven = true;
  const lease: HeldLease = {
    epoch: 1,
    isProven: () => isProven,
    lost: new AbortController().signal,
    release: async () => undefined,
  };
  let work: LeasedWork | null = null;
  const { indexer } = await startSearch(
    {
      ...{ index: rig.index, reads: rig.reads, personalData: rig.personalData, clock: rig.clock },
      readStore: rig.store as never,
      pollEveryMs: POLL_MS,
      logger: silentLogger,
      exclusively: async (_name, start) => {
        work = await start(lease);
        return { epoch: () => 1, problem: () => null, close: async () => undefined };
      },
    },
    closeInOrder(silentLogger),
  );
  const look = async () => {
    rig.clock.advance(2 * POLL_MS);
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  };
  await look();
  expect(await rig.found('post', 'red')).toEqual([id('bike')]);

  isProven = false;
  await rig.happen([log.add('PostCreated', creation(topLevel('desk', 'ann'), 'A red desk'))]);
  await look();
  expect(await rig.found('post', 'red')).toEqual([id('bike')]);
  expect(indexer?.status().problem).toContain('lost the lease');
  await (work as LeasedWork | null)?.stop();
});
