import { randomUUID } from 'node:crypto';
import { DEFAULT_CAMPUS } from '#domain/campus/face.ts';
import { deletions } from '#projections/deletion/collections.ts';
import { forEachOf } from '../kernel/sweeper.ts';
import { dueDocuments } from '../reactors/dueDocuments.ts';
import type { CreateSweep } from '../reactors/reactorParts.ts';

/**
 * Begins the deletions whose grace is over. The command decides again, by the stream: one that is taken back at the same
 * moment is either kept or begun, never both.
 */
export const deletionSweep: CreateSweep =
  ({ readStore, dispatcher }) =>
  (now) => {
    const due = { query: 'byStatus', values: ['requested'], before: now.toISOString() };
    return forEachOf(dueDocuments(readStore, deletions, due), 'deletions', ({ key: userId }) =>
      dispatcher.dispatch(
        { id: randomUUID(), type: 'BeginDeletion', version: 1, data: { userId } },
        { actor: { kind: 'system', name: 'sweep:deletion' }, campus: DEFAULT_CAMPUS, origin: 'server' },
      ),
    );
  };
