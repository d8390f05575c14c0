import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maySeeCampus } from '#domain/campus/access.ts';
import { VISITOR } from '#domain/kernel/access.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { plainText } from '#domain/post/plainText.ts';
import { filtersOf, type NamedView } from '#projections/kernel/search.ts';
import type { Post } from '#projections/post/collections.ts';
import { collections, searchViews } from '#projections/registry.ts';
import { createMemorySearchIndex } from '#server/engines/memory/searchIndex.ts';
import { openSqliteSearchIndex } from '#server/engines/sqlite/search/searchIndex.ts';
import { readReader } from '#server/read/reader.ts';
import { createSearch } from '#server/searchIndex/searcher.ts';
import { historyArbitrary } from '#test/projections/support/history.ts';
import { type SearchRig, searchRig } from './searchRig.ts';

const HISTORIES = 16;
/** Of a run in which each filter leaves something out. */
const SEED = 17;
/** Runs until each has, each with the next seed: a new command makes other histories of one. */
const RUNS_MAX = 6;
/** Events between two comparisons. */
const BATCH = 40;
const CAMPUSES = ['ou', 'ut', 'mit'];
/** A page that holds everything. */
const ALL = 10_000;

/** The words of a text by the plainest means; the texts of histories have letters of English and digits alone. */
const wordsOf = (text: string) => text.toLowerCase().split(/[^a-z0-9]+/);

const erasedIn = async ({ store }: SearchRig) => new Set((await store.scan('erasures', '', ALL)).map(({ key }) => key));

/** Posts of erased people whose keys are not destroyed yet: what keeps them out of an index is the erasure alone. */
async function sealedOfErased(rig: SearchRig): Promise<number> {
  const erased = await erasedIn(rig);
  const keys = await rig.vault.keys.find([...erased]);
  const posts = (await rig.store.scan('posts', '', ALL)).map(({ doc }) => doc as Post | null);
  return posts.filter((post) => post !== null && keys.get(post.author) instanceof Uint8Array).length;
}

/** A post that is there, with its words. */
interface Standing {
  readonly post: Post;
  readonly words: readonly string[];
}

/** Every post that is there, with its words. */
async function scan(rig: SearchRig): Promise<readonly Standing[]> {
  const found = await rig.reads.open(await rig.store.scan('posts', '', ALL));
  const erased = await erasedIn(rig);
  return found.flatMap(({ doc }) => {
    const post = doc as Post | null;
    if (post === null || post.parent !== null || post.kind !== 'post' || post.deleted || erased.has(post.author))
      return [];
    const text = reveal(post.text);
    return text === null ? [] : [{ post, words: wordsOf(plainText(text)) }];
  });
}

/** Those that have the word; if none has, those in which a word begins with it. */
function matchesOf(own: readonly Standing[], asked: string): readonly Standing[] {
  const whole = own.filter(({ words }) => words.includes(asked));
  return whole.length > 0 ? whole : own.filter(({ words }) => words.some((each) => each.startsWith(asked)));
}

/** Compares the index with a scan, for every word that stands in a post, whole and cut short. */
async function expectEqual(rig: SearchRig): Promise<void> {
  const standing = await scan(rig);
  const sought = new Set(standing.flatMap(({ words }) => words.filter((word) => word !== '')));
  for (const word of [...sought].slice(0, 12)) {
    for (const asked of [word, word.slice(0, 3)]) {
      for (const campus of CAMPUSES) {
        const own = standing.filter(({ post }) => post.campus === campus);
        const matching = matchesOf(own, asked);
        if (matching.length === 0) continue;
        const question = { index: 'post', words: [asked], campus, filters: {}, page: 1, perPage: ALL };
        const { keys } = await rig.index.find(question);
        expect([...keys].sort()).toEqual(matching.map(({ post }) => post.id).sort());
        const times = keys.map((key) => matching.find(({ post }) => post.id === key)?.post.createdAt ?? '');
        expect(times).toEqual([...times].sort().reverse());
        for (let n = 0; n < WAYS_AT_ONCE; n += 1) await expectNarrowed(rig, { asked, campus, own });
        await expectOwn(rig, asked, campus);
      }
    }
  }
}

const cents = ({ price }: Post) => price?.cents ?? Number.NaN;
const isThere = ({ sale }: Post) => sale !== 'sold';

/** Views with the filters that a reader may ask for, and the same said of a post by the plainest means. */
const NARROWED: readonly (readonly [view: string, asked: Readonly<Record<string, string>>, (post: Post) => boolean])[] =
  [
    ['latest', {}, isThere],
    ['latest', { standing: 'any' }, () => true],
    ['latest', { category: 'furniture' }, (post) => isThere(post) && post.category === 'furniture'],
    ['latest', { condition: 'good', standing: 'any' }, ({ condition }) => condition === 'good'],
    ['latest', { price: 'free', standing: 'any' }, (post) => cents(post) === 0],
    ['latest', { price: 'under-25' }, (post) => isThere(post) && cents(post) > 0 && cents(post) < 2_500],
    ['latest', { price: '25-100', standing: 'any' }, (post) => cents(post) >= 2_500 && cents(post) < 10_000],
    ['latest', { pictures: 'yes', standing: 'any' }, ({ imageCount }) => imageCount > 0],
    ['media', {}, (post) => isThere(post) && post.imageCount > 0],
  ];
/** The way that leaves nothing out. */
const WITH_ALL = 1;
/** Narrowed searches so far: each asks in the next way. */
let narrowings = 0;
/** Ways in which one word is sought: all, since a word is seldom one that a filter divides. */
const WAYS_AT_ONCE = NARROWED.length;
/** Ways in which something was found and something left out, by their place in the list. */
const told = new Set<number>();
const NARROWING = NARROWED.map((_, place) => place).filter((place) => place !== WITH_ALL);

/** A search with filters finds those posts with the word that the filter leaves. */
async function expectNarrowed(
  { index }: SearchRig,
  sought: { readonly asked: string; readonly campus: string; readonly own: readonly Standing[] },
): Promise<void> {
  const place = narrowings % NARROWED.length;
  narrowings += 1;
  const [name, choice, isLeft] = NARROWED[place] ?? ['latest', {}, () => true];
  const { asked, campus, own } = sought;
  const { view } = searchViews[name] as NamedView;
  const question = { index: 'post', words: [asked], campus, filters: filtersOf(view, choice), page: 1, perPage: ALL };
  const { keys } = await index.find(question);
  const idsOf = (found: readonly Standing[]) => found.map(({ post }) => post.id);
  const left = idsOf(
    matchesOf(
      own.filter(({ post }) => isLeft(post)),
      asked,
    ),
  );
  if (left.length === 0) return;
  // Where nothing is left, the index takes a word that is nearly the same.
  expect([name, choice, [...keys].sort()]).toEqual([name, choice, left.sort()]);
  if (matchesOf(own, asked).some(({ post }) => !left.includes(post.id))) told.add(place);
}

/** A search answers with posts of its campus alone, and with none where the visitor may not look. */
async function expectOwn(rig: SearchRig, text: string, campus: string): Promise<void> {
  const search = createSearch({ index: rig.index, store: rig.reads, collections });
  const answer = await search({ view: searchViews.latest as NamedView, text, campus, page: 1 }, null);
  const reader = await readReader(rig.reads, null);
  expect('ok' in answer).toBe(maySeeCampus({ ...VISITOR, closed: reader.closed }, campus));
  if (!('ok' in answer)) return;
  const posts = await rig.reads.get(answer.hits);
  expect(posts.filter(({ doc }) => (doc as Post).campus !== campus)).toEqual([]);
}

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-search-'));
});
afterAll(() => rm(folder, { recursive: true }));

const engines = [
  ['memory', () => createMemorySearchIndex()],
  [
    'SQLite',
    () => {
      files += 1;
      return openSqliteSearchIndex(join(folder, `${files}.db`));
    },
  ],
] as const;

describe.each(engines)('random histories on %s', (_engine, open) => {
  it('[P4] [P8] [DATA-11] [CAMP-18 in part] [SRCH-19 in part] leave an index that equals a scan, with and without filters: after every batch, after a rebuild, after erasures', async () => {
    let compared = 0;
    let sealed = 0;
    told.clear();
    const property = fc.asyncProperty(historyArbitrary, async (events) => {
      const rig = await searchRig(open());
      const index = open();
      try {
        const follower = rig.follower();
        const happen = await rig.sealed(events);
        for (let from = 0; from < events.length; from += BATCH) {
          await happen(from, from + BATCH);
          await follower.catchUp();
          await expectEqual(rig);
          compared += 1;
        }
        sealed += await sealedOfErased(rig);
        await rig.follower(undefined, { index }).catchUp();
        await expectEqual({ ...rig, index });
      } finally {
        await rig.dispose();
        await index.close();
      }
    });
    for (let run = 0; run < RUNS_MAX && told.size < NARROWING.length; run += 1) {
      await fc.assert(property, { seed: SEED + run, numRuns: HISTORIES });
    }
    expect(compared).toBeGreaterThan(HISTORIES);
    // An index was begun while keys of erased people were there.
    expect(sealed).toBeGreaterThan(0);
    expect([...told].sort()).toEqual(NARROWING);
  });
});
