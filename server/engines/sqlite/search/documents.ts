import type { DatabaseSync } from 'node:sqlite';
import {
  documentProblem,
  type RefusedDocument,
  type SearchChanges,
  type SearchDocument,
  type SearchShape,
} from '../../../ports/searchIndex.ts';
import { ROWS_IN_A_MS, scopeWord, tablesOf, textColumn } from './tables.ts';

/** Writes the documents of one build; inside a transaction. */
export interface BuildDocuments {
  write(changes: SearchChanges): readonly RefusedDocument[];
  erase(subjects: readonly string[]): void;
}

export function buildDocuments(db: DatabaseSync, number: number, shape: SearchShape): BuildDocuments {
  const { documents, found } = tablesOf(number);
  const columns = [...shape.texts.map((_, n) => textColumn(n)), 'scope'];
  const places = columns.map(() => '?').join(', ');
  const select = db.prepare(`SELECT id FROM ${documents} WHERE key = ?`);
  const ofSubject = db.prepare(`SELECT id FROM ${documents} WHERE subject = ?`);
  const lastBefore = db.prepare(`SELECT max(id) AS id FROM ${documents} WHERE id >= ? AND id < ?`);
  const insert = db.prepare(`INSERT INTO ${documents} (id, key, subject) VALUES (?, ?, ?)`);
  const insertFound = db.prepare(`INSERT INTO ${found} (rowid, ${columns.join(', ')}) VALUES (?, ${places})`);
  const drop = db.prepare(`DELETE FROM ${documents} WHERE id = ?`);
  const dropFound = db.prepare(`DELETE FROM ${found} WHERE rowid = ?`);

  const idOf = (key: string) => (select.get(key) as { id: number } | undefined)?.id;

  function removeRow(id: number): void {
    dropFound.run(id);
    drop.run(id);
  }

  /** The next free row of a document's millisecond; of a later one if more documents than rows are of that one. */
  function freeRow(at: number): number {
    for (let ms = at; ; ms += 1) {
      const first = ms * ROWS_IN_A_MS;
      const last = (lastBefore.get(first, first + ROWS_IN_A_MS) as { id: number | null }).id;
      if (last === null) return first;
      if (last + 1 < first + ROWS_IN_A_MS) return last + 1;
    }
  }

  function put({ key, subject, campus, texts, filters, at }: SearchDocument): void {
    const known = idOf(key);
    if (known !== undefined) removeRow(known);
    const isInPlace = known !== undefined && Math.floor(known / ROWS_IN_A_MS) === at;
    const id = isInPlace ? known : freeRow(at);
    const scope = [
      ...(campus === null ? [] : [scopeWord('campus', campus)]),
      ...shape.filters.map((name) => scopeWord(name, filters[name] ?? '')),
    ];
    insert.run(id, key, subject);
    insertFound.run(id, ...shape.texts.map((name) => texts[name] ?? ''), scope.join(' '));
  }

  return {
    write({ put: added, remove }) {
      for (const key of remove) {
        const id = idOf(key);
        if (id !== undefined) removeRow(id);
      }
      return added.flatMap((document) => {
        const error = documentProblem(document);
        if (error !== null) return [{ key: document.key, error }];
        put(document);
        return [];
      });
    },
    erase(subjects) {
      for (const subject of subjects) {
        for (const { id } of ofSubject.all(subject) as unknown as readonly { id: number }[]) removeRow(id);
      }
    },
  };
}
