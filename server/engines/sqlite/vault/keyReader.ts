import type { KeyVault } from '../../../ports/vault.ts';
import { openDatabase } from '../database.ts';
import { runtimeError } from '../sqliteErrors.ts';
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
    async find(subjects) {
      try {
        return keys.find(subjects);
      } catch (error) {
        throw runtimeError(file, error);
      }
    },
    obtain: refuse,
    destroy: refuse,
    close: () => db.close(),
  };
}
