import { randomUUID } from 'node:crypto';
import { DEFAULT_CAMPUS } from '#domain/campus/face.ts';
import { type Deletion, deletions } from '#projections/deletion/collections.ts';
import type { CreateSweep } from '../reactors/reactorParts.ts';

/** Deletions that are read at once. */
const STEP_DELETIONS = 100;

/**
 * Begins the deletions whose grace is over. The command decides again, by the stream: one that is taken back at the same
 * moment is either kept or begun, never both.
 */
export const deletionSweep: CreateSweep =
  ({ readStore, dispatcher }) =>
  async (now) => {
    for (let below = now.toISOString(); ; ) {
      const page = { below, atOrAbove: null, limit: STEP_DELETIONS };
      const due = await readStore.query(deletions.name, 'byStatus', ['requested'], page);
      for (const { key: userId } of due) {
        await dispatcher.dispatch(
          { id: randomUUID(), type: 'BeginDeletion', version: 1, data: { userId } },
          { actor: { kind: 'system', name: 'sweep:deletion' }, campus: DEFAULT_CAMPUS, origin: 'server' },
        );
      }
      const last = due.at(-1)?.doc as Deletion | undefined;
      if (last === undefined || due.length < STEP_DELETIONS) return;
      below = last.dueAt;
    }
  };
