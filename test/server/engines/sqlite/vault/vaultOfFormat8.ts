import { DatabaseSync } from 'node:sqlite';
import { ADA, BOB, minute, sampleRecord, sampleSession } from '#test/contract/vaultSamples.ts';

/** The tables as releases before shelves made them, word for word. */
const TABLES = `
  CREATE TABLE keys (subject TEXT PRIMARY KEY, key BLOB) STRICT;
  CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
  CREATE TABLE credentials (
    user_id TEXT PRIMARY KEY, password_hash TEXT NOT NULL, command_id TEXT NOT NULL, at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX credentials_at ON credentials (at);
  CREATE TABLE codes (
    number INTEGER PRIMARY KEY,
    code_id TEXT NOT NULL, user_id TEXT NOT NULL, purpose TEXT NOT NULL, target TEXT NOT NULL,
    code_hash TEXT NOT NULL, campus TEXT NOT NULL, at TEXT NOT NULL,
    wrong_answers INTEGER NOT NULL DEFAULT 0, is_void INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX codes_user ON codes (user_id, purpose);
  CREATE INDEX codes_id ON codes (code_id);
  CREATE INDEX codes_at ON codes (at);
  CREATE TABLE used_codes (code_id TEXT PRIMARY KEY, command_id TEXT NOT NULL) STRICT;
  CREATE TABLE sessions (
    session_id TEXT PRIMARY KEY, user_id TEXT NOT NULL, generation INTEGER NOT NULL, rotated_at TEXT NOT NULL,
    created_at TEXT NOT NULL, expires_at TEXT NOT NULL, device TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sessions_user ON sessions (user_id, created_at);
  CREATE INDEX sessions_expiry ON sessions (expires_at);
  ALTER TABLE sessions ADD COLUMN campus TEXT NOT NULL DEFAULT '';
  CREATE TABLE attempts (key TEXT NOT NULL, at TEXT NOT NULL) STRICT;
  CREATE INDEX attempts_key ON attempts (key, at);
  CREATE INDEX attempts_at ON attempts (at);
  CREATE TABLE checkpoints (reactor TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT;
  CREATE TABLE changes (number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL) STRICT;
  CREATE TABLE tries_under_way (try_id TEXT NOT NULL, key TEXT NOT NULL, at TEXT NOT NULL) STRICT;
  CREATE INDEX tries_under_way_id ON tries_under_way (try_id);
  CREATE INDEX tries_under_way_key ON tries_under_way (key, at);
  CREATE TABLE command_tries (
    try_id TEXT PRIMARY KEY, command_id TEXT NOT NULL, command_hash TEXT NOT NULL, at TEXT NOT NULL, begun_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX command_tries_command ON command_tries (command_id, command_hash);
  CREATE TABLE told_outcomes (
    command_id TEXT NOT NULL, command_hash TEXT NOT NULL, outcome TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (command_id, command_hash)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE leases (
    name TEXT PRIMARY KEY, epoch INTEGER NOT NULL, holder TEXT, since INTEGER NOT NULL, until INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE rates (key TEXT PRIMARY KEY, tokens REAL NOT NULL, at TEXT NOT NULL) STRICT;
  CREATE INDEX rates_at ON rates (at);
  CREATE TABLE passkeys (
    passkey_id TEXT PRIMARY KEY, user_id TEXT NOT NULL, credential TEXT NOT NULL, counter INTEGER NOT NULL, at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX passkeys_user ON passkeys (user_id);
  CREATE INDEX passkeys_at ON passkeys (at);
`;

/**
 * Writes the vault of a release before shelves: Ada's key (32 times 7), password hash, session and passkey (counter 7),
 * and a passkey of Bob's.
 */
export function writeVaultOfFormat8(file: string): void {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = WAL; ${TABLES} PRAGMA application_id = 0x51755661; PRAGMA user_version = 8`);
  db.prepare('INSERT INTO keys VALUES (?, ?)').run(ADA, new Uint8Array(32).fill(7));
  db.prepare('INSERT INTO credentials VALUES (?, ?, ?, ?)').run(ADA, 'hash', 'command', minute(0));
  db.prepare(
    `INSERT INTO sessions (session_id, user_id, generation, rotated_at, created_at, expires_at, device, campus)
     VALUES (:sessionId, :userId, :generation, :rotatedAt, :createdAt, :expiresAt, :device, :campus)`,
  ).run({ ...sampleSession() });
  const passkey = db.prepare(
    `INSERT INTO passkeys (passkey_id, user_id, credential, counter, at)
     VALUES (:id, :subject, :secret, :counter, :at)`,
  );
  passkey.run({ ...sampleRecord({ counter: 7 }) });
  passkey.run({ ...sampleRecord({ id: 'of Bob', subject: BOB, at: minute(1) }) });
  db.close();
}
