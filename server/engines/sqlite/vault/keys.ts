import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { KeyVault, Vault } from '../../../ports/vault.ts';
import { BUSY_TIMEOUT_MS, transaction } from '../database.ts';
import type { NoteChange } from './changes.ts';
import type { Synchronous } from './tables.ts';

/** Bytes of a subject's key (AES-256) and of a secret (HMAC-SHA-256). */
const KEY_BYTES = 32;
/** Milliseconds that a destruction waits for readers of the vault. */
const DESTROY_PATIENCE_MS = 100;

interface KeyRow {
  readonly subject: string;
  readonly key: Uint8Array | null;
}

/** Keys of subjects. @param note notes every destroyed key in the list of changes */
export function vaultKeys(db: DatabaseSync, note: NoteChange): Synchronous<KeyVault> {
  const select = db.prepare('SELECT subject, key FROM keys WHERE subject = ?');
  const insert = db.prepare('INSERT INTO keys VALUES (?, ?)');
  const destroy = db.prepare(
    'INSERT INTO keys VALUES (?, NULL) ON CONFLICT DO UPDATE SET key = NULL WHERE key IS NOT NULL',
  );
  const find = (subject: string) => select.get(subject) as KeyRow | undefined;

  return {
    obtain(subject) {
      const known = find(subject);
      if (known !== undefined) return known.key;
      const key = Uint8Array.from(randomBytes(KEY_BYTES));
      insert.run(subject, key);
      return key;
    },
    find(subjects) {
      const rows = subjects.map(find).filter((row) => row !== undefined);
      return new Map(rows.map(({ subject, key }) => [subject, key ?? 'destroyed']));
    },
    destroy(subjects) {
      transaction(db, () => {
        for (const subject of subjects) if (destroy.run(subject).changes > 0) note('key-destroyed', subject);
      });
      // The caller retries; logins must not wait for a reader of the file meanwhile.
      forgetDestroyedKeys(db, DESTROY_PATIENCE_MS);
    },
  };
}

/**
 * Removes destroyed keys from the write-ahead log.
 *
 * @param patienceMs milliseconds to wait for readers
 * @throws Unavailable somebody else reads the file
 */
export function forgetDestroyedKeys(db: DatabaseSync, patienceMs: number): void {
  if (emptyWriteAheadLog(db, patienceMs)) return;
  throw new Unavailable('Another program reads the vault, so destroyed keys are still in its log.');
}

/**
 * Moves all pages into the main file and truncates the write-ahead log, which removes old versions of pages.
 *
 * @returns `false`: another connection still reads it
 */
function emptyWriteAheadLog(db: DatabaseSync, patienceMs: number): boolean {
  db.exec(`PRAGMA busy_timeout = ${patienceMs}`);
  try {
    return (db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }).busy === 0;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** Secrets of this installation. */
export function vaultSecret(db: DatabaseSync): Synchronous<Pick<Vault, 'secret'>>['secret'] {
  const insert = db.prepare('INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING');
  const select = db.prepare('SELECT value FROM secrets WHERE name = ?');
  return (name) => {
    const known = select.get(name);
    if (known === undefined) insert.run(name, randomBytes(KEY_BYTES));
    return (known ?? select.get(name))?.value as Uint8Array;
  };
}
