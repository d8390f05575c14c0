import type { DatabaseSync } from 'node:sqlite';
import type { AttemptVault, CheckpointVault } from '../../../ports/vault.ts';
import { transaction } from '../database.ts';
import type { Synchronous } from './tables.ts';

/** Tries. Each call is atomic, because the vault has one thread: concurrent tries see those before them. */
export function vaultAttempts(db: DatabaseSync): Synchronous<AttemptVault> {
  const insert = db.prepare('INSERT INTO attempts VALUES (?, ?)');
  const count = db.prepare('SELECT count(*) AS tries FROM attempts WHERE key = ? AND at >= ?');
  const clear = db.prepare('DELETE FROM attempts WHERE key = ?');
  const sweep = db.prepare('DELETE FROM attempts WHERE at < ?');
  const countUnderWay = db.prepare('SELECT count(*) AS tries FROM tries_under_way WHERE key = ? AND at >= ?');
  const begin = db.prepare('INSERT INTO tries_under_way VALUES (?, ?, ?)');
  const end = db.prepare('DELETE FROM tries_under_way WHERE try_id = ?');
  const sweepUnderWay = db.prepare('DELETE FROM tries_under_way WHERE at < ?');
  const countSince = (key: string, since: string): number => Number(count.get(key, since)?.tries);

  return {
    begin: (tryId, windows, at, underWaySince) =>
      transaction(db, () => {
        const taken = (key: string, since: string) =>
          countSince(key, since) + Number(countUnderWay.get(key, underWaySince)?.tries);
        if (windows.some(({ key, since, max }) => taken(key, since) >= max)) return false;
        for (const { key } of windows) begin.run(tryId, key, at);
        return true;
      }),
    end: (tryId, failed, at) =>
      transaction(db, () => {
        end.run(tryId);
        for (const key of failed) insert.run(key, at);
      }),
    fail: (key, at) => {
      insert.run(key, at);
    },
    count: countSince,
    clear: (key) => {
      clear.run(key);
    },
    sweep: (before) =>
      transaction(db, () => {
        sweep.run(before);
        sweepUnderWay.run(before);
      }),
  };
}

/** Checkpoints of reactors. */
export function vaultCheckpoints(db: DatabaseSync): Synchronous<CheckpointVault> {
  const find = db.prepare('SELECT position FROM checkpoints WHERE reactor = ?');
  const begin = db.prepare('INSERT INTO checkpoints VALUES (?, ?) ON CONFLICT DO NOTHING');
  const move = db.prepare('UPDATE checkpoints SET position = ? WHERE reactor = ? AND position = ?');
  return {
    find: (reactor) => (find.get(reactor)?.position as string | undefined) ?? null,
    move: (reactor, from, to) => (from === null ? begin.run(reactor, to) : move.run(to, reactor, from)).changes === 1,
  };
}
