import type { Sabotage } from '../sabotage.ts';

/** Faults that only several processes over one set of stores have. */
export const processes: readonly Sabotage[] = [
  {
    name: 'vault-not-followed',
    says: 'a process does not follow what another one changes in the vault',
    edits: [
      {
        file: 'server/kernel/vaultTail.ts',
        original: 'found.forEach(handOver);',
        broken: 'reached = await changes.newest();',
      },
    ],
    foundBy: { simulate: { promise: 'P8', seed: 48 } },
  },
  {
    name: 'outcomes-of-one-process',
    says: 'a process knows only of its own tries of a command, and not of those of another process',
    edits: [
      {
        file: 'test/proof/simulate/simProcess.ts',
        original: 'createSharedOutcomes(marksOf(this.#vault, life), clock)',
        broken: 'soleWriterOutcomes(store.appendsMayLandLate, life.clock.now)',
      },
    ],
    foundBy: { simulate: { promise: 'P7', seed: 20 } },
  },
  {
    name: 'checkpoint-not-compared',
    says: 'two projectors may commit the same events, because the read store does not compare the checkpoint',
    edits: [
      {
        file: 'server/engines/memory/readStore.ts',
        original: 'if (from !== this.#checkpoint) throw new CheckpointMismatch(from, this.#checkpoint);',
        broken: 'if (from === null) throw new CheckpointMismatch(from, this.#checkpoint);',
      },
    ],
    foundBy: { simulate: { promise: 'P4', seed: 6 } },
  },
  {
    name: 'feed-not-polled',
    says: 'the hub of a process without a projector waits to be woken',
    edits: [
      {
        file: 'server/hub/hub.ts',
        original: 'if (pollEveryMs === undefined) return;',
        broken: 'if (pollEveryMs === undefined || clock !== null) return;',
      },
    ],
    foundBy: { simulate: { promise: 'P5', seed: 3 } },
  },
  {
    name: 'read-models-not-awaited',
    says: 'a process without a projector reads documents of another release',
    edits: [
      {
        file: 'server/roles/readModelsBuilt.ts',
        original: 'if (stale.length === 0) return;',
        broken: "if (stale.length === 0 || said === '') return;",
      },
    ],
    foundBy: { simulate: { promise: 'P4', seed: 81 } },
  },
];
