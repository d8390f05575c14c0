import { createMemoryEventStore } from '#server/adapters/memory/eventStore.ts';
import { openSqliteEventStore } from '#server/adapters/sqlite/eventStore.ts';
import { eventStoreContract } from './eventStore.ts';
import { inMemory, inTemporaryFolder } from './temporaryStore.ts';

const EMBEDDED = { isGapless: true, hasUniqueIds: true };

eventStoreContract('SQLite', () => inTemporaryFolder(openSqliteEventStore), { ...EMBEDDED, isDurable: true });
eventStoreContract('memory', async () => inMemory(createMemoryEventStore()), { ...EMBEDDED, isDurable: false });
