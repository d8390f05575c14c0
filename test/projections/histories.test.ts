import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { threadLimits } from '#domain/post/limits.ts';
import { foldBatch, readsOfBatch } from '#projections/engine/foldBatch.ts';
import { readModels } from '#projections/engine/readModels.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { DocumentSet } from '#projections/kernel/documentSet.ts';
import { type Post, postCounters, posts } from '#projections/post/collections.ts';
import { collections, foldTable } from '#projections/registry.ts';
import type { Save } from '#projections/save/collections.ts';
import { createMemoryReadStore } from '#server/engines/memory/readStore.ts';
import { naiveDifferences, naiveWindows } from '../model/naive.ts';
import { naivePosts } from '../model/post/documents.ts';
import { saveModel } from '../model/save/model.ts';
import { createLogBuilder, deletion, id } from './support/events.ts';
import { documentOf, foldAll } from './support/folded.ts';
import { historyArbitrary, sealHistory } from './support/history.ts';

// Histories are short: a comment is crowded after two replies.
threadLimits.openReplies = 2;
const RUNS = { seed: 20_260_101, numRuns: 150 };

/** Every document with its version. */
function contents(documents: DocumentSet): unknown {
  const all = [...collections.keys()].flatMap((name) => [...documents.all(name)]);
  return all.sort((a, b) => (`${a.collection} ${a.key}` < `${b.collection} ${b.key}` ? -1 : 1));
}

const keysWithSpace = (documents: DocumentSet) =>
  [...collections.keys()].flatMap((name) => keys([...documents.all(name)]).filter((key) => key.includes(' ')));

const keys = (documents: readonly Versioned[]) => documents.map(({ key }) => key);

/** Projects a history as the live projector does, cut into batches of the given sizes, again and again. */
async function project(events: readonly RecordedEvent[], sizes: readonly number[]) {
  const store = createMemoryReadStore(readModels);
  let from = await store.checkpoint();
  for (let start = 0, turn = 0; start < events.length; turn += 1) {
    const batch = events.slice(start, start + (sizes[turn % sizes.length] ?? 1));
    start += batch.length;
    const commit = foldBatch(foldTable, from, batch, await store.load(readsOfBatch(foldTable, batch)), new Map());
    await store.commit(commit);
    from = commit.to;
  }
  return store;
}

describe('any history', () => {
  it('[P4] [DATA-11] gives the same documents in whatever batches it is projected, and in a rebuild', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(historyArbitrary, sizes, async (events, cuts) => {
        const store = await project(events, cuts);
        expect(contents(store.documents)).toEqual(contents(foldAll(events)));
        // Collection and key are one word each in what clients hold (`refId`).
        expect(keysWithSpace(store.documents)).toEqual([]);
        expect(await store.parked()).toEqual([]);
      }),
      RUNS,
    );
  });

  it('[P4] [P10] gives the same documents sealed as open: folds only copy personal data, so erasures change nothing', () => {
    fc.assert(
      fc.property(historyArbitrary, (events) => {
        const { sealed, opened } = sealHistory(events);
        expect(opened(contents(foldAll(sealed)))).toEqual(contents(foldAll(events)));
      }),
      RUNS,
    );
  });

  it('[P10] leaves nothing personal of anybody in any document or row of the feed', async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary, async (events) => {
        const store = await project(sealHistory(events).sealed, [7]);
        expect(JSON.stringify([contents(store.documents), store.rows])).not.toContain('canary');
        expect(await store.parked()).toEqual([]);
      }),
      RUNS,
    );
  });

  it('[P4] gives rows that hold the documents: the newest row of each is the document', async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary, async (events) => {
        const store = await project(events, [11]);
        const newest = new Map(store.rows.map((row) => [`${row.collection} ${row.key}`, row]));
        for (const { collection, key, position, doc } of newest.values()) {
          expect(store.documents.get(collection, key)).toEqual({ collection, key, position, doc });
        }
      }),
      RUNS,
    );
  });

  it('[COMM-12] [SAVE-04] [DATA-10] [VERF-16] counts what a recount counts', () => {
    fc.assert(
      fc.property(historyArbitrary, (events) => {
        expect(naiveDifferences(events, foldAll(events))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('[COMM-01] [COMM-02] [FEED-02] [FEED-14] [COMM-04] [PROF-04] [SAVE-08 in part] reads threads oldest first, by log order, feeds and profiles by the last thing written, saves newest first', () => {
    fc.assert(
      fc.property(historyArbitrary, (events) => {
        const documents = foldAll(events);
        for (const { collection, query, values, keys: expected } of naiveWindows(events)) {
          expect([query, values, keys(documents.query(collection, query, values))]).toEqual([query, values, expected]);
        }
        // No feed shows anything else.
        const fed = [...documents.all('posts')].filter(({ doc }) => (doc as Post | null)?.feed != null);
        const feeds = naiveWindows(events).filter(({ query }) => query === 'feed');
        expect(fed).toHaveLength(feeds.flatMap((feed) => feed.keys).length);
        // Nor does the media feed, or any tab of a profile.
        for (const tab of ['mediaFeed', 'wall', 'wallPhotos', 'wallReplies'] as const) {
          const listed = [...documents.all('posts')].filter(({ doc }) => (doc as Post | null)?.[tab] != null);
          const walls = naiveWindows(events).filter(({ query }) => query === tab);
          expect([tab, listed.length]).toEqual([tab, walls.flatMap((wall) => wall.keys).length]);
        }
      }),
      RUNS,
    );
  });

  it('[POST-18] [SAVE-10] [DATA-13 in part] leaves nothing of a deleted post once the cascade has ended, in any order', () => {
    fc.assert(
      fc.property(historyArbitrary, fc.infiniteStream(fc.nat()), (events, picks) => {
        const reference = naivePosts(events);
        const open: (readonly [type: string, data: object])[] = [];
        for (const { place, deleted } of reference.standing.values()) {
          const { postId, kind, campus, author, root, parent, ancestors } = place;
          if (deleted || !reference.gone.has(root)) continue;
          open.push(['PostDeleted', deletion({ postId, kind, campus, author, root, parent, ancestors }, 'cascade')]);
        }
        for (const { doc } of saveModel.documents(events).documents) {
          const { post: postId, user: userId } = doc as unknown as Save;
          const data = { postId, userId, campus: 'ou', author: id('somebody') };
          if (reference.gone.has(postId)) open.push(['PostUnsaved', data]);
        }
        const log = createLogBuilder(events);
        while (open.length > 0) {
          const [next] = open.splice(picks.next().value % open.length, 1);
          if (next !== undefined) log.add(...next);
        }
        const documents = foldAll(log.events);
        for (const { key } of documents.all('posts')) {
          const post = documentOf(documents, posts, key);
          if (post != null) expect(documentOf(documents, posts, post.root)).toBeTruthy();
          else expect(documentOf(documents, postCounters, key) ?? null).toBeNull();
        }
        for (const { doc } of documents.all('saves')) {
          if (doc !== null) expect(documentOf(documents, posts, (doc as Save).post)).toBeTruthy();
        }
      }),
      RUNS,
    );
  });
});
