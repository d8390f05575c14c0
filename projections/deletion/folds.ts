import type { AnyRecordedEvent } from '#domain/registry.ts';
import { type DocumentView, type Folds, type Write, write } from '../kernel/projection.ts';
import { type Deletion, deletions } from './collections.ts';

type OfPerson = Extract<AnyRecordedEvent, { readonly data: { readonly userId: string } }>;

const own = ({ data }: Pick<OfPerson, 'data'>) => [{ collection: deletions.name, key: data.userId }];

function becoming(status: Deletion['status']) {
  return ({ data: { userId } }: Pick<OfPerson, 'data'>, documents: DocumentView): readonly Write[] => {
    const deletion = documents.get(deletions, userId);
    return deletion === undefined ? [] : [write(deletions, userId, { ...deletion, status })];
  };
}

/** Folds of the deletions of accounts. */
export const deletionFolds: Folds = {
  DeletionRequested: {
    reads: own,
    fold: ({ data: { userId: id, receipt, dueAt }, meta: { at: requestedAt } }) => [
      write(deletions, id, { id, status: 'requested', receipt, requestedAt, dueAt }),
    ],
  },
  DeletionCancelled: { reads: own, fold: ({ data: { userId } }) => [write(deletions, userId, null)] },
  DeletionBegun: { reads: own, fold: becoming('begun') },
  // Also when the operator has erased the person before the end of the grace.
  SubjectErased: { reads: own, fold: becoming('done') },
};
