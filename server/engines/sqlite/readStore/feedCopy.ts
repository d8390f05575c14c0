import { pathToFileURL } from 'node:url';
import type { GenerationWriter } from './writer.ts';

/**
 * Carries the change feed of the live generation over into the one that takes its place, so that cursors go on. Most of
 * it is copied before the projector pauses, the rest within the pause.
 */
export interface FeedCopy {
  /** Copies what has come since the last call. */
  copy(): void;
}

/** Rows of `marks`, `leaves` and `meta` are few or small; they are copied whole, newer ones over older ones. */
const COPY_SMALL_TABLES = `
  INSERT OR IGNORE INTO marks SELECT * FROM live.marks;
  INSERT OR IGNORE INTO leaves SELECT * FROM live.leaves;
`;

export function createFeedCopy(writer: GenerationWriter, liveFile: string): FeedCopy {
  const { db } = writer;
  let copiedTo: number | null = null;

  return {
    copy() {
      // Read only, or the transaction would take the live file's write lock and hold the projector up.
      db.prepare('ATTACH DATABASE ? AS live').run(`${pathToFileURL(liveFile).href}?mode=ro`);
      try {
        writer.transaction(() => {
          // The floor and where slimming stands belong to the rows as they were first copied.
          if (copiedTo === null)
            db.exec("INSERT OR REPLACE INTO meta SELECT * FROM live.meta WHERE name <> 'checkpoint'");
          db.prepare('INSERT INTO feed SELECT * FROM live.feed WHERE id > ?').run(copiedTo ?? 0);
          db.exec(COPY_SMALL_TABLES);
          copiedTo = (db.prepare('SELECT coalesce(max(id), 0) AS id FROM feed').get() as { id: number }).id;
        });
      } finally {
        db.exec('DETACH DATABASE live');
      }
    },
  };
}
