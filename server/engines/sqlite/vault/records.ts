import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { IdRange, RecordKind, RecordVault, VaultRecords } from '../../../ports/vaultRecords.ts';
import { transaction } from '../database.ts';
import type { Synchronous } from './tables.ts';

type Row = Readonly<Record<string, SQLInputValue>>;

/** How the records of one kind stand in tables. */
interface Kept<Kind extends RecordKind> {
  /** SQL that selects the ids in ascending order: those after `:after`, `:limit` of them. */
  readonly ids: string;
  /** The records with these ids. */
  find(ids: IdRange): readonly VaultRecords[Kind][];
  clear(range: IdRange): void;
  insert(record: VaultRecords[Kind]): void;
}

/** An id that no id is above. */
const LAST = '\u{10ffff}';

/** All records of the vault's file. Each call is one transaction. */
export function vaultRecords(db: DatabaseSync): Synchronous<RecordVault> {
  const kinds: { readonly [Kind in RecordKind]: Kept<Kind> } = {
    secret: plainTable(db, 'secrets', { id: 'name', value: 'value' }),
    key: keptKeys(db),
    credential: plainTable(db, 'credentials', {
      id: 'user_id',
      passwordHash: 'password_hash',
      commandId: 'command_id',
      at: 'at',
    }),
    shelf: plainTable(db, 'shelves', {
      id: 'key',
      noun: 'noun',
      subject: 'subject',
      secret: 'secret',
      counter: 'counter',
      at: 'at',
    }),
    session: plainTable(db, 'sessions', {
      id: 'session_id',
      userId: 'user_id',
      generation: 'generation',
      rotatedAt: 'rotated_at',
      createdAt: 'created_at',
      expiresAt: 'expires_at',
      device: 'device',
      campus: 'campus',
    }),
    codes: keptCodes(db),
    attempts: keptAttempts(db),
    outcome: keptOutcomes(db),
    checkpoint: plainTable(db, 'checkpoints', { id: 'reactor', position: 'position' }),
  };

  return {
    read(kind, after, limit) {
      const { ids, find } = kinds[kind] as Kept<RecordKind>;
      const last = db.prepare(ids).all({ after, limit }).at(-1);
      return last === undefined ? [] : find({ after, through: String(last.id) });
    },
    replace(kind, range, records) {
      const { clear, insert } = kinds[kind] as Kept<RecordKind>;
      transaction(db, () => {
        clear(range);
        for (const record of records) insert(record);
      });
    },
  };
}

const bounds = ({ after, through }: IdRange) => ({ after, through: through ?? LAST });

/** Records that are a row each. @param columns by field of the record */
function plainTable<Kind extends RecordKind>(
  db: DatabaseSync,
  table: string,
  columns: { readonly [Field in keyof VaultRecords[Kind]]: string } & { readonly id: string },
): Kept<Kind> {
  const { id } = columns;
  const pairs = Object.entries(columns);
  const range = `WHERE ${id} > :after AND ${id} <= :through`;
  const select = db.prepare(
    `SELECT ${pairs.map(([field, column]) => `${column} AS ${field}`).join(', ')} FROM ${table} ${range} ORDER BY ${id}`,
  );
  const remove = db.prepare(`DELETE FROM ${table} ${range}`);
  const insert = db.prepare(
    `INSERT INTO ${table} (${pairs.map(([, column]) => column).join(', ')})
     VALUES (${pairs.map(([field]) => `:${field}`).join(', ')})`,
  );
  return {
    ids: `SELECT ${id} AS id FROM ${table} WHERE ${id} > :after ORDER BY ${id} LIMIT :limit`,
    // Rows have no prototype; records are plain objects.
    find: (ids) => select.all(bounds(ids)).map((row) => ({ ...row }) as unknown as VaultRecords[Kind]),
    clear: (ids) => void remove.run(bounds(ids)),
    insert: (record) => void insert.run(record as unknown as Row),
  };
}

/** Keys: a destroyed one keeps its row. */
function keptKeys(db: DatabaseSync): Kept<'key'> {
  const table = plainTable<'key'>(db, 'keys', { id: 'subject', key: 'key' });
  const remove = db.prepare('DELETE FROM keys WHERE subject > :after AND subject <= :through AND key IS NOT NULL');
  const insert = db.prepare('INSERT INTO keys (subject, key) VALUES (:id, :key) ON CONFLICT DO NOTHING');
  return { ...table, clear: (ids) => void remove.run(bounds(ids)), insert: (record) => void insert.run({ ...record }) };
}

/** Records of several rows: those that follow each other with one id. */
function grouped<T>(rows: readonly Row[], make: (id: string, rows: readonly [Row, ...Row[]]) => T): T[] {
  const groups = Map.groupBy(rows, ({ id }) => String(id));
  return [...groups].map(([id, group]) => make(id, group as [Row, ...Row[]]));
}

function keptCodes(db: DatabaseSync): Kept<'codes'> {
  const id = "user_id || ' ' || purpose || ' ' || target";
  const select = db.prepare(
    `SELECT ${id} AS id, codes.*, used_codes.command_id AS used_by FROM codes LEFT JOIN used_codes USING (code_id)
     WHERE id > :after AND id <= :through ORDER BY id, number`,
  );
  const remove = db.prepare(`DELETE FROM codes WHERE ${id} > :after AND ${id} <= :through`);
  const removeUses = db.prepare('DELETE FROM used_codes WHERE code_id NOT IN (SELECT code_id FROM codes)');
  const insert = db.prepare(
    `INSERT INTO codes (code_id, user_id, purpose, target, code_hash, campus, at, wrong_answers, is_void)
     VALUES (:codeId, :userId, :purpose, :target, :codeHash, :campus, :at, :wrongAnswers, :isVoid)`,
  );
  const use = db.prepare(
    'INSERT INTO used_codes VALUES (?, ?) ON CONFLICT DO UPDATE SET command_id = excluded.command_id',
  );
  return {
    ids: `SELECT DISTINCT ${id} AS id FROM codes WHERE id > :after ORDER BY id LIMIT :limit`,
    find: (ids) =>
      grouped(select.all(bounds(ids)) as Row[], (group, rows) => ({
        id: group,
        userId: String(rows[0].user_id),
        purpose: String(rows[0].purpose) as VaultRecords['codes']['purpose'],
        target: String(rows[0].target),
        codes: rows.map((row) => ({
          codeId: String(row.code_id),
          codeHash: String(row.code_hash),
          campus: String(row.campus),
          at: String(row.at),
          wrongAnswers: Number(row.wrong_answers),
          isVoid: row.is_void === 1,
          usedBy: row.used_by === null ? null : String(row.used_by),
        })),
      })),
    clear(ids) {
      remove.run(bounds(ids));
      removeUses.run();
    },
    insert({ userId, purpose, target, codes }) {
      for (const { isVoid, usedBy, ...code } of codes) {
        insert.run({ ...code, userId, purpose, target, isVoid: isVoid ? 1 : 0 });
        if (usedBy !== null) use.run(code.codeId, usedBy);
      }
    },
  };
}

function keptAttempts(db: DatabaseSync): Kept<'attempts'> {
  const select = db.prepare(
    'SELECT key AS id, at FROM attempts WHERE key > :after AND key <= :through ORDER BY key, at',
  );
  const remove = db.prepare('DELETE FROM attempts WHERE key > :after AND key <= :through');
  const insert = db.prepare('INSERT INTO attempts VALUES (?, ?)');
  return {
    ids: 'SELECT DISTINCT key AS id FROM attempts WHERE key > :after ORDER BY key LIMIT :limit',
    find: (ids) =>
      grouped(select.all(bounds(ids)) as Row[], (id, rows) => ({ id, failures: rows.map(({ at }) => String(at)) })),
    clear: (ids) => void remove.run(bounds(ids)),
    insert({ id, failures }) {
      for (const at of failures) insert.run(id, at);
    },
  };
}

function keptOutcomes(db: DatabaseSync): Kept<'outcome'> {
  const id = "command_id || ' ' || command_hash";
  const inRange = `WHERE ${id} > :after AND ${id} <= :through`;
  const select = db.prepare(
    `SELECT ${id} AS id, command_id, command_hash, try_id, at, begun_at, NULL AS outcome FROM command_tries ${inRange}
     UNION ALL SELECT ${id}, command_id, command_hash, NULL, at, NULL, outcome FROM told_outcomes ${inRange}
     ORDER BY id, try_id`,
  );
  const removals = ['command_tries', 'told_outcomes'].map((table) => db.prepare(`DELETE FROM ${table} ${inRange}`));
  const insertTry = db.prepare('INSERT INTO command_tries VALUES (:tryId, :commandId, :commandHash, :at, :begunAt)');
  const insertOutcome = db.prepare('INSERT INTO told_outcomes VALUES (:commandId, :commandHash, :text, :at)');
  return {
    ids: `SELECT ${id} AS id FROM command_tries WHERE ${id} > :after
          UNION SELECT ${id} FROM told_outcomes WHERE ${id} > :after ORDER BY id LIMIT :limit`,
    find: (ids) =>
      grouped(select.all(bounds(ids)) as Row[], (group, rows) => {
        const kept = rows.find(({ outcome }) => outcome !== null);
        return {
          id: group,
          commandId: String(rows[0].command_id),
          commandHash: String(rows[0].command_hash),
          tries: rows
            .filter(({ outcome }) => outcome === null)
            .map((row) => ({ tryId: String(row.try_id), at: String(row.at), begunAt: String(row.begun_at) })),
          outcome: kept === undefined ? null : { text: String(kept.outcome), at: String(kept.at) },
        };
      }),
    clear(ids) {
      for (const removal of removals) removal.run(bounds(ids));
    },
    insert({ commandId, commandHash, tries, outcome }) {
      for (const each of tries) insertTry.run({ ...each, commandId, commandHash });
      if (outcome !== null) insertOutcome.run({ ...outcome, commandId, commandHash });
    },
  };
}
