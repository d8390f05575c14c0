import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryEventStore } from '#server/adapters/memory/eventStore.ts';
import { openSqliteEventStore } from '#server/adapters/sqlite/eventStore.ts';
import { eventStoreContract } from './eventStore.ts';
import type { EventStoreUnderTest } from './eventStoreSamples.ts';

async function openSqlite(): Promise<EventStoreUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'quad-events-'));
  const file = join(folder, 'events.db');
  const first = await openSqliteEventStore(file);
  let present = first;
  return {
    store: first,
    async reopen() {
      await present.close();
      present = await openSqliteEventStore(file);
      return present;
    },
    async dispose() {
      await present.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openMemory(): Promise<EventStoreUnderTest> {
  const store = createMemoryEventStore();
  return { store, reopen: () => Promise.reject(new Error('Memory is not durable.')), dispose: () => store.close() };
}

eventStoreContract('SQLite', openSqlite, { isDurable: true, isGapless: true, hasUniqueIds: true });
eventStoreContract('memory', openMemory, { isDurable: false, isGapless: true, hasUniqueIds: true });
