import type { DatabaseSync } from 'node:sqlite';
import type { SearchShape } from '../../../ports/searchIndex.ts';
import { type DatabaseKind, openDatabase } from '../database.ts';

/** Keeps what a statement sorts in memory: SQLite would write words of people into files beside the index. */
const SORT_IN_MEMORY = 'PRAGMA temp_store = MEMORY;';

/**
 * The file of the search indexes. It holds personal data in plain text, so deleted pages are wiped (`secure_delete`).
 * `synchronous=NORMAL`: a power cut may lose the last commits, and the state that says what was written with them.
 */
export const SEARCH: DatabaseKind = {
  name: 'search index',
  applicationId: 0x51_75_53_69, // "QuSi"
  format: 1,
  pragmas: `PRAGMA secure_delete = ON; PRAGMA synchronous = NORMAL; ${SORT_IN_MEMORY}`,
  schema: `
    -- Numbers of builds name tables, so none is given twice.
    CREATE TABLE builds (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL, shape TEXT NOT NULL, is_live INTEGER NOT NULL DEFAULT 0, state TEXT
    ) STRICT;
    CREATE UNIQUE INDEX builds_live ON builds (name) WHERE is_live = 1;
  `,
};

/** Opens the file to read it beside the thread that writes it. @throws DataFolderRefused as `openDatabase` */
export function openToFind(file: string): DatabaseSync {
  const db = openDatabase(file, SEARCH, true);
  db.exec(SORT_IN_MEMORY);
  return db;
}

/** A row of `builds`. */
export interface BuildRow {
  readonly number: number;
  readonly name: string;
  /** A `SearchShape` as JSON. */
  readonly shape: string;
  readonly is_live: number;
  readonly state: string | null;
}

/** The build of an index that answers. */
export const LIVE_BUILD = 'SELECT * FROM builds WHERE name = ? AND is_live = 1';

/** Row numbers for one millisecond: documents of an index by time are numbered by it, so that the index is in order. */
export const ROWS_IN_A_MS = 1_000;

/** Tables of one build. */
export interface BuildTables {
  /** Which document is in which row of the index: `id`, `key`, `subject`. */
  readonly documents: string;
  /** The index: a column a text, then `scope` with a word each for campus and filters. */
  readonly found: string;
  /** The words of the index, as it holds them at the moment. */
  readonly words: string;
}

export function tablesOf(number: number): BuildTables {
  return { documents: `documents_${number}`, found: `found_${number}`, words: `words_${number}` };
}

/** Column of the n-th text. */
export function textColumn(n: number): string {
  return `text_${n}`;
}

/** SQL that makes the tables of a build. Words come ready, so the tokenizer only splits at spaces. */
export function buildSchema(number: number, { texts }: Pick<SearchShape, 'texts'>): string {
  const { documents, found, words } = tablesOf(number);
  return `
    CREATE TABLE ${documents} (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, subject TEXT) STRICT;
    CREATE INDEX ${documents}_subject ON ${documents} (subject) WHERE subject IS NOT NULL;
    ${indexSchema(found, texts)}
    CREATE VIRTUAL TABLE ${words} USING fts5vocab (${found}, col);
  `;
}

function columnsOf(texts: readonly string[]): string {
  return [...texts.map((_, n) => textColumn(n)), 'scope'].join(', ');
}

function indexSchema(found: string, texts: readonly string[]): string {
  return `
    CREATE VIRTUAL TABLE ${found} USING fts5 (
      ${columnsOf(texts)}, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3'
    );
    INSERT INTO ${found} (${found}, rank) VALUES ('secure-delete', 1);
  `;
}

/**
 * SQL that makes the index of a build anew of its own rows. What is deleted leaves traces in the old tables: words that
 * divide one page from the next, and copies of rows that were moved when a page was full. Pages of a table that is dropped
 * are wiped, and rows that are written in their order are never moved.
 */
export function remakeSchema(number: number, { texts }: Pick<SearchShape, 'texts'>): string {
  const { found, words } = tablesOf(number);
  const made = `${found}_made`;
  const columns = columnsOf(texts);
  return `
    ${indexSchema(made, texts)}
    INSERT INTO ${made} (rowid, ${columns}) SELECT rowid, ${columns} FROM ${found} ORDER BY rowid;
    DROP TABLE ${words};
    DROP TABLE ${found};
    ALTER TABLE ${made} RENAME TO ${found};
    CREATE VIRTUAL TABLE ${words} USING fts5vocab (${found}, col);
  `;
}

export function dropSchema(number: number): string {
  const { documents, found, words } = tablesOf(number);
  return `DROP TABLE ${words}; DROP TABLE ${found}; DROP TABLE ${documents};`;
}

/**
 * One word of the column `scope`: a name and its value, in letters and digits alone. No name has a `z` after it in
 * hexadecimal digits, so two pairs never make the same word.
 */
export function scopeWord(name: string, value: string): string {
  return `${name}z${Buffer.from(value, 'utf8').toString('hex')}`.toLowerCase();
}
