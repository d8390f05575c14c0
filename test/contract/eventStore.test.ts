import { jest } from '@jest/globals';
import { createMemoryEventStore } from '#server/adapters/memory/eventStore.ts';
import { openSqliteEventStore } from '#server/adapters/sqlite/eventStore.ts';
import { eventStoreContract } from './eventStore.ts';
import { inMemory, inTemporaryFolder } from './temporaryStore.ts';

/** For a machine that is busy with other tests: every store starts threads of its own. */
const TIME_LIMIT_MS = 60_000;
jest.setTimeout(TIME_LIMIT_MS);

const EMBEDDED = { isGapless: true, hasUniqueIds: true };

eventStoreContract('SQLite', () => inTemporaryFolder(openSqliteEventStore), { ...EMBEDDED, isDurable: true });
eventStoreContract('memory', async () => inMemory(createMemoryEventStore()), { ...EMBEDDED, isDurable: false });
