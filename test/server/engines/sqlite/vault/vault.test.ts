import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openSqliteVault } from '#server/engines/sqlite/vault/vault.ts';
import type { Vault } from '#server/ports/vault.ts';
import { ADA, BOB, minute, sampleRecord, sampleSession } from '#test/contract/vaultSamples.ts';
import { writeVaultOfFormat8 } from './vaultOfFormat8.ts';

/** Permission bits of a file mode. */
const PERMISSIONS = 0o777;

let folder: string;
let file: string;
let vault: Vault;

/** Whether any file of the vault holds these bytes. */
const isOnDisk = (bytes: Uint8Array): boolean =>
  readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(bytes));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quad-vault-'));
  file = join(folder, 'vault.db');
  vault = await openSqliteVault(file);
});
afterEach(async () => {
  await vault.close();
  rmSync(folder, { recursive: true });
});

describe('the files of the vault', () => {
  it('of an earlier release are brought up to date, and keep everything but the sessions', async () => {
    const key = await vault.keys.obtain(ADA);
    await vault.credentials.put(ADA, 'hash', 'command', minute(0), null);
    await vault.close();
    const db = new DatabaseSync(file);
    db.exec(`DROP TABLE sessions; DROP TABLE changes; DROP TABLE tries_under_way; DROP TABLE command_tries; DROP TABLE told_outcomes; DROP TABLE leases; DROP TABLE rates; DROP TABLE shelves; PRAGMA user_version = 1;
      CREATE TABLE sessions (
        session_id TEXT PRIMARY KEY, user_id TEXT NOT NULL, refresh_hash TEXT NOT NULL,
        created_at TEXT NOT NULL, expires_at TEXT NOT NULL, device TEXT NOT NULL
      ) STRICT`);
    db.close();
    for (let start = 0; start < 2; start += 1) {
      vault = await openSqliteVault(file);
      expect(await vault.keys.obtain(ADA)).toEqual(key);
      expect(await vault.credentials.find(ADA)).toMatchObject({ passwordHash: 'hash' });
      await vault.sessions.add(sampleSession());
      expect(await vault.sessions.find(sampleSession().sessionId)).toEqual(sampleSession());
      if (start === 0) await vault.close();
    }
  });

  it('of the release before sessions knew their campus keep them', async () => {
    await vault.sessions.add(sampleSession());
    await vault.close();
    const db = new DatabaseSync(file);
    db.exec('ALTER TABLE sessions DROP COLUMN campus; DROP TABLE shelves; PRAGMA user_version = 6');
    db.close();
    vault = await openSqliteVault(file);
    expect(await vault.sessions.find(sampleSession().sessionId)).toEqual({ ...sampleSession(), campus: '' });
  });

  it('of the release before passkeys keep everything', async () => {
    await vault.sessions.add(sampleSession());
    await vault.close();
    const db = new DatabaseSync(file);
    db.exec('DROP TABLE shelves; PRAGMA user_version = 7');
    db.close();
    vault = await openSqliteVault(file);
    expect(await vault.sessions.find(sampleSession().sessionId)).toEqual(sampleSession());
    await vault.shelf('passkey').add(sampleRecord());
    expect(await vault.shelf('passkey').find(sampleRecord().id)).toEqual(sampleRecord());
  });

  it('of the release before shelves keep passkeys, sessions, keys and hashes: nobody has to sign in again', async () => {
    await vault.close();
    rmSync(file);
    writeVaultOfFormat8(file);
    const { id, subject } = sampleRecord();
    for (let start = 0; start < 2; start += 1) {
      vault = await openSqliteVault(file);
      expect(await vault.keys.obtain(ADA)).toEqual(new Uint8Array(32).fill(7));
      expect(await vault.credentials.find(ADA)).toMatchObject({ passwordHash: 'hash' });
      expect(await vault.sessions.listOf(ADA)).toEqual([sampleSession()]);
      const shelf = vault.shelf('passkey');
      expect(await shelf.find(id)).toEqual(sampleRecord({ counter: 7 }));
      expect(await shelf.advance(id, 7)).toBe(false);
      expect(await shelf.olderThan(minute(9))).toEqual([
        { id, subject },
        { id: 'of Bob', subject: BOB },
      ]);
      if (start === 0) await vault.close();
    }
    await vault.clearShelves(ADA);
    expect(await vault.shelf('passkey').find(id)).toBeNull();
    await vault.close();
    const db = new DatabaseSync(file);
    const former = db.prepare("SELECT 1 FROM sqlite_schema WHERE name LIKE 'passkeys%'").all();
    db.close();
    expect(former).toEqual([]);
  });

  it('[P9] are readable by their owner only, the write-ahead log too', async () => {
    await vault.keys.obtain(ADA);
    const names = readdirSync(folder);
    expect(names).toEqual(expect.arrayContaining(['vault.db', 'vault.db-wal']));
    expect(names.map((name) => statSync(join(folder, name)).mode & PERMISSIONS)).toEqual(names.map(() => 0o600));
  });

  it('[P10] hold no byte of a destroyed key, open and closed', async () => {
    const key = (await vault.keys.obtain(ADA)) ?? new Uint8Array();
    const other = (await vault.keys.obtain(BOB)) ?? new Uint8Array();
    expect(isOnDisk(key)).toBe(true);
    await vault.keys.destroy([ADA]);
    expect(isOnDisk(key)).toBe(false);
    expect(isOnDisk(other)).toBe(true);
    await vault.close();
    expect(isOnDisk(key)).toBe(false);
    expect(isOnDisk(other)).toBe(true);
  });

  it('[P10] lose a destroyed key that a crash left in the write-ahead log', async () => {
    const key = (await vault.keys.obtain(ADA)) ?? new Uint8Array();
    copyFileSync(`${file}-wal`, join(folder, 'old-wal'));
    copyFileSync(file, join(folder, 'old'));
    await vault.close();
    // As if the process had been killed: the key is in the log, the main file knows nothing of it yet.
    copyFileSync(join(folder, 'old'), file);
    copyFileSync(join(folder, 'old-wal'), `${file}-wal`);
    rmSync(join(folder, 'old'));
    rmSync(join(folder, 'old-wal'));
    vault = await openSqliteVault(file);
    expect(statSync(`${file}-wal`).size).toBe(0);
    expect(await vault.keys.obtain(ADA)).toEqual(key);
    await vault.keys.destroy([ADA]);
    expect(isOnDisk(key)).toBe(false);
  });

  it('[P10] hold no byte of a password hash that was removed, once it is closed', async () => {
    const hash = '$2b$12$abcdefghijklmnopqrstuv';
    await vault.credentials.put(ADA, hash, 'command', minute(0), null);
    await vault.credentials.remove(ADA);
    await vault.close();
    expect(isOnDisk(Buffer.from(hash))).toBe(false);
  });

  it('that are damaged are refused, with the way out', async () => {
    await vault.keys.obtain(ADA);
    await vault.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xab, 100, 4_096));
    const error = await openSqliteVault(file).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'DataFolderRefused', code: 'CORRUPT', path: file });
    expect((error as Error).message).toMatch(/vault\.db is damaged.*backup/);
  });
});

it('[P6] changes of outcomes are one transaction: none is made when one of them fails', async () => {
  const attempt = { tryId: 'try', commandId: 'command', commandHash: 'hash' };
  const begin = { kind: 'begin', attempt, at: minute(1) } as const;
  const broken = { ...begin, attempt: { ...attempt, tryId: 'broken' }, at: {} as string };
  await expect(vault.outcomes.change([begin, broken])).rejects.toThrow();
  expect(await vault.outcomes.others({ ...attempt, tryId: 'another' })).toEqual([]);
  await vault.outcomes.change([begin]);
  expect(await vault.outcomes.others({ ...attempt, tryId: 'another' })).toHaveLength(1);
});
