import { pathToFileURL } from 'node:url';
import { META, NEW_CHECKPOINT } from './reader.ts';
import { type CollectionShape, documentTable, fieldColumn, queriedFields } from './tables.ts';
import type { GenerationWriter } from './writer.ts';

/** Documents that are copied in one transaction: some milliseconds, for which the live file's log can't be emptied. */
const SLICE_DOCUMENTS = 5_000;

/**
 * Carries the collections of unchanged projections over from the live file into the one that takes its place: one file
 * holds all projections, so that one transaction commits them. Rows are copied as they are, nothing is folded.
 */
export interface Carry {
  /** Copies everything at first, then what has changed since. Exact once the live file stands still. */
  copy(): void;
  /** Position of the live file from which on copied documents may be older than there. */
  readonly from: string;
}

/**
 * @param shapes of the collections that are carried
 * @param from where an earlier carry into the same file stands; `null`: there was none
 */
export function createCarry(
  writer: GenerationWriter,
  liveFile: string,
  shapes: readonly CollectionShape[],
  from: string | null = null,
): Carry {
  const { db } = writer;
  let copiedFrom = from;

  return {
    copy() {
      if (shapes.length === 0) return;
      withLive(writer, liveFile, () => {
        const position = liveCheckpoint(writer);
        for (const shape of shapes) {
          if (copiedFrom === null) copyAll(writer, shape);
          else writer.transaction(() => db.prepare(changedSql(shape)).run(copiedFrom, shape.name));
        }
        copiedFrom = position;
      });
    },
    get from() {
      return copiedFrom ?? NEW_CHECKPOINT;
    },
  };
}

/** Attaches the live file, read only: a transaction would take its write lock else and hold the projector up. */
export function withLive(writer: Pick<GenerationWriter, 'db'>, liveFile: string, work: () => void): void {
  writer.db.prepare('ATTACH DATABASE ? AS live').run(`${pathToFileURL(liveFile).href}?mode=ro`);
  try {
    work();
  } finally {
    writer.db.exec('DETACH DATABASE live');
  }
}

function liveCheckpoint({ db }: Pick<GenerationWriter, 'db'>): string {
  const found = db.prepare('SELECT value FROM live.meta WHERE name = ?').get(META.checkpoint);
  return (found as { value: string } | undefined)?.value ?? NEW_CHECKPOINT;
}

function copyAll(writer: GenerationWriter, shape: CollectionShape): void {
  const { db } = writer;
  const table = documentTable(shape.name);
  const columns = columnsOf(shape);
  const slice = db.prepare(
    `INSERT INTO main.${table} (rowid, ${columns})
     SELECT rowid, ${columns} FROM live.${table} WHERE rowid > ? ORDER BY rowid LIMIT ${SLICE_DOCUMENTS}`,
  );
  const lastRow = db.prepare(`SELECT coalesce(max(rowid), 0) AS last FROM main.${table}`);
  for (let copied = SLICE_DOCUMENTS; copied === SLICE_DOCUMENTS; ) {
    const { last } = lastRow.get() as { last: number };
    writer.transaction(() => {
      copied = Number(slice.run(last).changes);
    });
  }
}

/** A correction has the position of its commit, so the position itself is looked at again. */
function changedSql(shape: CollectionShape): string {
  const table = documentTable(shape.name);
  const columns = columnsOf(shape);
  return `
    INSERT OR REPLACE INTO main.${table} (${columns})
    SELECT ${columns} FROM live.${table}
    WHERE key IN (SELECT key FROM live.feed WHERE position >= ? AND collection = ?)`;
}

function columnsOf(shape: CollectionShape): string {
  return ['key', 'position', 'doc', ...queriedFields(shape).map(fieldColumn)].join(', ');
}
