import type { KeyVault } from '../../../ports/vault.ts';
import { openDatabase } from '../database.ts';
import { withRuntimeErrors } from '../sqliteErrors.ts';
import { vaultKeys } from './keys.ts';
import { VAULT } from './tables.ts';

/** The keys of a vault that another thread or process writes, for reading the log only. */
export function openVaultKeyReader(file: string): KeyVault & { close(): void } {
  const db = openDatabase(file, VAULT, true);
  const keys = vaultKeys(db, () => undefined);
  const refuse = async () => {
    throw new Error(`The vault ${file} was opened to be read only.`);
  };
  return {
    find: async (subjects) => withRuntimeErrors(file, () => keys.find(subjects)),
    obtain: refuse,
    destroy: refuse,
    close: () => db.close(),
  };
}
