import type { DatabaseSync } from 'node:sqlite';
import type { EncodedAppend, EncodedEvent } from '../../../log/encodeAppend.ts';
import { openDatabase, transaction, tryCommit } from '../database.ts';
import { withRuntimeErrors } from '../sqliteErrors.ts';
import { EVENT_LOG } from './tables.ts';

/** Eras that a log keeps. Positions of older ones count as unproven. */
const ERAS_KEPT = 1_000;

/** Outcome of one append of a group. */
export type AppendOutcome =
  | { readonly kind: 'appended'; readonly position: number }
  | { readonly kind: 'wrong-revision'; readonly actual: number }
  | { readonly kind: 'id-in-use'; readonly id: string; readonly stream: string; readonly revision: number };

/** Writes the log; synchronous, for a worker thread. There is one writer on a file. */
export interface EventLogWriter {
  /** Position of the last event, 0 for none. */
  head(): number;
  /**
   * Appends a group in one transaction: each append is checked alone and sees those before it in the group. On return
   * all are on disk.
   * @throws Unavailable nothing of the group was written
   * @throws DiskFailed the writer is of no use any more
   */
  append(group: readonly EncodedAppend[]): readonly AppendOutcome[];
  /** Begins an era after the last event. */
  begin(era: string): void;
  /** @throws Unavailable, DiskFailed nothing could be appended now */
  tryOut(): void;
  close(): void;
}

/** @throws DataFolderRefused */
export function openEventLogWriter(file: string): EventLogWriter {
  return createEventLogWriter(openDatabase(file, EVENT_LOG), file);
}

/** A writer on an open database. @param file for messages */
export function createEventLogWriter(db: DatabaseSync, file: string): EventLogWriter {
  const statements = prepareStatements(db);
  let head = statements.head();

  return {
    head: () => head,
    append: (group) =>
      withRuntimeErrors(file, () => {
        let next = head;
        const outcomes = transaction(db, () =>
          group.map((append) => {
            const outcome = appendOne(statements, append, next);
            if (outcome.kind === 'appended' && outcome.position > next) next = outcome.position;
            return outcome;
          }),
        );
        head = next;
        return outcomes;
      }),
    begin: (era) => withRuntimeErrors(file, () => transaction(db, () => statements.begin(era, head))),
    tryOut: () => withRuntimeErrors(file, () => tryCommit(db, EVENT_LOG)),
    close: () => db.close(),
  };
}

function prepareStatements(db: DatabaseSync) {
  const head = db.prepare('SELECT coalesce(max(position), 0) AS head FROM events');
  const revision = db.prepare('SELECT coalesce(max(revision), -1) AS revision FROM events WHERE stream = ?');
  const at = db.prepare('SELECT id, position FROM events WHERE stream = ? AND revision = ?');
  const byId = db.prepare('SELECT stream, revision FROM events WHERE id = ?');
  const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const addEra = db.prepare('INSERT INTO eras (id, after) VALUES (?, ?)');
  const dropEras = db.prepare('DELETE FROM eras WHERE number <= (SELECT max(number) FROM eras) - ?');
  return {
    head: () => (head.get() as { head: number }).head,
    /** Revision of a stream's last event, -1 for an unknown stream. */
    revision: (stream: string) => (revision.get(stream) as { revision: number }).revision,
    at: (stream: string, place: number) => at.get(stream, place) as { id: string; position: number } | undefined,
    byId: (id: string) => byId.get(id) as { stream: string; revision: number } | undefined,
    insert: (position: number, stream: string, place: number, event: EncodedEvent) =>
      insert.run(position, event.id, stream, place, event.type, event.version, event.data, event.meta),
    begin: (era: string, after: number) => {
      addEra.run(era, after);
      dropEras.run(ERAS_KEPT);
    },
  };
}

/** Checks before it writes, so that a refused append leaves no trace in the group's transaction. */
function appendOne(
  statements: ReturnType<typeof prepareStatements>,
  { stream, expectedRevision, events }: EncodedAppend,
  head: number,
): AppendOutcome {
  const actual = statements.revision(stream);
  if (actual !== expectedRevision) {
    const position = repeatedAt(statements, stream, expectedRevision, events);
    return position === null ? { kind: 'wrong-revision', actual } : { kind: 'appended', position };
  }
  for (const { id } of events) {
    const used = statements.byId(id);
    if (used !== undefined) return { kind: 'id-in-use', id, ...used };
  }
  events.forEach((event, index) => {
    statements.insert(head + index + 1, stream, expectedRevision + index + 1, event);
  });
  return { kind: 'appended', position: head + events.length };
}

/** Last position of the same events if they were appended before at this revision; `null`: they were not. */
function repeatedAt(
  statements: ReturnType<typeof prepareStatements>,
  stream: string,
  expectedRevision: number,
  events: readonly EncodedEvent[],
): number | null {
  let position: number | null = null;
  for (const [index, { id }] of events.entries()) {
    const there = statements.at(stream, expectedRevision + index + 1);
    if (there?.id !== id) return null;
    position = there.position;
  }
  return position;
}
