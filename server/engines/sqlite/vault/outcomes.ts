import type { DatabaseSync } from 'node:sqlite';
import type { CommandContent, OutcomeChange, OutcomeVault, TryOfCommand } from '../../../ports/vault.ts';
import { transaction } from '../database.ts';
import type { Synchronous } from './tables.ts';

/** Outcomes of commands. Changes are made in one transaction, and the vault has one thread. */
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

  const knownOf = ({ commandId, commandHash }: CommandContent): string | null => {
    const row = known.get({ commandId, commandHash });
    return row === undefined ? null : String(row.outcome);
  };

  function begin(attempt: TryOfCommand, at: string): string | null {
    const before = knownOf(attempt);
    if (before === null) mark.run({ ...attempt, at });
    else end.run(attempt.tryId);
    return before;
  }

  function settle(attempt: TryOfCommand, outcome: string, at: string): string | null {
    const isMarked = end.run(attempt.tryId).changes !== 0;
    const before = knownOf(attempt);
    if (before !== null) return before;
    if (!isMarked || others.all({ ...attempt }).length > 0) return null;
    const { commandId, commandHash } = attempt;
    keep.run({ commandId, commandHash, outcome, at });
    return outcome;
  }

  function make(change: OutcomeChange): string | null {
    if (change.kind === 'begin') return begin(change.attempt, change.at);
    if (change.kind === 'settle') return settle(change.attempt, change.outcome, change.at);
    if (change.kind === 'end') {
      for (const tryId of change.tryIds) end.run(tryId);
      return null;
    }
    const { attempt } = change;
    if (change.kind === 'abandon') abandon.run(attempt.tryId);
    else if (others.all({ ...attempt }).length === 0) end.run(attempt.tryId);
    return null;
  }

  return {
    change: (changes) => transaction(db, () => changes.map(make)),
    others: (attempt) => others.all({ ...attempt }).map(({ tryId, at }) => ({ tryId: String(tryId), at: String(at) })),
    sweep: (before) =>
      transaction(db, () => {
        sweepTries.run(before);
        sweepKnown.run(before);
      }),
  };
}
