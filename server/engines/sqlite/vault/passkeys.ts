import type { DatabaseSync } from 'node:sqlite';
import type { PasskeyRecord, PasskeyVault } from '../../../ports/accountVault.ts';
import type { Synchronous } from './tables.ts';

/** Passkeys. */
export function vaultPasskeys(db: DatabaseSync): Synchronous<PasskeyVault> {
  const add = db.prepare(
    'INSERT INTO passkeys VALUES (:passkeyId, :userId, :credential, :counter, :at) ON CONFLICT DO NOTHING',
  );
  const find = db.prepare(
    `SELECT passkey_id AS passkeyId, user_id AS userId, credential, counter, at FROM passkeys WHERE passkey_id = ?`,
  );
  const advance = db.prepare(
    `UPDATE passkeys SET counter = :counter
     WHERE passkey_id = :passkeyId AND (counter < :counter OR (counter = 0 AND :counter = 0))`,
  );
  const olderThan = db.prepare(
    'SELECT passkey_id AS passkeyId, user_id AS userId FROM passkeys WHERE at < ? ORDER BY at, passkey_id',
  );
  const remove = db.prepare('DELETE FROM passkeys WHERE passkey_id = ?');
  const removeUser = db.prepare('DELETE FROM passkeys WHERE user_id = ?');

  return {
    add: (passkey) => {
      add.run({ ...passkey });
    },
    find(passkeyId) {
      const row = find.get(passkeyId);
      // Rows have no prototype; records are plain objects.
      return row === undefined ? null : ({ ...row } as unknown as PasskeyRecord);
    },
    advance: (passkeyId, counter) => advance.run({ passkeyId, counter }).changes === 1,
    olderThan: (before) =>
      olderThan.all(before).map(({ passkeyId, userId }) => ({ passkeyId: String(passkeyId), userId: String(userId) })),
    remove: (passkeyId) => {
      remove.run(passkeyId);
    },
    removeUser: (userId) => {
      removeUser.run(userId);
    },
  };
}
