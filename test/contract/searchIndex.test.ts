import { jest } from '@jest/globals';
import { createMemorySearchIndex } from '#server/engines/memory/searchIndex.ts';
import { openSqliteSearchIndex } from '#server/engines/sqlite/search/searchIndex.ts';
import { searchIndexContract } from './searchIndex.ts';
import { inMemory, inTemporaryFolder } from './temporaryStore.ts';

/** For a machine that is busy with other tests: every index starts a thread of its own. */
const TIME_LIMIT_MS = 60_000;
jest.setTimeout(TIME_LIMIT_MS);

searchIndexContract('SQLite', () => inTemporaryFolder(async (file) => openSqliteSearchIndex(file)), {
  isDurable: true,
});
searchIndexContract('memory', async () => inMemory(createMemorySearchIndex()), { isDurable: false });
