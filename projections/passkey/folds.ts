import type { PasskeyEvent } from '#domain/passkey/events.ts';
import { type Fold, type Folds, write } from '../kernel/projection.ts';
import { passkeys } from './collections.ts';

const reads = ({ data }: { readonly data: PasskeyEvent['data'] }) => [
  { collection: passkeys.name, key: data.passkeyId },
];

const passkeyAdded: Fold<'PasskeyAdded'> = {
  reads,
  fold: ({ data: { passkeyId: id, userId: user, name, site }, meta: { at: addedAt }, position: order }) => [
    write(passkeys, id, { id, user, name, site, addedAt, order }),
  ],
};

const passkeyRenamed: Fold<'PasskeyRenamed'> = {
  reads,
  fold({ data: { passkeyId, name } }, documents) {
    const before = documents.get(passkeys, passkeyId);
    return before === undefined || before === null ? [] : [write(passkeys, passkeyId, { ...before, name })];
  },
};

const passkeyRemoved: Fold<'PasskeyRemoved'> = {
  reads,
  fold: ({ data: { passkeyId } }) => [write(passkeys, passkeyId, null)],
};

/** How each event changes a user's passkeys. */
export const passkeyFolds: Folds = {
  PasskeyAdded: passkeyAdded,
  PasskeyRenamed: passkeyRenamed,
  PasskeyRemoved: passkeyRemoved,
};
