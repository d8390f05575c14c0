import type { DatabaseSync } from 'node:sqlite';
import type { CodeRecord, CodeVault } from '../../../ports/accountVault.ts';
import { transaction } from '../database.ts';
import type { Synchronous } from './tables.ts';

/** Codes. Each call is one step in the vault's only thread, so two uses of one code can't pass each other. */
export function vaultCodes(db: DatabaseSync): Synchronous<CodeVault> {
  const insert = db.prepare(
    `INSERT INTO codes (code_id, user_id, purpose, target, code_hash, campus, at)
     VALUES (:codeId, :userId, :purpose, :target, :codeHash, :campus, :at)`,
  );
  const select = db.prepare(
    `SELECT code_id AS codeId, user_id AS userId, purpose, target, code_hash AS codeHash, campus, at FROM codes
     WHERE user_id = ? AND purpose = ? AND target = ? AND at >= ? AND NOT is_void ORDER BY at DESC, number DESC`,
  );
  const count = db.prepare(
    `UPDATE codes SET wrong_answers = wrong_answers + 1, is_void = wrong_answers + 1 >= :limit
     WHERE user_id = :userId AND purpose = :purpose AND target = :target AND NOT is_void RETURNING wrong_answers AS wrongAnswers`,
  );
  const use = db.prepare(
    `INSERT INTO used_codes SELECT :codeId, :commandId
     WHERE EXISTS (SELECT 1 FROM codes WHERE code_id = :codeId AND NOT is_void) ON CONFLICT DO NOTHING`,
  );
  const usedBy = db.prepare('SELECT command_id AS commandId FROM used_codes WHERE code_id = ?');
  const removeOld = db.prepare(
    'DELETE FROM codes WHERE at < ? OR user_id IN (SELECT subject FROM keys WHERE key IS NULL)',
  );
  const removeOf = db.prepare('DELETE FROM codes WHERE user_id = ?');
  const removeUses = db.prepare('DELETE FROM used_codes WHERE code_id NOT IN (SELECT code_id FROM codes)');

  return {
    add: (record) => {
      insert.run({ ...record });
    },
    find: (userId, purpose, target, since) => select.all(userId, purpose, target, since).map(toRecord),
    wrongAnswer(userId, purpose, target, limit) {
      const counted = count.all({ userId, purpose, target, limit }) as unknown as readonly { wrongAnswers: number }[];
      return Math.max(0, ...counted.map(({ wrongAnswers }) => wrongAnswers));
    },
    consume(codeId, commandId) {
      use.run({ codeId, commandId });
      return usedBy.get(codeId)?.commandId === commandId;
    },
    sweep(before) {
      transaction(db, () => {
        removeOld.run(before);
        removeUses.run();
      });
    },
    removeUser(userId) {
      transaction(db, () => {
        removeOf.run(userId);
        removeUses.run();
      });
    },
  };
}

/** Rows have no prototype; records are plain objects. */
function toRecord(row: Record<string, unknown>): CodeRecord {
  return { ...row } as unknown as CodeRecord;
}
