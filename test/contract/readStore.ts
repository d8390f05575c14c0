import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { personal, personalField } from '#domain/kernel/personal.ts';
import { START } from '#projections/engine/eventLog.ts';
import {
  CheckpointMismatch,
  type Commit,
  type FeedRow,
  type PageBounds,
  type ReadModelDeclaration,
  type ReadStore,
} from '#projections/engine/readStore.ts';
import { defineCollection } from '#projections/kernel/collection.ts';
import { wholeFeed } from '#test/projections/support/feed.ts';

/** A read store under test. */
export interface ReadStoreUnderTest {
  readonly store: ReadStore;
  /** Opens the same read models again, as after a restart. Left out by a store that does not outlive the process. */
  readonly reopen?: () => Promise<ReadStore>;
  dispose(): Promise<void>;
}

const noteSchema = z.strictObject({
  id: z.string(),
  author: z.string(),
  board: z.nullable(z.string()),
  rank: z.string(),
  words: personalField(z.string()),
});
type Note = z.infer<typeof noteSchema>;

const notes = defineCollection<Note>({
  name: 'notes',
  schema: noteSchema,
  subject: 'author',
  personal: ['words'],
  queries: {
    board: { equals: ['board'], order: 'rank' },
    byAuthor: { equals: ['author'], order: null },
    byBoth: { equals: ['board', 'author'], order: 'rank' },
  },
  topics: (note) => [`note:${note.id}`, ...(note.board === null ? [] : [`board:${note.board}`])],
});
const counters = defineCollection<{ id: string }>({
  name: 'counters',
  schema: z.strictObject({ id: z.string() }),
  queries: {},
  topics: () => [],
});

/** Two projections that have nothing to do with the product. */
export const contractModels: ReadModelDeclaration = {
  projections: [
    { name: 'notes', version: 1, collections: [notes] },
    { name: 'counters', version: 1, collections: [counters] },
  ],
};

const position = (n: number) => String(n).padStart(16, '0');
const ALL: PageBounds = { below: null, atOrAbove: null, limit: 1_000 };

function note(id: string, change: Partial<Note> = {}): Note {
  return { id, author: 'ann', board: 'b', rank: '1', words: personal(`words of ${id}`), ...change };
}

function row(n: number, key: string, doc: Note | null, change: Partial<FeedRow> = {}): FeedRow {
  const topics = doc === null ? [] : [...notes.topics(doc)];
  return { collection: 'notes', key, position: position(n), before: null, doc, topics, left: [], ...change };
}

function batch(from: number, to: number, rows: readonly FeedRow[], change: Partial<Commit> = {}): Commit {
  return { from: position(from), to: position(to), recording: null, rows, parked: [], ...change };
}

/** The contract of read stores (P5, P6, P10). */
export function readStoreContract(
  name: string,
  open: () => Promise<ReadStoreUnderTest>,
  { outlivesProcess }: { readonly outlivesProcess: boolean },
): void {
  describe(`read store contract: ${name}`, () => {
    let under: ReadStoreUnderTest;
    let store: ReadStore;
    beforeEach(async () => {
      under = await open();
      store = under.store;
    });
    afterEach(() => under.dispose());

    const keys = async (query: string, values: readonly string[], page: Partial<PageBounds> = {}) =>
      (await store.query('notes', query, values, { ...ALL, ...page })).map(({ key }) => key);

    it('begins empty, at the start of the log', async () => {
      expect(await store.checkpoint()).toBe(START);
      expect(await store.feedFloor()).toBe(START);
      expect(await store.get([{ collection: 'notes', key: 'n1' }])).toEqual([]);
      expect(await wholeFeed(store)).toEqual([]);
      expect(await store.parked()).toEqual([]);
    });

    it('[P6 in part] keeps the recording of the last event with the checkpoint', async () => {
      expect(await store.lastRecording()).toBeNull();
      await store.commit(batch(0, 2, [], { recording: 'second' }));
      expect(await store.lastRecording()).toBe('second');
      await expect(store.commit(batch(0, 3, [], { recording: 'refused' }))).rejects.toThrow(CheckpointMismatch);
      expect(await store.lastRecording()).toBe('second');
      await store.commit(batch(2, 2, [row(2, 'n2', note('n2'))]));
      expect(await store.lastRecording()).toBeNull();
    });

    it('gives documents at their versions in the order asked, gone ones as null, unknown ones not at all', async () => {
      await store.commit(batch(0, 2, [row(1, 'n1', note('n1')), row(2, 'n2', note('n2'))]));
      await store.commit(batch(2, 3, [row(3, 'n1', null, { before: position(1) })]));
      const refs = ['n2', 'nobody', 'n1'].map((key) => ({ collection: 'notes', key }));
      expect(await store.get(refs)).toEqual([
        { collection: 'notes', key: 'n2', position: position(2), doc: note('n2') },
        { collection: 'notes', key: 'n1', position: position(3), doc: null },
      ]);
    });

    it('scans a collection in the order of its keys, a part at a time, gone documents included', async () => {
      expect(await store.scan('notes', '', 10)).toEqual([]);
      const ids = Array.from({ length: 7 }, (_, n) => `n${(n * 3) % 7}`);
      await store.commit(
        batch(
          0,
          7,
          ids.map((id, n) => row(n + 1, id, note(id))),
        ),
      );
      await store.commit(batch(7, 8, [row(8, 'n3', null, { before: position(6) })]));
      const seen: string[] = [];
      for (let after = ''; ; ) {
        const part = await store.scan('notes', after, 3);
        seen.push(...part.map(({ key, doc }) => `${key}${doc === null ? ' gone' : ''}`));
        after = part.at(-1)?.key ?? after;
        if (part.length < 3) break;
      }
      expect(seen).toEqual(['n0', 'n1', 'n2', 'n3 gone', 'n4', 'n5', 'n6']);
      expect(await store.scan('counters', '', 10)).toEqual([]);
    });

    it('[P6] keeps the newest of a batch for each document, and every row in the feed', async () => {
      const rows = [row(1, 'n1', note('n1')), row(2, 'n1', note('n1', { rank: '2' }), { before: position(1) })];
      await store.commit(batch(0, 2, rows));
      expect(await store.get([{ collection: 'notes', key: 'n1' }])).toEqual([
        { collection: 'notes', key: 'n1', position: position(2), doc: note('n1', { rank: '2' }) },
      ]);
      expect(await wholeFeed(store)).toEqual(rows);
    });

    it('moves the checkpoint with a batch without rows', async () => {
      await store.commit(batch(0, 7, []));
      expect(await store.checkpoint()).toBe(position(7));
    });

    it('[P6] refuses a batch that starts elsewhere than at the checkpoint, and writes nothing of it', async () => {
      await store.commit(batch(0, 1, []));
      const stray = store.commit(batch(0, 2, [row(2, 'n1', note('n1'))]));
      await expect(stray).rejects.toThrow(CheckpointMismatch);
      expect(await store.checkpoint()).toBe(position(1));
      expect(await store.get([{ collection: 'notes', key: 'n1' }])).toEqual([]);
      expect(await wholeFeed(store)).toEqual([]);
    });

    it('answers a query in its order, without gone documents and those whose field is null', async () => {
      await store.commit(
        batch(0, 5, [
          row(1, 'n1', note('n1', { rank: '1' })),
          row(2, 'n2', note('n2', { rank: '3' })),
          row(3, 'n3', note('n3', { rank: '2' })),
          row(4, 'n4', note('n4', { board: null })),
          row(5, 'n5', note('n5', { board: 'other' })),
        ]),
      );
      expect(await keys('board', ['b'])).toEqual(['n2', 'n3', 'n1']);
      expect(await keys('byAuthor', ['ann'])).toEqual(['n1', 'n2', 'n3', 'n4', 'n5']);
      expect(await keys('byBoth', ['b', 'ann'])).toEqual(['n2', 'n3', 'n1']);
      expect(await keys('byBoth', ['b', 'bob'])).toEqual([]);
      await store.commit(batch(5, 6, [row(6, 'n2', null), row(6, 'n1', note('n1', { rank: '9' }))]));
      expect(await keys('board', ['b'])).toEqual(['n1', 'n3']);
    });

    it('cuts a query by order value: below is exclusive, at or above inclusive', async () => {
      await store.commit(
        batch(
          0,
          1,
          ['1', '2', '3', '4'].map((rank) => row(1, `n${rank}`, note(`n${rank}`, { rank }))),
        ),
      );
      expect(await keys('board', ['b'], { limit: 2 })).toEqual(['n4', 'n3']);
      expect(await keys('board', ['b'], { below: '3' })).toEqual(['n2', 'n1']);
      expect(await keys('board', ['b'], { atOrAbove: '3' })).toEqual(['n4', 'n3']);
      expect(await keys('board', ['b'], { atOrAbove: '' })).toEqual(['n4', 'n3', 'n2', 'n1']);
      expect(await keys('board', ['b'], { below: '4', atOrAbove: '2', limit: 1 })).toEqual(['n3']);
    });

    it('loads what folds declared: documents by key, gone ones too, and whole queries', async () => {
      await store.commit(batch(0, 2, [row(1, 'n1', note('n1')), row(2, 'n2', null)]));
      const loaded = await store.load([
        { collection: 'notes', key: 'n2' },
        { collection: 'notes', key: 'unknown' },
        { collection: 'notes', query: 'board', values: ['b'] },
      ]);
      expect(loaded.map(({ key, doc }) => [key, doc])).toEqual([
        ['n2', null],
        ['n1', note('n1')],
      ]);
    });

    it('gives the feed in parts by whole positions, each with where it ends', async () => {
      const rows = [
        row(1, 'n1', note('n1')),
        row(2, 'n2', note('n2')),
        row(2, 'n3', note('n3')),
        row(3, 'n4', note('n4')),
      ];
      const begin = await store.feedEnd();
      const end = await store.commit(batch(0, 4, rows));
      expect(await store.feedEnd()).toEqual(end);
      expect(end).toMatchObject({ generation: begin.generation, position: position(4) });
      const first = await store.feedAfter(begin, 2);
      expect(first).toMatchObject({ rows: rows.slice(0, 3), end: { position: position(2) } });
      const second = await store.feedAfter(first?.end ?? begin, 2);
      expect(second).toEqual({ rows: rows.slice(3), end });
      expect(await store.feedAfter(end, 2)).toEqual({ rows: [], end });
    });

    it('moves the end of the feed with a commit without rows, and with rows at the same position', async () => {
      const before = await store.commit(batch(0, 3, [row(2, 'n1', note('n1'))]));
      const moved = await store.commit(batch(3, 5, []));
      expect(await store.feedAfter(before, 10)).toEqual({ rows: [], end: moved });
      expect(moved).toMatchObject({ position: position(5) });
      // As a rebuild corrects: no event moved the position on.
      const corrected = row(5, 'n1', note('n1', { rank: '2' }), { before: position(2) });
      const end = await store.commit(batch(5, 5, [corrected]));
      expect(end).not.toEqual(moved);
      expect(await store.feedAfter(moved, 10)).toEqual({ rows: [corrected], end });
    });

    it('says so where the feed does not go on, since it is of another generation', async () => {
      const { generation, ...place } = await store.commit(batch(0, 1, [row(1, 'n1', note('n1'))]));
      expect(await store.feedAfter({ ...place, generation: `not ${generation}` }, 10)).toBeNull();
    });

    it('[P5] finds the documents that left a topic since a position and are not in it now', async () => {
      const gone = note('n1');
      await store.commit(batch(0, 2, [row(1, 'n1', gone), row(1, 'n2', note('n2')), row(2, 'n3', note('n3'))]));
      const leave = { topics: ['board:b'], left: ['board:b'] };
      await store.commit(
        batch(2, 5, [
          row(3, 'n1', null, { before: position(1), ...leave }),
          row(4, 'n2', note('n2', { board: null }), { before: position(1), ...leave }),
          row(4, 'n3', note('n3', { board: null }), { before: position(2), ...leave }),
          row(5, 'n3', note('n3'), { before: position(4) }),
        ]),
      );
      const left = await store.leftSince('board:b', position(3));
      expect([...left].sort((a, b) => a.key.localeCompare(b.key))).toEqual([
        { collection: 'notes', key: 'n1', position: position(3), doc: null },
        { collection: 'notes', key: 'n2', position: position(4), doc: null },
      ]);
      expect((await store.leftSince('board:b', position(4))).map(({ key }) => key)).toEqual(['n2']);
      expect(await store.leftSince('board:b', position(5))).toEqual([]);
      expect(await store.leftSince('board:elsewhere', START)).toEqual([]);
    });

    it('keeps the first reason for which a document was parked', async () => {
      const parked = (error: string) => [{ collection: 'notes', key: 'n1', position: position(1), error }];
      await store.commit(batch(0, 1, [], { parked: parked('first') }));
      await store.commit(batch(1, 2, [], { parked: parked('second') }));
      expect(await store.parked()).toEqual(parked('first'));
    });

    it('hands out copies: what a reader does to a document nobody else sees', async () => {
      await store.commit(batch(0, 1, [row(1, 'n1', note('n1'))]));
      const [first] = await store.get([{ collection: 'notes', key: 'n1' }]);
      (first?.doc as { rank: string }).rank = 'spoiled';
      const [second] = await store.get([{ collection: 'notes', key: 'n1' }]);
      expect(second?.doc).toEqual(note('n1'));
    });

    if (!outlivesProcess) return;

    it('[P4] has everything after a restart, under the same generation', async () => {
      const parked = [{ collection: 'notes', key: 'n9', position: position(2), error: 'why' }];
      const rows = [row(1, 'n1', note('n1')), row(2, 'n2', null, { left: ['board:b'], topics: ['board:b'] })];
      await store.commit(batch(0, 2, rows, { parked }));
      const { generation } = await store.feedEnd();
      const again = (await under.reopen?.()) ?? store;
      expect(again).not.toBe(store);
      expect(await again.feedEnd()).toMatchObject({ generation, position: position(2) });
      expect(await again.checkpoint()).toBe(position(2));
      expect(await wholeFeed(again)).toEqual(rows);
      expect(await again.parked()).toEqual(parked);
      expect((await again.leftSince('board:b', START)).map(({ key }) => key)).toEqual(['n2']);
    });
  });
}
