import type { CodeRecord, SessionRecord } from './accountVault.ts';
import type { ShelfRecord } from './shelf.ts';

/** A code with what became of it. */
export interface KeptCode extends Pick<CodeRecord, 'codeId' | 'codeHash' | 'campus' | 'at'> {
  readonly wrongAnswers: number;
  readonly isVoid: boolean;
  /** Command that used it. */
  readonly usedBy: string | null;
}

/** A try of a command that is under way, or has no caller any more (`at` is empty). */
export interface KeptTry {
  readonly tryId: string;
  readonly at: string;
  readonly begunAt: string;
}

/**
 * Records of a vault by kind, as they go to another vault. What belongs to running processes has no record: leases,
 * rates, tries of logins that are under way, and the list of changes, which only running processes follow.
 */
export interface VaultRecords {
  readonly secret: { readonly id: string; readonly value: Uint8Array };
  /** By subject; `null`: destroyed. */
  readonly key: { readonly id: string; readonly key: Uint8Array | null };
  /** By user id. */
  readonly credential: {
    readonly id: string;
    readonly passwordHash: string;
    readonly commandId: string;
    readonly at: string;
  };
  /** Of all nouns, by `shelfKey`. */
  readonly shelf: ShelfRecord & { readonly noun: string };
  /** By session id. */
  readonly session: { readonly id: string } & Omit<SessionRecord, 'sessionId'>;
  /** All codes of a user, purpose and address, oldest first. */
  readonly codes: { readonly id: string; readonly codes: readonly KeptCode[] } & Pick<
    CodeRecord,
    'userId' | 'purpose' | 'target'
  >;
  /** Failures by key: their ISO instants, oldest first. */
  readonly attempts: { readonly id: string; readonly failures: readonly string[] };
  /** By command id and content; tries by their ids. */
  readonly outcome: {
    readonly id: string;
    readonly commandId: string;
    readonly commandHash: string;
    readonly tries: readonly KeptTry[];
    readonly outcome: { readonly text: string; readonly at: string } | null;
  };
  /** By reactor. */
  readonly checkpoint: { readonly id: string; readonly position: string };
}

export type RecordKind = keyof VaultRecords;

/** The kinds. Secrets first: they say which system a vault belongs to. */
export const RECORD_KINDS = [
  'secret',
  'key',
  'credential',
  'shelf',
  'session',
  'codes',
  'attempts',
  'outcome',
  'checkpoint',
] as const satisfies readonly RecordKind[];

/** Ids after `after` (empty: from the first) up to `through` (`null`: up to the last), in byte order. */
export interface IdRange {
  readonly after: string;
  readonly through: string | null;
}

/** All records of a vault, to be moved to another one while no process uses either. */
export interface RecordVault {
  /** Up to `limit` records of a kind with ids after one, in byte order of their ids. */
  read<Kind extends RecordKind>(kind: Kind, after: string, limit: number): Promise<readonly VaultRecords[Kind][]>;
  /**
   * Makes these all records of a kind in a range of ids. A destroyed key stays destroyed, whatever the records say. If
   * the process ends meanwhile, the range may have some of its records; repeating the call completes it.
   *
   * @param records in byte order of their ids, all in the range
   */
  replace<Kind extends RecordKind>(kind: Kind, range: IdRange, records: readonly VaultRecords[Kind][]): Promise<void>;
}

/** The id of the codes of a user, purpose and address. */
export function codesId({ userId, purpose, target }: Pick<CodeRecord, 'userId' | 'purpose' | 'target'>): string {
  return `${userId} ${purpose} ${target}`;
}

/** The id of the outcome of a command with a certain content. */
export function outcomeId({
  commandId,
  commandHash,
}: {
  readonly commandId: string;
  readonly commandHash: string;
}): string {
  return `${commandId} ${commandHash}`;
}
