import type { DatabaseSync } from 'node:sqlite';
import type { SessionRecord, SessionVault } from '../../../ports/accountVault.ts';
import type { CredentialVault } from '../../../ports/vault.ts';
import { transaction } from '../database.ts';
import type { NoteChange } from './changes.ts';
import type { Synchronous } from './tables.ts';

/** Password hashes. */
export function vaultCredentials(db: DatabaseSync): Synchronous<CredentialVault> {
  const add = db.prepare(
    `INSERT INTO credentials (user_id, password_hash, command_id, at) VALUES (:userId, :passwordHash, :commandId, :at)
     ON CONFLICT DO NOTHING`,
  );
  const replace = db.prepare(
    `UPDATE credentials SET password_hash = :passwordHash, command_id = :commandId, at = :at
     WHERE user_id = :userId AND password_hash = :over`,
  );
  const find = db.prepare('SELECT password_hash AS passwordHash FROM credentials WHERE user_id = ?');
  const olderThan = db.prepare(
    `SELECT user_id AS userId, command_id AS commandId, password_hash AS stamp
     FROM credentials WHERE at < ? ORDER BY at, user_id`,
  );
  const remove = db.prepare('DELETE FROM credentials WHERE user_id = ?');
  const removeStamped = db.prepare('DELETE FROM credentials WHERE user_id = ? AND password_hash = ?');

  return {
    put(userId, passwordHash, commandId, at, over) {
      const row = { userId, passwordHash, commandId, at };
      const { changes } = over === null ? add.run(row) : replace.run({ ...row, over });
      return changes === 1 ? passwordHash : null;
    },
    find(userId) {
      const row = find.get(userId);
      if (row === undefined) return null;
      // Hashes are salted, so each is unique and serves as its own stamp.
      const passwordHash = String(row.passwordHash);
      return { passwordHash, stamp: passwordHash };
    },
    olderThan: (before) =>
      olderThan.all(before).map(({ userId, commandId, stamp }) => ({
        userId: String(userId),
        commandId: String(commandId),
        stamp: String(stamp),
      })),
    remove(userId, stamp) {
      if (stamp === undefined) remove.run(userId);
      else removeStamped.run(userId, stamp);
    },
  };
}

/** Signed-in browsers. @param note remembers every session that is ended */
export function vaultSessions(db: DatabaseSync, note: NoteChange): Synchronous<SessionVault> {
  const columns = `session_id AS sessionId, user_id AS userId, generation, rotated_at AS rotatedAt,
    created_at AS createdAt, expires_at AS expiresAt, device, campus`;
  const add = db.prepare(
    `INSERT INTO sessions VALUES (:sessionId, :userId, :generation, :rotatedAt, :createdAt, :expiresAt, :device, :campus)
     ON CONFLICT DO NOTHING`,
  );
  const find = db.prepare(`SELECT ${columns} FROM sessions WHERE session_id = ?`);
  const rotate = db.prepare(
    `UPDATE sessions SET generation = :generation, rotated_at = :rotatedAt, expires_at = :expiresAt
     WHERE session_id = :sessionId AND generation = :from`,
  );
  const remove = db.prepare('DELETE FROM sessions WHERE session_id = ?');
  const listOf = db.prepare(`SELECT ${columns} FROM sessions WHERE user_id = ? ORDER BY created_at, session_id`);
  const removeUser = db.prepare('DELETE FROM sessions WHERE user_id = ? RETURNING session_id AS sessionId');
  const sweep = db.prepare('DELETE FROM sessions WHERE expires_at < ?');

  return {
    add: (session) => {
      add.run({ ...session });
    },
    find(sessionId) {
      const row = find.get(sessionId);
      return row === undefined ? null : toSession(row);
    },
    rotate: (sessionId, from, next) => rotate.run({ sessionId, from, ...next }).changes === 1,
    remove: (sessionId) =>
      transaction(db, () => {
        if (remove.run(sessionId).changes > 0) note('session-ended', sessionId);
      }),
    listOf: (userId) => listOf.all(userId).map(toSession),
    removeUser: (userId) =>
      transaction(db, () => {
        for (const { sessionId } of removeUser.all(userId)) note('session-ended', String(sessionId));
      }),
    sweep: (now) => {
      sweep.run(now);
    },
  };
}

/** Rows have no prototype; records are plain objects. */
function toSession(row: Record<string, unknown>): SessionRecord {
  return { ...row } as unknown as SessionRecord;
}
