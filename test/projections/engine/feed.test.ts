import { describe, expect, it } from '@jest/globals';
import { BEHIND_MAX_ROWS, readFeed } from '#projections/engine/feed.ts';
import { rowOf } from '#projections/engine/feedRow.ts';
import type { FeedMark, FeedRow } from '#projections/engine/readStore.ts';
import { foldTable } from '#projections/registry.ts';
import { position } from '#test/projections/support/events.ts';

describe('the change feed', () => {
  it('[P5] is read up to its end, however many rows there are at once', async () => {
    const rows = Array.from({ length: 2_500 }, (_, n) => ({ key: `row ${n}`, position: position(n) }) as FeedRow);
    const markAt = (row: number): FeedMark => ({ generation: 'g', row, position: position(row) });
    const feedAfter = async ({ row }: FeedMark, limit: number) => {
      const page = rows.slice(row, row + limit);
      return { rows: page, end: markAt(row + page.length) };
    };
    const read = await readFeed({ feedAfter }, markAt(3));
    expect(read?.rows.map(({ key }) => key)).toEqual(rows.slice(3).map(({ key }) => key));
    expect(read?.end).toEqual(markAt(rows.length));
    expect(await readFeed({ feedAfter: async () => null }, markAt(3))).toBeNull();
  });

  it('answers nothing to a reader that is too far behind, and holds no more than it may in memory', async () => {
    let read = 0;
    const feedAfter = async (mark: FeedMark, limit: number) => {
      read += limit;
      return { rows: Array.from({ length: limit }, () => ({ key: 'row' }) as FeedRow), end: mark };
    };
    expect(await readFeed({ feedAfter }, { generation: 'g', row: 0, position: position(0) })).toBeNull();
    expect(read).toBe(BEHIND_MAX_ROWS);
  });

  it('names the topics that a document was in and is in, and those that it has left', () => {
    const introduction = (user: string) => ({ id: user });
    const introductions = [...foldTable.collections.values()].find(({ name }) => name === 'introductions');
    const [was, is] = [introduction('ada'), introduction('bob')].map(
      (doc) => introductions?.topics(doc as never) ?? [],
    );
    expect(was).not.toEqual(is);
    const before = { collection: 'introductions', key: 'x', position: position(1), doc: introduction('ada') };
    const row = rowOf(
      foldTable,
      { collection: 'introductions', key: 'x', before, doc: introduction('bob') },
      position(2),
    );
    expect(row).toMatchObject({ topics: [...(was ?? []), ...(is ?? [])], left: was, before: position(1) });
    const gone = rowOf(foldTable, { collection: 'introductions', key: 'x', before, doc: null }, position(2));
    expect(gone).toMatchObject({ topics: was, left: was, doc: null });
  });
});
