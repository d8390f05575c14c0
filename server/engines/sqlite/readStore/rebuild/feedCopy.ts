import type { GenerationWriter } from '../writer.ts';
import { withLive } from './carry.ts';

/**
 * Carries the change feed of the live file over into its replacement. Most of it is copied before the projector pauses,
 * the rest during the pause.
 */
export interface FeedCopy {
  /** Copies the rows since the last call. */
  copy(): void;
}

/** `marks`, `leaves` and `meta` are small: all rows are copied, newer ones over older ones. */
const COPY_SMALL_TABLES = `
  INSERT OR IGNORE INTO marks SELECT * FROM live.marks;
  INSERT OR IGNORE INTO leaves SELECT * FROM live.leaves;
`;

/** Copies complete rows, so that cursors stay valid: for a build by the same versions. */
export function createFeedCopy(writer: GenerationWriter, liveFile: string): FeedCopy {
  const { db } = writer;
  let copiedTo: number | null = null;

  return {
    copy() {
      withLive(writer, liveFile, () =>
        writer.transaction(() => {
          // The floor and the progress of reducing rows belong to the rows as first copied.
          if (copiedTo === null)
            db.exec(
              "INSERT OR REPLACE INTO meta SELECT * FROM live.meta WHERE name NOT IN ('checkpoint', 'recording')",
            );
          db.prepare('INSERT INTO feed SELECT * FROM live.feed WHERE id > ?').run(copiedTo ?? 0);
          db.exec(COPY_SMALL_TABLES);
          copiedTo = lastRow(writer);
        }),
      );
    },
  };
}

/**
 * Copies (position, collection, key) of rows, without documents: for a build by other versions, after which all cursors
 * are void and no reader needs documents of the former folds. That part of the feed is kept for good.
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
