import { createMemorySearchIndex } from '#server/engines/memory/searchIndex.ts';
import { openSqliteSearchIndex } from '#server/engines/sqlite/search/searchIndex.ts';
import { searchIndexContract } from './searchIndex.ts';
import { inMemory, inTemporaryFolder } from './temporaryStore.ts';

searchIndexContract('SQLite', () => inTemporaryFolder(async (file) => openSqliteSearchIndex(file)), {
  isDurable: true,
});
searchIndexContract('memory', async () => inMemory(createMemorySearchIndex()), { isDurable: false });
