import type { Vault } from '../../../ports/vault.ts';
import { BUSY_TIMEOUT_MS, openDatabase, tryCommit } from '../database.ts';
import { withRuntimeErrors } from '../sqliteErrors.ts';
import { serveWorker, type WorkerMethods } from '../thread/workerRpc.ts';
import { vaultCredentials, vaultSessions } from './accounts.ts';
import { vaultAttempts, vaultCheckpoints } from './bookkeeping.ts';
import { vaultChanges } from './changes.ts';
import { vaultCodes } from './codes.ts';
import { forgetDestroyedKeys, vaultKeys, vaultSecret } from './keys.ts';
import { machineClock, vaultLeases } from './leases.ts';
import { vaultOutcomes } from './outcomes.ts';
import { vaultRates } from './rates.ts';
import { vaultRecords } from './records.ts';
import { type VaultAreas, vaultShelves } from './shelves.ts';
import { type Synchronous, VAULT } from './tables.ts';

/** Start of the vault's thread. */
export interface VaultWorkerData {
  readonly file: string;
}

function open({ file }: VaultWorkerData) {
  const db = openDatabase(file, VAULT);
  // A crash between the destruction of a key and the truncation may have left it there.
  forgetDestroyedKeys(db, BUSY_TIMEOUT_MS);
  const changes = vaultChanges(db);
  const areas: Synchronous<VaultAreas> = {
    keys: vaultKeys(db, changes.note),
    credentials: vaultCredentials(db),
    codes: vaultCodes(db),
    sessions: vaultSessions(db, changes.note),
    attempts: vaultAttempts(db),
    outcomes: vaultOutcomes(db),
    checkpoints: vaultCheckpoints(db),
    changes,
    leases: vaultLeases(db, machineClock),
    rates: vaultRates(db),
    shelves: vaultShelves(db),
    records: vaultRecords(db),
  };
  const secret = vaultSecret(db);

  const guarded = <T>(action: () => T): T => withRuntimeErrors(file, action);
  const methods = {
    secret: (name: Parameters<Vault['secret']>[0]) => guarded(() => secret(name)),
    tryOut: () => guarded(() => tryCommit(db, VAULT)),
    /** Calls a method of one area of the vault. */
    use: (area: keyof typeof areas, name: string, args: readonly unknown[]) =>
      guarded(() => (areas[area] as WorkerMethods)[name]?.(...(args as never[]))),
  };
  return { methods, close: () => db.close() };
}

export type VaultMethods = ReturnType<typeof open>['methods'];

serveWorker(open);
