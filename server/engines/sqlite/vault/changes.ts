import type { DatabaseSync } from 'node:sqlite';
import { CHANGES_KEPT, type ChangeVault, type VaultChange } from '../../../ports/vault.ts';
import type { Synchronous } from './tables.ts';

/** Notes a change, inside the transaction that makes it. */
export type NoteChange = (kind: VaultChange['kind'], id: string) => void;

/** Makes the list of changes, which the vault's only thread writes: its order is the order of the commits. */
export function vaultChanges(db: DatabaseSync): Synchronous<ChangeVault> & { readonly note: NoteChange } {
  const insert = db.prepare('INSERT INTO changes (kind, id) VALUES (?, ?)');
  const drop = db.prepare('DELETE FROM changes WHERE number <= ?');
  const select = db.prepare('SELECT number, kind, id FROM changes WHERE number > ? ORDER BY number LIMIT ?');
  const oldest = db.prepare('SELECT min(number) AS number FROM changes');
  const newest = db.prepare('SELECT max(number) AS number FROM changes');
  const numberOf = (row: Record<string, unknown> | undefined) => Number(row?.number ?? 0);

  return {
    note(kind, id) {
      drop.run(Number(insert.run(kind, id).lastInsertRowid) - CHANGES_KEPT);
    },
    newest: () => numberOf(newest.get()),
    after(number, limit) {
      if (numberOf(oldest.get()) > number + 1) return null;
      return select.all(number, limit).map(toChange);
    },
  };
}

function toChange({ number, kind, id }: Record<string, unknown>): VaultChange {
  return kind === 'session-ended'
    ? { number: Number(number), kind, sessionId: String(id) }
    : { number: Number(number), kind: 'key-destroyed', subject: String(id) };
}
