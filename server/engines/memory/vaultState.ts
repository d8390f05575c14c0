import type { CodeRecord, SessionRecord } from '../../ports/accountVault.ts';
import type { TryOfCommand, VaultChange } from '../../ports/vault.ts';
import type { VaultRecords } from '../../ports/vaultRecords.ts';
import type { LeaseState } from '../leaseState.ts';
import type { RateBucket } from '../rateBucket.ts';

export type Keys = Map<string, Uint8Array | 'destroyed'>;

/** All data of the vault, plain, so that it can be cloned. */
export function emptyState() {
  return {
    keys: new Map() as Keys,
    secrets: new Map<string, Uint8Array>(),
    credentials: new Map<string, { passwordHash: string; commandId: string; at: string }>(),
    /** By `shelfKey`, which is the id of each. */
    shelves: new Map<string, VaultRecords['shelf']>(),
    codes: [] as { readonly record: CodeRecord; wrongAnswers: number; isVoid: boolean }[],
    usesOfCodes: new Map<string, string>(),
    sessions: new Map<string, SessionRecord>(),
    attempts: [] as { readonly key: string; readonly at: string }[],
    triesUnderWay: [] as { readonly tryId: string; readonly key: string; readonly at: string }[],
    /** Tries of commands that are under way, by id. */
    commandTries: new Map<string, TryOfCommand & { readonly at: string; readonly begunAt: string }>(),
    /** Outcomes of commands that appended nothing, by id and content. */
    emptyOutcomes: new Map<string, { readonly outcome: string; readonly at: string }>(),
    checkpoints: new Map<string, string>(),
    leases: new Map<string, LeaseState>(),
    rates: new Map<string, RateBucket>(),
    changes: [] as VaultChange[],
    /** Number of all changes so far. */
    changeCount: 0,
  };
}

/** A backup of the vault. */
export type MemoryVaultState = ReturnType<typeof emptyState>;
