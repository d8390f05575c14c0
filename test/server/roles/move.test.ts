import { expect, it } from '@jest/globals';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { type MoveEnd, moveSystem } from '#server/roles/move.ts';
import { PROJECTOR_LEASE } from '#server/roles/projector.ts';
import { WORKER_LEASE } from '#server/roles/worker.ts';

/** An end of a move in memory. */
function end() {
  const [store, vault] = [createMemoryEventStore(), createMemoryVault()];
  store.begin();
  const opened: MoveEnd = { openLog: async () => store, openVault: async () => vault };
  return { ...opened, vault };
}

it.each([PROJECTOR_LEASE, WORKER_LEASE])(
  'the vault of a system in which a process has the lease %s is not moved: it would go on writing the log',
  async (lease) => {
    const [source, target] = [end(), end()];
    const epoch = await source.vault.leases.acquire(lease, 'a process', 60_000);
    expect(epoch).not.toBeNull();
    const ends = { source, target, isBeside: false, close: async () => undefined };
    const { signal: stop } = new AbortController();
    const moved = await moveSystem(ends, { onProgress: () => undefined, stop, pause: async () => undefined });
    expect(moved).toMatchObject({ obstacle: 'projector runs', vault: null });
  },
);
