import type { PasskeyVault } from '../../../ports/accountVault.ts';
import { insertNew } from './changeDocument.ts';
import type { VaultCollections } from './collections.ts';

/** Passkeys: a document each, whose counter is moved on only from below. */
export function mongoPasskeys({ passkeys }: Pick<VaultCollections, 'passkeys'>): PasskeyVault {
  return {
    async add({ passkeyId, ...content }) {
      await insertNew(passkeys, { _id: passkeyId, ...content });
    },
    async find(passkeyId) {
      const found = await passkeys.findOne({ _id: passkeyId });
      if (found === null) return null;
      const { _id, ...content } = found;
      return { passkeyId, ...content };
    },
    async advance(passkeyId, counter) {
      const before = counter === 0 ? { $eq: 0 } : { $lt: counter };
      const moved = await passkeys.updateOne({ _id: passkeyId, counter: before }, { $set: { counter } });
      return moved.matchedCount === 1;
    },
    async olderThan(before) {
      const found = await passkeys
        .find({ at: { $lt: before } })
        .sort({ at: 1, _id: 1 })
        .toArray();
      return found.map(({ _id: passkeyId, userId }) => ({ passkeyId, userId }));
    },
    async remove(passkeyId) {
      await passkeys.deleteOne({ _id: passkeyId });
    },
    async removeUser(userId) {
      await passkeys.deleteMany({ userId });
    },
  };
}
