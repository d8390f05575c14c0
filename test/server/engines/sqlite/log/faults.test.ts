import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { openDatabase } from '#server/engines/sqlite/database.ts';
import { openSqliteEventStore } from '#server/engines/sqlite/log/eventStore.ts';
import { createGroupCommit } from '#server/engines/sqlite/log/group.ts';
import { EVENT_LOG } from '#server/engines/sqlite/log/tables.ts';
import { type AppendOutcome, createEventLogWriter } from '#server/engines/sqlite/log/writer.ts';
import { DiskFailed } from '#server/engines/sqlite/sqliteErrors.ts';
import { type EncodedAppend, encodeAppend } from '#server/log/encodeAppend.ts';
import { type EventStore, InvalidAppend, NO_STREAM } from '#server/ports/eventStore.ts';
import { collector, readWhole, sampleEvents, sampleStream } from '#test/contract/eventStoreSamples.ts';

let folder: string;
let file: string;
const open: EventStore[] = [];

const openStore = async (options?: Parameters<typeof openSqliteEventStore>[1]): Promise<EventStore> => {
  const store = await openSqliteEventStore(file, { soleWriter: true, ...options });
  open.push(store);
  return store;
};
const append = (text = 'short'): EncodedAppend => encodeAppend(sampleStream(), NO_STREAM, sampleEvents(2, { text }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quad-faults-'));
  file = join(folder, 'events.db');
});
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
  rmSync(folder, { recursive: true });
});

describe('a full disk', () => {
  it('[P6] [P7] refuses the whole group with Unavailable, writes nothing of it, and the store goes on', () => {
    const db = openDatabase(file, EVENT_LOG);
    const writer = createEventLogWriter(db, file);
    writer.append([append()]);
    db.exec('PRAGMA max_page_count = 20');
    const group = [append(), append('x'.repeat(200_000)), append()];
    const attempt = (): unknown => {
      try {
        return writer.append(group);
      } catch (error) {
        return error;
      }
    };
    const error = attempt();
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).not.toBeInstanceOf(DiskFailed);
    expect((error as Error).message).toMatch(/no room.*events\.db/);
    expect(writer.head()).toBe(2);
    expect(writer.append([append()])).toEqual([{ kind: 'appended', position: 4 }]);
    db.exec('PRAGMA max_page_count = 100000');
    expect(attempt()).toEqual([6, 8, 10].map((position) => ({ kind: 'appended', position })));
    writer.close();
  });
});

describe('group commit', () => {
  /** A disk whose writes are let through, or fail, one by one. */
  const disk = () => {
    const groups: (readonly EncodedAppend[])[] = [];
    const writes: { resolve(): void; reject(error: Error): void }[] = [];
    const asked: (() => void)[] = [];
    const write = (group: readonly EncodedAppend[]): Promise<readonly AppendOutcome[]> => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly AppendOutcome[]>();
      groups.push(group);
      const outcomes = group.map((_, position): AppendOutcome => ({ kind: 'appended', position }));
      writes.push({ resolve: () => resolve(outcomes), reject });
      asked.shift()?.();
      return promise;
    };
    const nextWrite = () => new Promise<void>((resolve) => asked.push(resolve));
    return { groups, writes, write, nextWrite };
  };

  it('gathers what comes while a group is written, and writes it together', async () => {
    const { groups, writes, write, nextWrite } = disk();
    const { append: add } = createGroupCommit(write);
    const first = nextWrite();
    const one = add(append());
    await first;
    const second = nextWrite();
    const others = [append(), append(), append()].map(add);
    writes[0]?.resolve();
    await one;
    await second;
    writes[1]?.resolve();
    await Promise.all(others);
    expect(groups.map(({ length }) => length)).toEqual([1, 3]);
  });

  it('sets out at once with enough for a group, gathers the rest of the turn, and lets two be under way', async () => {
    const { groups, writes, write, nextWrite } = disk();
    const { append: add, idle } = createGroupCommit(write);
    const all = Array.from({ length: 20 }, () => add(append()));
    expect(groups.map(({ length }) => length)).toEqual([16]);
    await turn();
    // Four are too few for a second way to the disk.
    expect(groups.map(({ length }) => length)).toEqual([16]);
    all.push(...Array.from({ length: 14 }, () => add(append())));
    await turn();
    expect(groups.map(({ length }) => length)).toEqual([16, 18]);
    all.push(...Array.from({ length: 20 }, () => add(append())));
    await turn();
    expect(groups.map(({ length }) => length)).toEqual([16, 18]);
    const third = nextWrite();
    writes[0]?.resolve();
    await third;
    expect(groups.map(({ length }) => length)).toEqual([16, 18, 20]);
    for (const { resolve } of writes) resolve();
    await Promise.all(all);
    await idle();
  });

  it('[P7] fails all appends of a group, and no other', async () => {
    const { writes, write, nextWrite } = disk();
    const { append: add, idle } = createGroupCommit(write);
    const first = nextWrite();
    const failing = [add(append()), add(append())];
    await first;
    const second = nextWrite();
    const later = add(append());
    writes[0]?.reject(new Unavailable('no room'));
    const results = await Promise.allSettled(failing);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await second;
    writes[1]?.resolve();
    await expect(later).resolves.toMatchObject({ kind: 'appended' });
    await idle();
  });

  it('cuts groups by count and by bytes, but never holds an append back', async () => {
    const groups: number[] = [];
    const { append: add } = createGroupCommit(async (group) => {
      groups.push(group.length);
      return group.map((_, position): AppendOutcome => ({ kind: 'appended', position }));
    });
    await Promise.all(Array.from({ length: 1_000 }, () => add(append())));
    expect(groups).toEqual([16, 512, 472]);
    groups.length = 0;
    const large = { ...append(), bytes: 3 * 1024 * 1024 };
    const larger = { ...append(), bytes: 5 * 1024 * 1024 };
    await Promise.all([large, append(), larger, large, large].map(add));
    expect(groups).toEqual([2, 1, 1, 1]);
  });

  it('[P7] turns appends away when too many wait', async () => {
    const { append: add, idle } = createGroupCommit(async (group) =>
      group.map((_, position): AppendOutcome => ({ kind: 'appended', position })),
    );
    const one = append();
    // Sixteen appends are under way before the others come.
    const results = await Promise.allSettled(Array.from({ length: 10_017 }, () => add(one)));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) });
    await idle();
  });
});

describe('a store that is opened to be read only', () => {
  it('follows what another one writes', async () => {
    const writer = await openStore();
    await writer.append(sampleStream(), NO_STREAM, sampleEvents(2));
    const reader = await openStore({ readOnly: true, pollMs: 5 });
    const seen = collector();
    reader.subscribe(START, async (batch) => seen.take(batch), seen.fail);
    await seen.until(2);
    const { position } = await writer.append(sampleStream(), NO_STREAM, sampleEvents(3));
    await seen.until(5);
    expect(seen.events).toEqual(await readWhole(writer, START));
    expect(await reader.head()).toBe(position);
    await reader.close();
    expect(seen.errors).toEqual([]);
  });

  it('does not append', async () => {
    await (await openStore()).close();
    const reader = await openStore({ readOnly: true });
    await expect(reader.append(sampleStream(), NO_STREAM, sampleEvents(1))).rejects.toThrow(InvalidAppend);
  });

  it('needs a log that is there', async () => {
    await expect(openStore({ readOnly: true })).rejects.toMatchObject({ code: 'CANNOT_OPEN', path: file });
  });
});
