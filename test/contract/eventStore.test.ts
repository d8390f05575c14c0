import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { openSqliteEventStore } from '#server/engines/sqlite/log/eventStore.ts';
import { eventStoreContract } from './eventStore.ts';
import { inMemory, inTemporaryFolder } from './temporaryStore.ts';
import { widePositions } from './widePositions.ts';

const EMBEDDED = { isGapless: true, hasUniqueIds: true };

eventStoreContract('SQLite', () => inTemporaryFolder(openSqliteEventStore), { ...EMBEDDED, isDurable: true });
eventStoreContract(
  'SQLite, sole writer',
  () => inTemporaryFolder((file) => openSqliteEventStore(file, { soleWriter: true })),
  { ...EMBEDDED, isDurable: true },
);
eventStoreContract('memory', async () => inMemory(createMemoryEventStore()), { ...EMBEDDED, isDurable: false });
eventStoreContract(
  'memory, with positions of 32 digits',
  async () => inMemory(createMemoryEventStore(undefined, widePositions)),
  { ...EMBEDDED, isDurable: false },
);
