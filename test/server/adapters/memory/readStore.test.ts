import { createMemoryReadStore } from '#server/adapters/memory/readStore.ts';
import { contractModels, readStoreContract } from '#test/contract/readStore.ts';

async function open() {
  const store = createMemoryReadStore(contractModels);
  return { store, dispose: () => store.close() };
}

readStoreContract('memory', open, { outlivesProcess: false });
