import type { CodePurpose } from '#domain/user/events.ts';

/** Why a link was mailed. It is kept as codes are: hashed, and bound to its purpose and address. */
export type LinkPurpose = 'sign-in' | 'reset-password';

/** Purposes of a secret in a mail. */
export type MailedPurpose = CodePurpose | LinkPurpose;

/** Uses of stored codes: those that are mailed, and those that hand a session over to another host. */
export type StoredPurpose = MailedPurpose | 'hand-over';

/** A stored code: hashed, bound to user, purpose and address (Q16). */
export interface CodeRecord {
  readonly codeId: string;
  /** Of a link: the address's hash, as `target`. It is mailed to addresses without an account, too. */
  readonly userId: string;
  readonly purpose: StoredPurpose;
  /** Keyed hash of the normalised address; of a hand-over, of its session and place. */
  readonly target: string;
  readonly codeHash: string;
  readonly campus: string;
  /** ISO instant of sending. */
  readonly at: string;
}

export interface CodeVault {
  /** Adds a code; a crash may lead to two for one id: both are valid (D06). */
  add(record: CodeRecord): Promise<void>;
  /**
   * Unvoided codes of a user for a purpose and address sent at or after `since`, newest first (VERF-06);
   * used ones too, so that the command that used one finds it again.
   */
  find(userId: string, purpose: StoredPurpose, target: string, since: string): Promise<readonly CodeRecord[]>;
  /**
   * Counts a wrong answer against all unvoided codes of user, purpose and address; those that reach `limit` are void
   * (Q15).
   * @returns the highest count, 0 when there was no code
   */
  wrongAnswer(userId: string, purpose: StoredPurpose, target: string, limit: number): Promise<number>;
  /**
   * Uses up a code: the first command wins, and the same command may use it again after a crash.
   * @returns whether the command holds the code
   */
  consume(codeId: string, commandId: string): Promise<boolean>;
  /** Deletes codes sent before `before` and all codes of erased users. */
  sweep(before: string): Promise<void>;
  removeUser(userId: string): Promise<void>;
}

/** A signed-in browser. */
export interface SessionRecord {
  readonly sessionId: string;
  readonly userId: string;
  /** Times that its refresh token was exchanged for the next one. */
  readonly generation: number;
  /** ISO instant of the last exchange, or of the session's start. */
  readonly rotatedAt: string;
  /** ISO instant of the sign-in; a session that was handed over to another host has that of the first one. */
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Browser and system in words, for the user's list of sessions. */
  readonly device: string;
  /** On whose site it began; empty for one of an earlier release. */
  readonly campus: string;
}

/** Fields that an exchange of the refresh token changes. */
export type SessionRotation = Pick<SessionRecord, 'generation' | 'rotatedAt' | 'expiresAt'>;

export interface SessionVault {
  /** Repeating it changes nothing. */
  add(session: SessionRecord): Promise<void>;
  find(sessionId: string): Promise<SessionRecord | null>;
  /**
   * Exchanges the refresh token if the session is still of the generation `from`.
   * @returns whether it was
   */
  rotate(sessionId: string, from: number, next: SessionRotation): Promise<boolean>;
  remove(sessionId: string): Promise<void>;
  listOf(userId: string): Promise<readonly SessionRecord[]>;
  removeUser(userId: string): Promise<void>;
  sweep(now: string): Promise<void>;
}
