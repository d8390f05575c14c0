import { type Shelf, shelfKey } from '../../../ports/shelf.ts';
import { insertNew } from './changeDocument.ts';
import type { VaultCollections } from './collections.ts';

/** The secret records of a noun: a document each, whose counter is moved on only from below. */
export function mongoShelf({ shelves }: Pick<VaultCollections, 'shelves'>, noun: string): Shelf {
  const keyOf = (id: string) => shelfKey(noun, id);
  return {
    async add({ id, subject, secret, counter, at }) {
      await insertNew(shelves, { _id: keyOf(id), noun, subject, secret, counter, at });
    },
    async find(id) {
      const found = await shelves.findOne({ _id: keyOf(id) });
      if (found === null) return null;
      const { subject, secret, counter, at } = found;
      return { id, subject, secret, counter, at };
    },
    async advance(id, counter) {
      const before = counter === 0 ? { $eq: 0 } : { $lt: counter };
      const moved = await shelves.updateOne({ _id: keyOf(id), counter: before }, { $set: { counter } });
      return moved.matchedCount === 1;
    },
    async olderThan(before) {
      const found = await shelves
        .find({ noun, at: { $lt: before } })
        .sort({ at: 1, _id: 1 })
        .toArray();
      return found.map(({ _id: key, subject }) => ({ id: key.slice(keyOf('').length), subject }));
    },
    async remove(id) {
      await shelves.deleteOne({ _id: keyOf(id) });
    },
  };
}
