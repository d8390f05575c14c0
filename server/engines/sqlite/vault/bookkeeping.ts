import type { DatabaseSync } from 'node:sqlite';
import type { AttemptVault, CheckpointVault } from '../../../ports/vault.ts';
import { transaction } from '../database.ts';
import type { Synchronous } from './tables.ts';

/** Failed tries. */
export function vaultAttempts(db: DatabaseSync): Synchronous<AttemptVault> {
  const insert = db.prepare('INSERT INTO attempts VALUES (?, ?)');
  const count = db.prepare('SELECT count(*) AS tries FROM attempts WHERE key = ? AND at >= ?');
  const clear = db.prepare('DELETE FROM attempts WHERE key = ?');
  const sweep = db.prepare('DELETE FROM attempts WHERE at < ?');
  const countSince = (key: string, since: string): number => Number(count.get(key, since)?.tries);

  return {
    fail: (key, at, since) =>
      transaction(db, () => {
        insert.run(key, at);
        return countSince(key, since);
      }),
    count: countSince,
    clear: (key) => {
      clear.run(key);
    },
    sweep: (before) => {
      sweep.run(before);
    },
  };
}

/** Where reactors stand. */
export function vaultCheckpoints(db: DatabaseSync): Synchronous<CheckpointVault> {
  const find = db.prepare('SELECT position FROM checkpoints WHERE reactor = ?');
  const set = db.prepare(
    'INSERT INTO checkpoints VALUES (?, ?) ON CONFLICT DO UPDATE SET position = excluded.position',
  );
  return {
    find: (reactor) => (find.get(reactor)?.position as string | undefined) ?? null,
    set: (reactor, position) => {
      set.run(reactor, position);
    },
  };
}
