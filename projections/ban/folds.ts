import { type Fold, type Folds, write } from '../kernel/projection.ts';
import { bans } from './collections.ts';

const personBanned: Fold<'PersonBanned'> = {
  reads: ({ data }) => [{ collection: bans.name, key: data.userId }],
  fold: ({ data: { userId: id, by, reason, note, about }, meta: { at } }) => [
    write(bans, id, { id, status: 'standing', by, reason, note, about, bannedAt: at, changedAt: at, lifted: null }),
  ],
};

const banLifted: Fold<'BanLifted'> = {
  reads: ({ data }) => [{ collection: bans.name, key: data.userId }],
  fold({ data: { userId, by, reason }, meta: { at } }, documents) {
    const ban = documents.get(bans, userId);
    if (ban === undefined) return [];
    return [write(bans, userId, { ...ban, status: 'lifted', changedAt: at, lifted: { by, reason } })];
  },
};

/** Folds of the bans. */
export const banFolds: Folds = {
  PersonBanned: personBanned,
  BanLifted: banLifted,
};
