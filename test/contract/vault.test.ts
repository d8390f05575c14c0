import { DatabaseSync } from 'node:sqlite';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { vaultLeases } from '#server/engines/sqlite/vault/leases.ts';
import { VAULT } from '#server/engines/sqlite/vault/tables.ts';
import { openSqliteVault } from '#server/engines/sqlite/vault/vault.ts';
import { soleWriterVault } from '#server/soleWriter/soleWriterVault.ts';
import { inMemory, inTemporaryFolder } from './temporaryStore.ts';
import { vaultContract } from './vault.ts';
import { vaultLeaseTimesContract } from './vaultLeases.ts';
import { vaultMoveContract } from './vaultMove.ts';

vaultContract('SQLite', () => inTemporaryFolder(openSqliteVault), { isDurable: true });
vaultContract('memory', async () => inMemory(createMemoryVault()), { isDurable: false });
vaultContract('sole writer', async () => inMemory(soleWriterVault(createMemoryVault())), { isDurable: false });

vaultMoveContract('SQLite', () => inTemporaryFolder(openSqliteVault));
vaultMoveContract('memory', async () => inMemory(createMemoryVault()));

/** More than any test sets a clock back. */
const NOON_MS = 1_000_000_000;

vaultLeaseTimesContract('SQLite', async () => {
  const db = new DatabaseSync(':memory:');
  db.exec(VAULT.schema);
  let now = NOON_MS;
  const { acquire, renew, release } = vaultLeases(db, () => now);
  return {
    leases: {
      acquire: async (...args) => acquire(...args),
      renew: async (...args) => renew(...args),
      release: async (...args) => release(...args),
    },
    advance(ms) {
      now += ms;
    },
    dispose: async () => db.close(),
  };
});
vaultLeaseTimesContract('memory', async () => {
  let now = NOON_MS;
  const vault = createMemoryVault(undefined, () => now);
  return {
    leases: vault.leases,
    advance(ms) {
      now += ms;
    },
    dispose: () => vault.close(),
  };
});
