import type { DatabaseSync } from 'node:sqlite';
import { openWithoutJournal } from '../../database.ts';
import { serveWorker } from '../../thread/workerRpc.ts';
import type { DocumentTuple } from '../reader.ts';
import { type CollectionShape, generationKind } from '../tables.ts';
import { type BulkDocuments, createBulkDocuments, type FieldValues } from './bulkDocuments.ts';

/** A document to be written: the row it gets if it is new, or has. */
export type DocumentWrite = readonly [row: number, isNew: boolean, document: DocumentTuple, fields: FieldValues];

/** The file, once it is opened. */
interface Opened {
  readonly db: DatabaseSync;
  readonly documents: BulkDocuments;
}

function open() {
  let opened: Opened | null = null;

  const methods = {
    /** Opens a generation under construction. Nobody else uses it until `finish`. */
    begin(file: string, shapes: readonly CollectionShape[]): void {
      const db = openWithoutJournal(file, generationKind(shapes));
      opened = { db, documents: createBulkDocuments(db, shapes) };
    },
    write(writes: readonly DocumentWrite[]): void {
      const { db, documents } = begun(opened);
      // One transaction for all writes, so that a page that changes often is written to the file once.
      if (!db.isTransaction) db.exec('BEGIN');
      for (const [row, isNew, document, fields] of writes) {
        if (isNew) documents.insert(document, fields, row);
        else documents.update(row, document, fields);
      }
    },
    /** Commits everything, and lets the file go. */
    finish(): void {
      const { db } = begun(opened);
      if (db.isTransaction) db.exec('COMMIT');
      db.close();
      opened = null;
    },
  };
  return { methods, close: () => opened?.db.close() };
}

function begun(opened: Opened | null): Opened {
  if (opened === null) throw new Error('The file is not open.');
  return opened;
}

export type BuildWriterMethods = ReturnType<typeof open>['methods'];

serveWorker(open);
