import { type Shelf, shelfKey } from '../../ports/shelf.ts';
import type { MemoryVaultState } from './vaultState.ts';

/** The secret records of a noun in a vault in memory. */
export function memoryShelf({ shelves }: Pick<MemoryVaultState, 'shelves'>, noun: string): Shelf {
  const keyOf = (id: string) => shelfKey(noun, id);
  const idOf = (key: string) => key.slice(keyOf('').length);
  return {
    async add({ id, ...content }) {
      if (!shelves.has(keyOf(id))) shelves.set(keyOf(id), { id: keyOf(id), noun, ...content });
    },
    async find(id) {
      const found = shelves.get(keyOf(id));
      if (found === undefined) return null;
      const { noun: _noun, ...record } = found;
      return { ...record, id };
    },
    async advance(id, counter) {
      const record = shelves.get(keyOf(id));
      if (record === undefined) return false;
      const isNext = counter > record.counter || (counter === 0 && record.counter === 0);
      if (isNext) shelves.set(keyOf(id), { ...record, counter });
      return isNext;
    },
    olderThan: async (before) =>
      [...shelves.values()]
        .filter((record) => record.noun === noun && record.at < before)
        .sort((a, b) => (`${a.at} ${a.id}` < `${b.at} ${b.id}` ? -1 : 1))
        .map(({ id: key, subject }) => ({ id: idOf(key), subject })),
    remove: async (id) => void shelves.delete(keyOf(id)),
  };
}
