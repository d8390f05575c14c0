import type { DatabaseSync } from 'node:sqlite';
import { META } from './reader.ts';

/** Milliseconds for which the change feed keeps complete rows: a client that was away for less resumes from it. */
export const FEED_WHOLE_MS = 72 * 60 * 60 * 1_000;
/** Milliseconds between two notes of a position and its time. */
export const MARK_EVERY_MS = 60_000;
/** Most rows that one commit reduces, so that it stays short. */
const SLIM_MAX_ROWS = 1_000;

/** Limits age and size of the change feed. Its calls run inside the commit's transaction. */
export interface FeedKeeper {
  /**
   * Notes when `position` was written, and reduces rows older than `FEED_WHOLE_MS` to (position, collection, key),
   * some at a time; the floor of the feed rises before the first of them is reduced.
   */
  retain(position: string, at: number): void;
}

/** The table of names and values of a generation. */
export interface MetaTable {
  get(name: string): string | null;
  set(name: string, value: string): void;
}

export function createFeedKeeper(db: DatabaseSync, meta: MetaTable): FeedKeeper {
  const raiseFloor = prepareFloor(db, meta);
  const slim = prepareSlimming(db, meta);
  let marked = (db.prepare('SELECT coalesce(max(at), 0) AS at FROM marks').get() as { at: number }).at;

  return {
    retain(position, at) {
      if (at - marked >= MARK_EVERY_MS) {
        marked = at;
        raiseFloor(position, at);
      }
      slim();
    },
  };
}

function prepareFloor(db: DatabaseSync, meta: MetaTable): (position: string, at: number) => void {
  const mark = db.prepare('INSERT OR IGNORE INTO marks (position, at) VALUES (?, ?)');
  const horizonAt = db.prepare('SELECT max(position) AS position FROM marks WHERE at <= ?');
  const dropMarks = db.prepare('DELETE FROM marks WHERE position < ?');
  const dropLeaves = db.prepare('DELETE FROM leaves WHERE position <= ?');
  return (position, at) => {
    mark.run(position, at);
    const { position: horizon } = horizonAt.get(at - FEED_WHOLE_MS) as { position: string | null };
    if (horizon === null || horizon <= (meta.get(META.floor) ?? '')) return;
    meta.set(META.floor, horizon);
    dropLeaves.run(horizon);
    dropMarks.run(horizon);
  };
}

function prepareSlimming(db: DatabaseSync, meta: MetaTable): () => void {
  const positionOf = db.prepare('SELECT position FROM feed WHERE id = ?');
  const due = db.prepare(
    `SELECT max(id) AS last FROM (SELECT id FROM feed WHERE id > ? AND position <= ? ORDER BY id LIMIT ${SLIM_MAX_ROWS})`,
  );
  const slim = db.prepare(`
    UPDATE feed SET before = NULL, doc = NULL, topics = NULL, left_topics = NULL
    WHERE id > ? AND id <= ?`);
  return () => {
    const floor = meta.get(META.floor) ?? '';
    const slimmed = Number(meta.get(META.slimmed) ?? 0);
    // Ids are gapless, so one look-up shows that the next row is not due, which is the usual case.
    const next = positionOf.get(slimmed + 1) as { position: string } | undefined;
    if (next === undefined || next.position > floor) return;
    const { last } = due.get(slimmed, floor) as { last: number };
    slim.run(slimmed, last);
    meta.set(META.slimmed, String(last));
  };
}
