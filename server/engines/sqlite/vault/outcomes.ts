import type { DatabaseSync } from 'node:sqlite';
import type { OutcomeVault } from '../../../ports/vault.ts';
import { transaction } from '../database.ts';
import type { Synchronous } from './tables.ts';

/** Outcomes of commands. Each call is atomic: the vault has one thread. */
export function vaultOutcomes(db: DatabaseSync): Synchronous<OutcomeVault> {
  const known = db.prepare(
    'SELECT outcome FROM told_outcomes WHERE command_id = :commandId AND command_hash = :commandHash',
  );
  const mark = db.prepare(
    `INSERT INTO command_tries VALUES (:tryId, :commandId, :commandHash, :at, :at)
     ON CONFLICT DO UPDATE SET at = excluded.at`,
  );
  const others = db.prepare(
    `SELECT try_id AS tryId, at FROM command_tries
     WHERE command_id = :commandId AND command_hash = :commandHash AND try_id <> :tryId ORDER BY begun_at, try_id`,
  );
  const end = db.prepare('DELETE FROM command_tries WHERE try_id = ?');
  const abandon = db.prepare("UPDATE command_tries SET at = '' WHERE try_id = ?");
  const keep = db.prepare('INSERT INTO told_outcomes VALUES (:commandId, :commandHash, :outcome, :at)');
  const sweepTries = db.prepare('DELETE FROM command_tries WHERE begun_at < ?');
  const sweepKnown = db.prepare('DELETE FROM told_outcomes WHERE at < ?');

  const knownOf = ({ commandId, commandHash }: { commandId: string; commandHash: string }): string | null => {
    const row = known.get({ commandId, commandHash });
    return row === undefined ? null : String(row.outcome);
  };

  return {
    begin: (attempt, at) =>
      transaction(db, () => {
        const before = knownOf(attempt);
        if (before === null) mark.run({ ...attempt, at });
        else end.run(attempt.tryId);
        return before;
      }),
    others: (attempt) => others.all({ ...attempt }).map(({ tryId, at }) => ({ tryId: String(tryId), at: String(at) })),
    end: (tryIds) =>
      transaction(db, () => {
        for (const tryId of tryIds) end.run(tryId);
      }),
    accept: (attempt) =>
      transaction(db, () => {
        if (others.all({ ...attempt }).length === 0) end.run(attempt.tryId);
      }),
    abandon: (tryId) => {
      abandon.run(tryId);
    },
    settle: (attempt, outcome, at) =>
      transaction(db, () => {
        const isMarked = end.run(attempt.tryId).changes !== 0;
        const before = knownOf(attempt);
        if (before !== null) return before;
        if (!isMarked || others.all({ ...attempt }).length > 0) return null;
        const { commandId, commandHash } = attempt;
        keep.run({ commandId, commandHash, outcome, at });
        return outcome;
      }),
    sweep: (before) =>
      transaction(db, () => {
        sweepTries.run(before);
        sweepKnown.run(before);
      }),
  };
}
