import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { v7 as uuidv7 } from 'uuid';
import { openSqliteEventStore } from '#server/engines/sqlite/log/eventStore.ts';
import { EVENT_LOG } from '#server/engines/sqlite/log/tables.ts';
import { type NewEvent, NO_STREAM } from '#server/ports/eventStore.ts';
import { atLeast, below, both, type Figure, type Row, ratioAtLeast, row } from '../figure.ts';
import { forAWhile, quantile } from '../statistics.ts';

const WRITERS = 64;
const MS_PER_SECOND = 1_000;

/** People who save, and the posts of the last days, which are saved. */
const PEOPLE = Array.from({ length: 1_000 }, () => randomUUID());
const POSTS = Array.from({ length: 1_000 }, () => uuidv7());

interface Appended {
  readonly stream: string;
  readonly event: NewEvent;
}

/** The appended events: ids begin with their time, as the product's do, and events have the size of a save. */
type Next = (turn: number) => Appended;

/** New posts: a stream each, at the end of the index of streams. */
export const nextPost: Next = (turn) => {
  const id = uuidv7();
  return { stream: `post-${id}`, event: event(id, turn) };
};

/** Saves, the most frequent event: a stream each, anywhere among those of a thousand posts. */
const nextSave: Next = (turn) => {
  const postId = POSTS[(turn * 37 + Math.floor(turn / PEOPLE.length)) % POSTS.length] ?? '';
  return { stream: `save-${postId}-${PEOPLE[turn % PEOPLE.length]}-${turn}`, event: event(uuidv7(), turn) };
};

function event(id: string, turn: number): NewEvent {
  const userId = PEOPLE[turn % PEOPLE.length] ?? '';
  const postId = POSTS[turn % POSTS.length] ?? '';
  return {
    id,
    type: 'PostSaved',
    version: 1,
    data: { postId, userId, campus: 'ou', author: userId },
    meta: {
      commandId: id,
      commandHash: '0'.repeat(64),
      actor: userId,
      campus: 'ou',
      at: '2026-01-05T08:00:00.000Z',
      causedBy: null,
    },
  };
}

/** SQLite's own figure on this disk: the same rows into the same table, a transaction for each 64, no threads. */
function rawInserts(file: string, next: Next, milliseconds: number): number {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${EVENT_LOG.pragmas ?? ''} ${EVENT_LOG.schema}`);
  const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const startedAt = performance.now();
  let position = 0;
  while (performance.now() - startedAt < milliseconds) {
    db.exec('BEGIN IMMEDIATE');
    for (let n = 0; n < WRITERS; n += 1) {
      const { stream, event } = next(position);
      const { id, type, version, data, meta } = event;
      position += 1;
      insert.run(position, id, stream, 0, type, version, JSON.stringify(data), JSON.stringify(meta));
    }
    db.exec('COMMIT');
  }
  const perSecond = (position * MS_PER_SECOND) / (performance.now() - startedAt);
  db.close();
  return perSecond;
}

/** Durable appends through the port, by 64 writers at a time, a stream each. */
export const appends: Figure = {
  name: 'appends',
  from: 'quick',
  async measure(benchData) {
    const milliseconds = benchData.pick({ quick: 2_000, default: 5_000, full: 20_000 });
    const kinds = { posts: nextPost, saves: nextSave };
    const rows: Row[] = [];
    for (const [kind, next] of Object.entries(kinds)) {
      const folder = await benchData.folder(`appends-${kind}`);
      const limit = rawInserts(join(folder, 'raw.db'), next, milliseconds);
      const store = await openSqliteEventStore(join(folder, 'events.db'), { soleWriter: true });
      benchData.after(() => store.close());
      let turn = 0;
      const { perSecond, latencies } = await forAWhile(milliseconds, WRITERS, async () => {
        const { stream, event: appended } = next(turn);
        turn += 1;
        await store.append(stream, NO_STREAM, [appended]);
      });
      rows.push(
        row(`durable appends, 64 writers: ${kind}`, perSecond, 'events/s', {
          limit,
          goal: both(atLeast(20_000), ratioAtLeast(0.5)),
        }),
        row(`durable appends: ${kind}, p99`, quantile(latencies, 0.99), 'ms', { goal: below(20) }),
      );
    }
    return rows;
  },
};
