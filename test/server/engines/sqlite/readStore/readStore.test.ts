import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteReadStore } from '#server/engines/sqlite/readStore/readStore.ts';
import { contractModels, readStoreContract } from '#test/contract/readStore.ts';

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'quad-read-'));
  let store = await openSqliteReadStore(folder, contractModels);
  return {
    store,
    async reopen() {
      await store.close();
      store = await openSqliteReadStore(folder, contractModels);
      return store;
    },
    async dispose() {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

readStoreContract('sqlite', open, { outlivesProcess: true });
