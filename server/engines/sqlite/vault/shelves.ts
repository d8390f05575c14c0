import type { DatabaseSync } from 'node:sqlite';
import { type Shelf, type ShelfRecord, type Shelves, shelfKey } from '../../../ports/shelf.ts';
import type { Vault } from '../../../ports/vault.ts';
import type { Synchronous } from './tables.ts';

/** The calls of every shelf, with its noun before their arguments. */
type ShelfCalls = {
  readonly [Call in keyof Shelf]: (noun: string, ...args: Parameters<Shelf[Call]>) => ReturnType<Shelf[Call]>;
};

/** The parts of the vault that its thread serves. */
export interface VaultAreas extends Omit<Vault, 'secret' | 'check' | 'close' | keyof Shelves> {
  readonly shelves: ShelfCalls & { clear(subject: string): Promise<void> };
}

/** Secret records of nouns. */
export function vaultShelves(db: DatabaseSync): Synchronous<VaultAreas['shelves']> {
  const add = db.prepare(
    'INSERT INTO shelves VALUES (:key, :noun, :subject, :secret, :counter, :at) ON CONFLICT DO NOTHING',
  );
  const find = db.prepare('SELECT subject, secret, counter, at FROM shelves WHERE key = ?');
  const advance = db.prepare(
    `UPDATE shelves SET counter = :counter
     WHERE key = :key AND (counter < :counter OR (counter = 0 AND :counter = 0))`,
  );
  const olderThan = db.prepare('SELECT key, subject FROM shelves WHERE noun = ? AND at < ? ORDER BY at, key');
  const remove = db.prepare('DELETE FROM shelves WHERE key = ?');
  const clear = db.prepare('DELETE FROM shelves WHERE subject = ?');

  return {
    add(noun, { id, ...content }) {
      add.run({ key: shelfKey(noun, id), noun, ...content });
    },
    find(noun, id) {
      const row = find.get(shelfKey(noun, id));
      // Rows have no prototype; records are plain objects.
      return row === undefined ? null : ({ id, ...row } as unknown as ShelfRecord);
    },
    advance: (noun, id, counter) => advance.run({ key: shelfKey(noun, id), counter }).changes === 1,
    olderThan: (noun, before) =>
      olderThan.all(noun, before).map(({ key, subject }) => ({
        id: String(key).slice(shelfKey(noun, '').length),
        subject: String(subject),
      })),
    remove(noun, id) {
      remove.run(shelfKey(noun, id));
    },
    clear(subject) {
      clear.run(subject);
    },
  };
}

/** The shelf of one noun. */
export function shelfOf(calls: ShelfCalls, noun: string): Shelf {
  return {
    add: (record) => calls.add(noun, record),
    find: (id) => calls.find(noun, id),
    advance: (id, counter) => calls.advance(noun, id, counter),
    olderThan: (before) => calls.olderThan(noun, before),
    remove: (id) => calls.remove(noun, id),
  };
}
