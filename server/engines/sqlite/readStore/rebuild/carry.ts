import { pathToFileURL } from 'node:url';
import { META, NEW_CHECKPOINT } from '../reader.ts';
import { type CollectionShape, documentTable, fieldColumn, queriedFields } from '../tables.ts';
import type { GenerationWriter } from '../writer.ts';

/**
 * Documents that are copied in one transaction: some milliseconds, during which the live file's log cannot be emptied.
 */
const SLICE_DOCUMENTS = 5_000;

/**
 * Carries the collections of unchanged projections over from the live file into its replacement, because one file has
 * all projections, so that one transaction commits them. Rows are copied unchanged.
 */
export interface Carry {
  /** Copies all documents at first, later the changed ones. Exact once the projector is paused. */
  copy(): void;
  /** Position after which live documents may be newer than the copies. */
  readonly from: string;
}

/**
 * @param shapes of the collections that are carried
 * @param from `from` of an earlier carry into the same file; `null`: there was none
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

/** Attaches the live file read only; otherwise a transaction would take its write lock and block the projector. */
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

/** Includes the position itself, because corrections have the position of an earlier commit. */
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
