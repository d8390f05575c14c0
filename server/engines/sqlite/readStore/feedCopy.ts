import { withLive } from './carry.ts';
import type { GenerationWriter } from './writer.ts';

/**
 * Carries the change feed of the live file over into the one that takes its place. Most of it is copied before the
 * projector pauses, the rest within the pause.
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

/** Whole rows, so that cursors go on: for a build by the same versions. */
export function createFeedCopy(writer: GenerationWriter, liveFile: string): FeedCopy {
  const { db } = writer;
  let copiedTo: number | null = null;

  return {
    copy() {
      withLive(writer, liveFile, () =>
        writer.transaction(() => {
          // The floor and where slimming stands belong to the rows as they were first copied.
          if (copiedTo === null)
            db.exec("INSERT OR REPLACE INTO meta SELECT * FROM live.meta WHERE name <> 'checkpoint'");
          db.prepare('INSERT INTO feed SELECT * FROM live.feed WHERE id > ?').run(copiedTo ?? 0);
          db.exec(COPY_SMALL_TABLES);
          copiedTo = lastRow(writer);
        }),
      );
    },
  };
}

/**
 * Which document changed when, without what it was: for a build by other versions, after which no cursor goes on and
 * nobody reads documents of the folds before. That much of the feed is kept for good.
 */
export function createSlimFeedCopy(writer: GenerationWriter, liveFile: string): FeedCopy {
  return {
    copy() {
      withLive(writer, liveFile, () =>
        writer.transaction(() => {
          writer.db
            .prepare(
              `INSERT INTO feed (id, position, collection, key)
               SELECT id, position, collection, key FROM live.feed WHERE id > ?`,
            )
            .run(lastRow(writer));
        }),
      );
    },
  };
}

/** Id of the last row of the feed, 0 when there is none. */
export function lastRow({ db }: Pick<GenerationWriter, 'db'>): number {
  return (db.prepare('SELECT coalesce(max(id), 0) AS id FROM main.feed').get() as { id: number }).id;
}
