import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type DatabaseKind,
  openDatabase,
  skipJournal,
  snapshot,
  transaction,
} from '#server/engines/sqlite/database.ts';
import { openSqliteEventStore } from '#server/engines/sqlite/log/eventStore.ts';
import { openSqliteVault } from '#server/engines/sqlite/vault/vault.ts';

const CHILD = fileURLToPath(new URL('./databaseChild.ts', import.meta.url));
const KIND: DatabaseKind = {
  name: 'list of things',
  applicationId: 0x1234,
  format: 2,
  schema: 'CREATE TABLE things (name TEXT PRIMARY KEY) STRICT',
};
/** Permission bits of a file mode. */
const PERMISSIONS = 0o777;

let folder: string;
let file: string;

/** The error of an action. */
const refusal = (action: () => { close(): void }): unknown => {
  try {
    action().close();
    return 'was not refused';
  } catch (error) {
    return error;
  }
};
const withSql = (sql: string): void => {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
};
const names = (db: DatabaseSync) =>
  db
    .prepare('SELECT name FROM things')
    .all()
    .map(({ name }) => name);

const fill = (db: DatabaseSync, things: number): void => {
  const insert = db.prepare('INSERT INTO things VALUES (?)');
  transaction(db, () => {
    for (let n = 0; n < things; n += 1) insert.run(`thing number ${n}`);
  });
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quad-database-'));
  file = join(folder, 'things.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a database file', () => {
  it('[P1] is made private, with commits that wait for the disk, and opens again', () => {
    const db = openDatabase(file, KIND);
    expect(statSync(file).mode & PERMISSIONS).toBe(0o600);
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    db.exec("INSERT INTO things VALUES ('lamp')");
    db.close();
    const again = openDatabase(file, KIND);
    expect(names(again)).toEqual(['lamp']);
    again.close();
  });

  it('[P6] undoes a transaction that fails', () => {
    const db = openDatabase(file, KIND);
    const failing = () =>
      transaction(db, () => {
        db.exec("INSERT INTO things VALUES ('lamp')");
        db.exec("INSERT INTO things VALUES ('lamp')");
      });
    expect(failing).toThrow(/UNIQUE/);
    expect(names(db)).toEqual([]);
    expect(transaction(db, () => db.exec("INSERT INTO things VALUES ('desk')") ?? 'done')).toBe('done');
    expect(names(db)).toEqual(['desk']);
    db.close();
  });

  it('is read as it was, whatever is written meanwhile; an error of reading is thrown as it is', () => {
    const [db, other] = [openDatabase(file, KIND), openDatabase(file, KIND)];
    const read = () =>
      snapshot(db, () => {
        const before = names(db);
        other.exec("INSERT INTO things VALUES ('lamp')");
        return [before, names(db)];
      });
    expect([read(), names(db)]).toEqual([[[], []], ['lamp']]);
    const failing = () =>
      snapshot(db, () => {
        // As SQLite does by itself when the disk can't be read.
        db.exec('ROLLBACK');
        throw new Error('disk I/O error');
      });
    expect(failing).toThrow('disk I/O error');
    for (const each of [db, other]) each.close();
  });

  it('has no journal where none is wanted, and may be made safe again', () => {
    const db = openDatabase(file, KIND);
    skipJournal(db);
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'off' });
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 0 });
    fill(db, 10);
    expect(existsSync(`${file}-wal`)).toBe(false);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(names(db)).toHaveLength(10);
    db.close();
  });

  it('of another program is refused untouched', () => {
    withSql('CREATE TABLE recipes (name); PRAGMA application_id = 77');
    const before = readFileSync(file);
    const error = refusal(() => openDatabase(file, KIND));
    expect(error).toMatchObject({ code: 'FOREIGN', path: file });
    expect((error as Error).message).toMatch(/another program.*list of things/);
    expect(readFileSync(file)).toEqual(before);
  });

  it('of another program without an id is refused too', () => {
    withSql('CREATE TABLE recipes (name)');
    expect(refusal(() => openDatabase(file, KIND))).toMatchObject({ code: 'FOREIGN' });
  });

  it('of a newer format is refused, naming both', () => {
    openDatabase(file, KIND).close();
    withSql('PRAGMA user_version = 3');
    const error = refusal(() => openDatabase(file, KIND));
    expect(error).toMatchObject({ code: 'NEWER_FORMAT' });
    expect((error as Error).message).toMatch(/format 3.*up to 2.*newer release/);
  });

  it('that is no database is refused, naming it and the way out', () => {
    writeFileSync(file, 'Dear diary, '.repeat(500));
    const error = refusal(() => openDatabase(file, KIND));
    expect(error).toMatchObject({ code: 'CORRUPT' });
    expect((error as Error).message).toMatch(/things\.db is damaged.*restore the folder from a backup.*move/);
  });

  it.each([0, 1])('with a torn page %i is refused when it is opened', (page) => {
    const db = openDatabase(file, KIND);
    fill(db, 500);
    db.close();
    const bytes = readFileSync(file);
    bytes.fill(0xa5, page * 4_096 + 100, (page + 1) * 4_096);
    writeFileSync(file, bytes);
    expect(refusal(() => openDatabase(file, KIND))).toMatchObject({ code: 'CORRUPT', path: file });
  });

  it('that lost its end is refused when it is opened', () => {
    const db = openDatabase(file, KIND);
    fill(db, 2_000);
    db.close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, bytes.length - 8_192));
    expect(refusal(() => openDatabase(file, KIND))).toMatchObject({ code: 'CORRUPT' });
  });

  it.each([
    ['in a read-only folder', 'folder'],
    ['that is read-only', 'file'],
  ])('%s is refused, saying so', (_, what) => {
    openDatabase(file, KIND).close();
    const { stdout } = spawnSync(process.execPath, [CHILD, folder, file, what], { encoding: 'utf8' });
    expect(stdout).toMatch(/^NOT_WRITABLE .*things\.db can't be written to .*right to write/);
  });

  it('that everybody may read is made private again', () => {
    openDatabase(file, KIND).close();
    chmodSync(file, 0o644);
    openDatabase(file, KIND).close();
    expect(statSync(file).mode & PERMISSIONS).toBe(0o600);
  });
});

describe('the stores', () => {
  it.each([
    ['event store', openSqliteEventStore],
    ['vault', openSqliteVault],
  ])('refuse a file that is not theirs: %s', async (_, open) => {
    writeFileSync(file, 'Dear diary, '.repeat(500));
    await expect(open(file)).rejects.toMatchObject({ name: 'DataFolderRefused', code: 'CORRUPT', path: file });
    rmSync(file);
    withSql('CREATE TABLE recipes (name)');
    await expect(open(file)).rejects.toMatchObject({ name: 'DataFolderRefused', code: 'FOREIGN', path: file });
  });
});
