import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { START } from '#projections/engine/eventLog.ts';
import type { Commit, FeedRow } from '#projections/engine/readStore.ts';
import { lockFolder } from '#server/engines/sqlite/folder/dataFolderLock.ts';
import { PREPARED_KEEP_MS } from '#server/engines/sqlite/readStore/files.ts';
import { openSqliteReadStore, type SqliteReadStore } from '#server/engines/sqlite/readStore/readStore.ts';
import { FEED_WHOLE_MS, MARK_EVERY_MS } from '#server/engines/sqlite/readStore/retention.ts';
import { contractModels } from '#test/contract/readStore.ts';
import { feedStart } from '#test/projections/support/feed.ts';

const position = (n: number) => String(n).padStart(16, '0');

function row(n: number, key: string): FeedRow {
  const doc = { id: key, author: 'ann', board: 'b', rank: String(n), words: 'words' };
  return { collection: 'notes', key, position: position(n), before: null, doc, topics: ['board:b'], left: ['board:x'] };
}

function batch(from: number, to: number, rows: readonly FeedRow[]): Commit {
  return { from: position(from), to: position(to), recording: null, rows, parked: [] };
}

describe('files of the read store', () => {
  let folder: string;
  let store: SqliteReadStore;
  let now = 0;
  const open = async () => {
    store = await openSqliteReadStore(folder, contractModels, { now: () => now });
    return store;
  };
  beforeEach(async () => {
    now = Date.UTC(2026, 0, 1);
    folder = await mkdtemp(join(tmpdir(), 'quad-read-'));
    await open();
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('keep whole rows for 72 hours; of older ones the position, collection and key stay for good', async () => {
    const first = await store.commit(batch(0, 1, [row(1, 'a')]));
    now += FEED_WHOLE_MS / 2;
    await store.commit(batch(1, 2, [row(2, 'b')]));
    expect(await store.feedFloor()).toBe(START);
    now += FEED_WHOLE_MS / 2 + MARK_EVERY_MS;
    await store.commit(batch(2, 3, [row(3, 'c')]));
    expect(await store.feedFloor()).toBe(position(1));
    expect((await store.feedAfter(first, 10))?.rows.map(({ key }) => key)).toEqual(['b', 'c']);
    expect(await store.feedAfter(await feedStart(store), 10)).toBeNull();
    expect((await store.leftSince('board:x', START)).map(({ key }) => key)).toEqual(['b', 'c']);
    const { file } = store;
    await store.close();
    const db = new DatabaseSync(file, { readOnly: true });
    expect(db.prepare('SELECT position, collection, key FROM feed').all()).toHaveLength(3);
    expect(db.prepare('SELECT doc, topics FROM feed WHERE key = ?').get('a')).toEqual({ doc: null, topics: null });
    db.close();
    await open();
    expect((await store.get([{ collection: 'notes', key: 'a' }]))[0]?.doc).toMatchObject({ id: 'a' });
  });

  it('begin empty when the live one is torn: the projector folds it again from the log', async () => {
    await store.commit(batch(0, 1, [row(1, 'a')]));
    const { file } = store;
    const { generation } = await store.feedEnd();
    await store.close();
    await writeFile(file, 'this is no database, it is a torn file '.repeat(1_000));
    await writeFile(`${file}-wal`, 'and its log');
    await open();
    expect((await readdir(folder)).filter((name) => name.includes(basename(file)))).toEqual([]);
    expect(await store.checkpoint()).toBe(START);
    expect((await store.feedEnd()).generation).not.toBe(generation);
  });

  it('begin empty when the pointer names a file that is not there: it is no file to be made', async () => {
    await store.commit(batch(0, 1, [row(1, 'a')]));
    const { file } = store;
    await store.close();
    await rm(file);
    await open();
    expect(await store.checkpoint()).toBe(START);
    expect(store.file).not.toBe(file);
    expect(await store.files.current()).toBe(store.file);
  });

  it.each(['../elsewhere.db', 'elsewhere.db', 'generation-../../elsewhere.db', ''])(
    'begin empty when the pointer names %j: only a generation of this folder is opened',
    async (name) => {
      const { file } = store;
      await store.close();
      const elsewhere = join(folder, name === '' ? 'elsewhere.db' : name);
      await copyFile(file, join(folder, 'elsewhere.db'));
      await writeFile(join(folder, 'current'), `${name}\n`);
      await open();
      expect(basename(store.file)).toMatch(/^generation-[0-9a-f]+\.db$/);
      expect(store.file).not.toBe(elsewhere);
    },
  );

  it('[P6] go on as they are when the pointer to their replacement cannot be written, and its threads end', async () => {
    await store.commit(batch(0, 1, [row(1, 'a')]));
    const { file } = store;
    const next = store.files.next();
    await store.close();
    await copyFile(file, next);
    await open();
    await copyFile(file, next);
    // A folder in the place of the pointer: it cannot be replaced.
    await rm(join(folder, 'current'));
    await mkdir(join(folder, 'current', 'full'), { recursive: true });
    await expect(store.adopt(next)).rejects.toThrow();
    // SQLite removes the companions of a file when nobody has it open any more.
    expect((await readdir(folder)).filter((name) => name.startsWith(basename(next)))).toEqual([basename(next)]);
    expect(store.file).toBe(file);
    expect(await store.checkpoint()).toBe(position(1));
    await store.commit(batch(1, 2, [row(2, 'b')]));
  });

  it('are cleared of what a broken-off build has left', async () => {
    const left = store.files.next();
    await writeFile(left, 'half a generation');
    await writeFile(`${left}-wal`, 'and its log');
    await store.close();
    await open();
    expect((await readdir(folder)).filter((name) => name.includes(basename(left)))).toEqual([]);
    expect(await store.files.current()).toBe(store.file);
  });

  it('that were prepared wait for their release for a week, and go then', async () => {
    const prepared = store.files.next();
    await writeFile(prepared, 'prepared');
    await store.files.makePrepared('abc', prepared);
    const preparedAt = Date.now();
    now = preparedAt + PREPARED_KEEP_MS - 60_000;
    await store.close();
    await open();
    expect(await store.files.prepared('abc')).toBe(prepared);
    now = preparedAt + PREPARED_KEEP_MS + 60_000;
    await store.close();
    await open();
    expect(await store.files.prepared('abc')).toBeNull();
    expect(await readdir(folder)).not.toContain(basename(prepared));
  });

  it('are not cleared while others are being prepared', async () => {
    const half = store.files.next();
    await writeFile(half, 'half of what is being prepared');
    await mkdir(store.files.preparing);
    const lock = await lockFolder(store.files.preparing);
    await store.files.removeUnused(now);
    expect(await readdir(folder)).toContain(basename(half));
    await lock.release();
    await store.files.removeUnused(now);
    expect(await readdir(folder)).not.toContain(basename(half));
    // A process that begins to prepare now may be about to lock it.
    expect(await readdir(folder)).toContain(basename(store.files.preparing));
  });

  it('[P10] of a release with another layout are deleted', async () => {
    await mkdir(join(folder, '0123456789ab'));
    await writeFile(join(folder, '0123456789ab', 'generation-1.db'), 'older read models');
    await store.close();
    await open();
    expect(await readdir(folder)).not.toContain('0123456789ab');
    expect(await store.checkpoint()).toBe(START);
  });

  it('answer reads while a large commit is being written', async () => {
    const order: string[] = [];
    const rows = Array.from({ length: 20_000 }, (_, n) => row(1, `n${n}`));
    const writing = store.commit(batch(0, 1, rows)).then(() => order.push('commit'));
    const reading = store.checkpoint().then(() => order.push('read'));
    await Promise.all([writing, reading]);
    expect(order).toEqual(['read', 'commit']);
  });
});
