import type { Binary, Collection, Db } from 'mongodb';
import type { VaultChange } from '../../../ports/vault.ts';
import type { LeaseState } from '../../leaseState.ts';
import type { RateBucket } from '../../rateBucket.ts';
import { forCollections } from '../forCollections.ts';

/** Key of a subject; `null`: destroyed. Such a document is never deleted. */
export interface KeyDoc {
  readonly _id: string;
  readonly key: Binary | null;
}
export interface SecretDoc {
  readonly _id: string;
  readonly value: Binary;
}
export interface CredentialDoc {
  /** User id. */
  readonly _id: string;
  readonly passwordHash: string;
  readonly commandId: string;
  readonly at: string;
}
export interface SessionDoc {
  /** Session id. */
  readonly _id: string;
  readonly userId: string;
  readonly generation: number;
  readonly rotatedAt: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly device: string;
  /** Missing in documents of an earlier release. */
  readonly campus?: string;
}
export interface ShelfDoc {
  /** Noun and id (`shelfKey`). */
  readonly _id: string;
  readonly noun: string;
  readonly subject: string;
  readonly secret: string;
  readonly counter: number;
  readonly at: string;
}
export interface StoredCode {
  readonly codeId: string;
  readonly codeHash: string;
  readonly campus: string;
  readonly at: string;
  readonly wrongAnswers: number;
  readonly isVoid: boolean;
  /** Command that used it. */
  readonly usedBy: string | null;
}
/** The codes of one user, purpose and address, oldest first. */
export interface CodesDoc {
  readonly _id: string;
  readonly stamp: string;
  readonly userId: string;
  readonly codes: readonly StoredCode[];
}
/** A failure that counts under a key. */
export interface FailureDoc {
  readonly _id: string;
  readonly key: string;
  readonly at: string;
  /** The try that failed, `null` for a failure without one. */
  readonly tryId: string | null;
}
/** Tries under way that count under a key. */
export interface TriesDoc {
  /** The key. */
  readonly _id: string;
  readonly stamp: string;
  readonly underWay: readonly { readonly tryId: string; readonly at: string }[];
}
export interface StoredTry {
  readonly tryId: string;
  /** When it was last begun; empty when it has no caller any more. */
  readonly at: string;
  readonly begunAt: string;
}
/** A command with a certain content: its tries, and its outcome if that appended nothing. */
export interface OutcomeDoc {
  readonly _id: string;
  readonly stamp: string;
  readonly tries: readonly StoredTry[];
  readonly outcome: { readonly text: string; readonly at: string } | null;
  /** Its oldest instant, for the sweep. */
  readonly since: string;
}
export interface CheckpointDoc {
  /** Name of the reactor. */
  readonly _id: string;
  readonly position: string;
}
export interface ChangeDoc {
  /** Counts changes from 1. */
  readonly _id: number;
  readonly kind: VaultChange['kind'];
  /** The changed thing: a session, a subject. */
  readonly id: string;
}
/** A change that is to be made. */
export type ToChange = Omit<ChangeDoc, '_id'>;

/** Makes changes, in this order, and lists them for all processes. */
export type LogChanges = (changes: readonly ToChange[]) => Promise<void>;

export interface LeaseDoc extends LeaseState {
  /** Name of the lease. */
  readonly _id: string;
  readonly stamp: string;
}
export interface BucketDoc extends RateBucket {
  /** The key. */
  readonly _id: string;
  readonly stamp: string;
}
/** Single facts about the vault. */
export interface StateDoc {
  readonly _id: string;
  readonly number: number;
}

/** The collections of the vault. */
export interface VaultCollections {
  readonly keys: Collection<KeyDoc>;
  readonly secrets: Collection<SecretDoc>;
  readonly credentials: Collection<CredentialDoc>;
  readonly sessions: Collection<SessionDoc>;
  readonly codes: Collection<CodesDoc>;
  readonly failures: Collection<FailureDoc>;
  readonly tries: Collection<TriesDoc>;
  readonly outcomes: Collection<OutcomeDoc>;
  readonly checkpoints: Collection<CheckpointDoc>;
  readonly changes: Collection<ChangeDoc>;
  readonly leases: Collection<LeaseDoc>;
  readonly rates: Collection<BucketDoc>;
  readonly shelves: Collection<ShelfDoc>;
  readonly state: Collection<StateDoc>;
}

/** Indexes by collection. None is unique, partial, or removes documents by itself. */
const INDEXES: { readonly [Name in keyof VaultCollections]?: readonly { readonly [Field: string]: 1 }[] } = {
  credentials: [{ at: 1, _id: 1 }],
  sessions: [{ userId: 1, createdAt: 1, _id: 1 }, { expiresAt: 1 }],
  codes: [{ userId: 1 }, { 'codes.codeId': 1 }],
  failures: [{ key: 1, at: 1 }, { at: 1 }],
  tries: [{ 'underWay.tryId': 1 }],
  outcomes: [{ 'tries.tryId': 1 }, { since: 1 }],
  rates: [{ at: 1 }],
  shelves: [{ subject: 1 }, { noun: 1, at: 1, _id: 1 }],
};

/** The vault's collections in a database. */
export function vaultCollections(db: Db): VaultCollections {
  return {
    keys: db.collection('vault_keys'),
    secrets: db.collection('vault_secrets'),
    credentials: db.collection('vault_credentials'),
    sessions: db.collection('vault_sessions'),
    codes: db.collection('vault_codes'),
    failures: db.collection('vault_failures'),
    tries: db.collection('vault_tries'),
    outcomes: db.collection('vault_outcomes'),
    checkpoints: db.collection('vault_checkpoints'),
    changes: db.collection('vault_changes'),
    leases: db.collection('vault_leases'),
    rates: db.collection('vault_rates'),
    shelves: db.collection('vault_shelves'),
    state: db.collection('vault_state'),
  };
}

/** Makes the indexes that are missing, one by one: FerretDB fails on a list of which some are there. */
export function createIndexes(collections: VaultCollections): Promise<void> {
  return forCollections(Object.entries(INDEXES), async ([name, indexes = []]) => {
    for (const key of indexes) await collections[name as keyof VaultCollections].createIndex(key);
  });
}
