import type { CodeVault, SessionVault } from './accountVault.ts';
import type { Shelves } from './shelf.ts';
import type { RecordVault } from './vaultRecords.ts';

/**
 * Stores secrets and mutable state that must never be in the log: keys, password and code hashes, sessions, secret
 * records of nouns (`shelf`), reactor checkpoints, leases (P9). Vault first, log second: a write is keyed by command id and inert until an event names
 * it. One contract suite (`test/contract/vault.ts`) runs on every adapter. Every write is on disk when its promise
 * resolves.
 */
export interface Vault extends Shelves {
  readonly keys: KeyVault;
  readonly credentials: CredentialVault;
  readonly codes: CodeVault;
  readonly sessions: SessionVault;
  readonly attempts: AttemptVault;
  readonly outcomes: OutcomeVault;
  readonly checkpoints: CheckpointVault;
  readonly changes: ChangeVault;
  readonly leases: LeaseVault;
  readonly rates: RateVault;
  readonly records: RecordVault;
  /** A random secret that is made on first use and kept (D08: cookie signing, claim HMAC, command hash). */
  secret(name: 'session' | 'claim' | 'command'): Promise<Uint8Array>;
  /** @throws Unavailable the vault cannot be read or written now; the message says why */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Keys of subjects: 32 random bytes each. */
export interface KeyVault {
  /** The subject's key, made if there is none. Refuses a destroyed subject with `null`. */
  obtain(subject: string): Promise<Uint8Array | null>;
  /** Known keys of these subjects; `'destroyed'` for erased ones; missing ones are left out. */
  find(subjects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array | 'destroyed'>>;
  /** Destroys keys for good; repeating it changes nothing. The subject can never have a key again. */
  destroy(subjects: readonly string[]): Promise<void>;
}

/** Password hashes by user id (decisions D07). */
export interface CredentialVault {
  /**
   * Keeps a hash in the place of the one with the stamp `over`, or of none (`null`), in one step: of several processes
   * that saw the same, one succeeds.
   *
   * @param at ISO instant
   * @returns the stamp of what stands now; `null`: something else stood there, and nothing was changed
   */
  put(userId: string, passwordHash: string, commandId: string, at: string, over: string | null): Promise<string | null>;
  find(userId: string): Promise<Credential | null>;
  /** Credentials written before `before` (ISO instant), for the sweeper to compare with the log. */
  olderThan(before: string): Promise<readonly { userId: string; commandId: string; stamp: string }[]>;
  /** Removes a user's hash; with a stamp only if it is still the one that stands. */
  remove(userId: string, stamp?: string): Promise<void>;
}

/** A password hash as it stands. */
export interface Credential {
  readonly passwordHash: string;
  /** Opaque; another one whenever the hash is put anew. */
  readonly stamp: string;
}

/**
 * Failed tries in a sliding window, by key (`login:<user>`, `login-ip:<hash>`), and notes of what is done once in a window
 * (`mailed:<key>`). Survives a restart.
 */
export interface AttemptVault {
  /**
   * Begins a try unless one of the windows is full of failures and tries under way. Concurrent tries of any processes
   * never exceed a window. A try that is refused by one window may for a moment take room in another.
   *
   * @param tryId to end it by
   * @param underWaySince ISO instant: a try that began earlier does not count as under way; its process is gone
   * @returns whether it may be made
   */
  begin(tryId: string, windows: readonly AttemptWindow[], at: string, underWaySince: string): Promise<boolean>;
  /** Ends a try, and counts a failure at `at` under each of these keys; no window has more room in between. */
  end(tryId: string, failed: readonly string[], at: string): Promise<void>;
  /** Adds a failure without a try. */
  fail(key: string, at: string): Promise<void>;
  count(key: string, since: string): Promise<number>;
  clear(key: string): Promise<void>;
  sweep(before: string): Promise<void>;
}

/** A sliding window of failures that a try counts in. */
export interface AttemptWindow {
  readonly key: string;
  /** ISO instant from which failures count. */
  readonly since: string;
  /** Failures and tries under way that fill it. */
  readonly max: number;
}

/** A command with a certain content. */
export interface CommandContent {
  /** Effective id. */
  readonly commandId: string;
  readonly commandHash: string;
}

/** One try of a command with a certain content, in any process. */
export interface TryOfCommand extends CommandContent {
  readonly tryId: string;
}

/** One step that a command asks for. Made again, each leaves the marks as they are and gets the same answer. */
export type OutcomeChange =
  /**
   * Marks a try as under way from `at` on; repeating it renews the mark. Answers the earlier outcome of the command with
   * this content, in which case no mark is made.
   */
  | { readonly kind: 'begin'; readonly attempt: TryOfCommand; readonly at: string }
  /**
   * Ends a try with an outcome that appended nothing, and keeps that for all later copies. Answers the outcome to give:
   * the first one, if there is one already; `null`: another try is under way, or has taken the mark of this one away and
   * may have been accepted since. Retry later.
   */
  | { readonly kind: 'settle'; readonly attempt: TryOfCommand; readonly outcome: string; readonly at: string }
  /** Removes the mark of a try whose command is in the log, unless there is another try of it. */
  | { readonly kind: 'accept'; readonly attempt: TryOfCommand }
  /** Keeps the mark of a try that has no caller any more, with an empty instant. */
  | { readonly kind: 'abandon'; readonly attempt: TryOfCommand }
  /** Removes marks of tries of one command with one content. */
  | { readonly kind: 'end'; readonly of: CommandContent; readonly tryIds: readonly string[] };

/**
 * Outcomes of commands that appended nothing, and marks of tries under way, so that several processes agree on outcomes
 * (`server/write/commandOutcomes.ts`).
 */
export interface OutcomeVault {
  /**
   * Makes changes together, those of one command in this order, each in one step of all processes. When it fails, any of
   * them may have been made.
   *
   * @returns the answer of each, in this order; `null` for those that have none
   */
  change(changes: readonly OutcomeChange[]): Promise<readonly (string | null)[]>;
  /** Other tries of the command with this content. */
  others(attempt: TryOfCommand): Promise<readonly { readonly tryId: string; readonly at: string }[]>;
  /** Deletes what is older than `before` (ISO instant). */
  sweep(before: string): Promise<void>;
}

/** Changes that the vault keeps, so that every process can follow them. */
export const CHANGES_KEPT = 10_000;

/** A change that makes cached state of other processes stale. `number` counts changes from 1. */
export type VaultChange = { readonly number: number } & (
  | { readonly kind: 'session-ended'; readonly sessionId: string }
  | { readonly kind: 'key-destroyed'; readonly subject: string }
);

/** The ordered list of changes that every process follows (`server/kernel/vaultTail.ts`). */
export interface ChangeVault {
  /** Number of the newest change, 0 for none. */
  newest(): Promise<number>;
  /**
   * Up to `limit` changes after a number, in the order in which they took effect. `null`: the vault no longer has some
   * of them (`CHANGES_KEPT`).
   */
  after(number: number, limit: number): Promise<readonly VaultChange[] | null>;
}

/** Checkpoints of reactors (not in the read store, which is disposable). */
export interface CheckpointVault {
  find(reactor: string): Promise<string | null>;
  /**
   * Moves a checkpoint if it still is `from` (`null`: there is none yet), so that a process which lost the reactor to
   * another one cannot move it.
   * @returns whether it stood there
   * @throws Unavailable the outcome is uncertain: read the checkpoint
   */
  move(reactor: string, from: string | null, to: string): Promise<boolean>;
}

/**
 * Leases: rights that one process holds for a while, such as running the projector. Time is the store's own, so the
 * clocks of machines need not agree. A store's clock that is set back makes a lease last longer, by its duration at
 * most from when somebody asks for it; one that is set forward can end a lease early. So what a holder writes carries
 * the epoch, and the place that it writes to refuses an epoch below the highest that it has seen.
 *
 * `holder` names one process and one use in it, and is never used again. Every call may take effect although its answer
 * is lost; calling again is safe.
 */
export interface LeaseVault {
  /**
   * Takes a lease that nobody holds: a new one, or one that was released or has run out. Its present holder gets it
   * again, for `forMs` from now and with the same epoch.
   *
   * @param forMs milliseconds from now until it runs out
   * @returns the epoch, an integer that rises with every change of holder; `null`: another one holds it
   */
  acquire(name: string, holder: string, forMs: number): Promise<number | null>;
  /**
   * Makes a lease run out `forMs` from now.
   * @returns `false`: it is lost. It has run out, was released, or is another's.
   */
  renew(name: string, holder: string, epoch: number, forMs: number): Promise<boolean>;
  /** Gives a lease up, so that the next one need not wait for its end. Changes nothing if it is lost. */
  release(name: string, holder: string, epoch: number): Promise<void>;
}

/** Tokens that were taken out of a bucket. */
export interface RateSpending {
  readonly key: string;
  /** Tokens that were taken since this process's last call for the key. */
  readonly tokens: number;
  /** Tokens that the bucket holds when it is full, as it begins. */
  readonly burst: number;
  /** Tokens that come back in a minute. */
  readonly perMinute: number;
}

/** Token buckets of all processes together (`server/fairness/rateShare.ts`). */
export interface RateVault {
  /**
   * Takes tokens out of buckets, each in one step. They are spent already, so a bucket may be overdrawn, by its burst at
   * most.
   *
   * @param at ISO instant; one before a bucket's last brings no token back
   * @returns what is left in each, below 0 when overdrawn
   */
  spend(spent: readonly RateSpending[], at: string): Promise<readonly number[]>;
  /** Deletes buckets that nobody took from since `before` (ISO instant). */
  sweep(before: string): Promise<void>;
}
