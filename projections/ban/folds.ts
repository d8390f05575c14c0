import { type DocumentView, type Fold, type Folds, write } from '../kernel/projection.ts';
import { bannedAddresses, bans } from './collections.ts';

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

const addressesOf = (documents: DocumentView, userId: string) =>
  documents.get(bannedAddresses, userId)?.addresses ?? [];

const addressBanned: Fold<'AddressBanned'> = {
  reads: ({ data }) => [{ collection: bannedAddresses.name, key: data.userId }],
  fold({ data: { userId: id, address } }, documents) {
    const addresses = [...new Set([...addressesOf(documents, id), address])];
    return [write(bannedAddresses, id, { id, addresses })];
  },
};

const addressFreed: Fold<'AddressFreed'> = {
  reads: ({ data }) => [{ collection: bannedAddresses.name, key: data.userId }],
  fold({ data: { userId: id, address } }, documents) {
    const addresses = addressesOf(documents, id).filter((each) => each !== address);
    return [write(bannedAddresses, id, addresses.length === 0 ? null : { id, addresses })];
  },
};

/** Folds of the bans. */
export const banFolds: Folds = {
  PersonBanned: personBanned,
  BanLifted: banLifted,
  AddressBanned: addressBanned,
  AddressFreed: addressFreed,
};
