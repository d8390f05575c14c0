import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryVault } from '#server/adapters/memory/vault.ts';
import { openSqliteVault } from '#server/adapters/sqlite/vault.ts';
import { vaultContract } from './vault.ts';
import type { VaultUnderTest } from './vaultSamples.ts';

async function openSqlite(): Promise<VaultUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'quad-vault-'));
  const file = join(folder, 'vault.db');
  const first = await openSqliteVault(file);
  let present = first;
  return {
    vault: first,
    async reopen() {
      await present.close();
      present = await openSqliteVault(file);
      return present;
    },
    async dispose() {
      await present.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openMemory(): Promise<VaultUnderTest> {
  const vault = createMemoryVault();
  return { vault, reopen: null, dispose: () => vault.close() };
}

vaultContract('SQLite', openSqlite, { isDurable: true });
vaultContract('memory', openMemory, { isDurable: false });
