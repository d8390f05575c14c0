import type { DatabaseKind } from '../database.ts';

const SESSIONS = `
  CREATE TABLE sessions (
    session_id TEXT PRIMARY KEY, user_id TEXT NOT NULL, generation INTEGER NOT NULL, rotated_at TEXT NOT NULL,
    created_at TEXT NOT NULL, expires_at TEXT NOT NULL, device TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sessions_user ON sessions (user_id, created_at);
  CREATE INDEX sessions_expiry ON sessions (expires_at);
`;

/** On whose site a session began. */
const SESSION_CAMPUS = "ALTER TABLE sessions ADD COLUMN campus TEXT NOT NULL DEFAULT '';";

/** The changes that every process follows, and the tries that some process is comparing. */
const SHARED = `
  CREATE TABLE changes (number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL) STRICT;
  CREATE TABLE tries_under_way (try_id TEXT NOT NULL, key TEXT NOT NULL, at TEXT NOT NULL) STRICT;
  CREATE INDEX tries_under_way_id ON tries_under_way (try_id);
  CREATE INDEX tries_under_way_key ON tries_under_way (key, at);
`;

/** Outcomes, agreed between processes, of commands that append nothing. */
const OUTCOMES = `
  CREATE TABLE command_tries (
    try_id TEXT PRIMARY KEY, command_id TEXT NOT NULL, command_hash TEXT NOT NULL, at TEXT NOT NULL, begun_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX command_tries_command ON command_tries (command_id, command_hash);
  CREATE TABLE told_outcomes (
    command_id TEXT NOT NULL, command_hash TEXT NOT NULL, outcome TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (command_id, command_hash)
  ) STRICT, WITHOUT ROWID;
`;

/** Rights that one process holds for a while. A released one keeps its row, with holder NULL: its epoch goes on rising. */
const LEASES = `
  CREATE TABLE leases (
    name TEXT PRIMARY KEY, epoch INTEGER NOT NULL, holder TEXT, since INTEGER NOT NULL, until INTEGER NOT NULL
  ) STRICT;
`;

/** Token buckets of all processes together. */
const RATES = `
  CREATE TABLE rates (key TEXT PRIMARY KEY, tokens REAL NOT NULL, at TEXT NOT NULL) STRICT;
  CREATE INDEX rates_at ON rates (at);
`;

/** Passkeys in a table of their own, as two releases kept them: files of format 8. */
const FORMER_PASSKEYS = `
  CREATE TABLE passkeys (
    passkey_id TEXT PRIMARY KEY, user_id TEXT NOT NULL, credential TEXT NOT NULL, counter INTEGER NOT NULL, at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX passkeys_user ON passkeys (user_id);
  CREATE INDEX passkeys_at ON passkeys (at);
`;

/** Secret records of nouns, by noun and id. */
const SHELVES = `
  CREATE TABLE shelves (
    key TEXT PRIMARY KEY, noun TEXT NOT NULL, subject TEXT NOT NULL, secret TEXT NOT NULL, counter INTEGER NOT NULL,
    at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX shelves_subject ON shelves (subject);
  CREATE INDEX shelves_at ON shelves (noun, at);
`;

/** Passkeys go to the shelf of their noun. */
const SHELVED_PASSKEYS = `
  ${SHELVES}
  INSERT INTO shelves (key, noun, subject, secret, counter, at)
    SELECT 'passkey ' || passkey_id, 'passkey', user_id, credential, counter, at FROM passkeys;
  DROP TABLE passkeys;
`;

/**
 * The file of the vault. Deleted and overwritten values are wiped from its pages (`secure_delete`); they are gone from
 * the write-ahead log too once it is truncated, see `keys.ts`.
 */
export const VAULT: DatabaseKind = {
  name: 'vault',
  applicationId: 0x51_75_56_61, // "QuVa"
  format: 9,
  pragmas: 'PRAGMA secure_delete = ON;',
  schema: `
    -- A destroyed key leaves its row behind, with key NULL: the subject can never have one again.
    CREATE TABLE keys (subject TEXT PRIMARY KEY, key BLOB) STRICT;
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
    CREATE TABLE credentials (
      user_id TEXT PRIMARY KEY, password_hash TEXT NOT NULL, command_id TEXT NOT NULL, at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX credentials_at ON credentials (at);
    -- The number orders codes of one instant; one code_id may stand here twice.
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
    ${SESSIONS}
    ${SESSION_CAMPUS}
    CREATE TABLE attempts (key TEXT NOT NULL, at TEXT NOT NULL) STRICT;
    CREATE INDEX attempts_key ON attempts (key, at);
    CREATE INDEX attempts_at ON attempts (at);
    CREATE TABLE checkpoints (reactor TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT;
    ${SHARED}
    ${OUTCOMES}
    ${LEASES}
    ${RATES}
    ${SHELVES}
  `,
  upgrades: [
    // Refresh tokens did not rotate before: browsers hold tokens of the old form, so people sign in again.
    `DROP TABLE sessions; ${SESSIONS}`,
    SHARED,
    OUTCOMES,
    LEASES,
    RATES,
    SESSION_CAMPUS,
    FORMER_PASSKEYS,
    SHELVED_PASSKEYS,
  ],
};

/** A port inside its thread: the same calls, synchronous. */
export type Synchronous<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result
    : Synchronous<Port[Name]>;
};
