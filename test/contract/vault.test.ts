import { createMemoryVault } from '#server/adapters/memory/vault.ts';
import { openSqliteVault } from '#server/adapters/sqlite/vault.ts';
import { inMemory, inTemporaryFolder } from './temporaryStore.ts';
import { vaultContract } from './vault.ts';

vaultContract('SQLite', () => inTemporaryFolder(openSqliteVault), { isDurable: true });
vaultContract('memory', async () => inMemory(createMemoryVault()), { isDurable: false });
