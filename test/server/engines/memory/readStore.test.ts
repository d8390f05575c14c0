import { createMemoryReadStore } from '#server/engines/memory/readStore.ts';
import { contractModels, readStoreContract } from '#test/contract/readStore.ts';

async function open() {
  const store = createMemoryReadStore(contractModels);
  return { store, dispose: () => store.close() };
}

readStoreContract('memory', open, { outlivesProcess: false });
