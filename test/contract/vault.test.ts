import { jest } from '@jest/globals';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { openSqliteVault } from '#server/engines/sqlite/vault/vault.ts';
import { soleWriterVault } from '#server/soleWriter/soleWriterVault.ts';
import { inMemory, inTemporaryFolder } from './temporaryStore.ts';
import { vaultContract } from './vault.ts';

/** For a machine that is busy with other tests: every store starts threads of its own. */
const TIME_LIMIT_MS = 60_000;
jest.setTimeout(TIME_LIMIT_MS);

vaultContract('SQLite', () => inTemporaryFolder(openSqliteVault), { isDurable: true });
vaultContract('memory', async () => inMemory(createMemoryVault()), { isDurable: false });
vaultContract('sole writer', async () => inMemory(soleWriterVault(createMemoryVault())), { isDurable: false });
