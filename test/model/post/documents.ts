import type { RecordedEvent } from '#domain/kernel/event.ts';
import { threadLimits } from '#domain/post/limits.ts';
import type { Place } from '#test/projections/support/events.ts';
import type { NaiveDocument, NaiveDocuments, NaiveWindow } from '../model.ts';
import type { Created } from './parts.ts';

/** Posts by a naive reading: no documents, no increments, only sets and counting. */
export interface NaivePosts {
  /** Ids of existing posts and comments; `deleted` ones among them are shown as "[deleted]". */
  readonly standing: ReadonlyMap<string, { readonly place: Place; readonly deleted: boolean }>;
  /** Ids of deleted posts and comments. */
  readonly gone: ReadonlySet<string>;
  /**
   * Position of the last write below a post or comment, itself included, by its id; comments that ended deleted at once
   * never count.
   */
  readonly written: ReadonlyMap<string, string>;
  /** Positions at which they were written. */
  readonly created: ReadonlyMap<string, string>;
  /** Ids of those that have a picture now. */
  readonly pictured: ReadonlySet<string>;
  /** Present terms and state of sale of each post, by its id. */
  readonly offered: ReadonlyMap<string, Offered>;
  /** The comment that last bumped a thread, by its root; `null` without one, and once that one is deleted. */
  lastComment(root: string): { readonly id: string; readonly author: string } | null;
  comments(postId: string): number;
  /** Comments that were ever written below, oldest first. */
  everBelow(postId: string): readonly string[];
  saves(postId: string): number;
  /** Whether anybody has ever saved it. */
  wasSaved(postId: string): boolean;
  totalPosts(author: string): number;
  /** Everybody who ever wrote a post. */
  readonly authors: ReadonlySet<string>;
}

interface Offered extends Pick<Created, 'category' | 'price' | 'condition'> {
  readonly sale: string;
}

interface Post {
  readonly place: Place;
  deleted: boolean;
}

const isOwn = ({ parent, kind }: Place) => parent === null && kind === 'post';

/** Reads a history for its posts. */
export function naivePosts(history: readonly RecordedEvent[]): NaivePosts {
  const standing = new Map<string, Post>();
  const gone = new Set<string>();
  const written = new Map<string, string>();
  const created = new Map<string, string>();
  const pictured = new Set<string>();
  const offered = new Map<string, Offered>();
  const lastComments = new Map<string, Place>();
  const saved = new Set<string>();
  const everSaved = new Set<string>();
  const ever: Place[] = [];
  const authors = new Set<string>();
  const livingBelow = (postId: string) =>
    [...standing.values()].filter(({ place, deleted }) => place.ancestors.includes(postId) && !deleted).length;
  const drop = (postId: string) => {
    standing.delete(postId);
    gone.add(postId);
  };

  function remove({ postId, parent }: Place): void {
    const post = standing.get(postId);
    if (post === undefined) return;
    // Comments below a deleted post exist until their own deletion; they are not visible meanwhile.
    if (parent === null) {
      drop(postId);
      return;
    }
    post.deleted = true;
    // Removes deleted comments without replies, from the leaves up, until none is left.
    for (let isDone = false; !isDone; ) {
      const empty = [...standing].filter(([each, { deleted }]) => deleted && livingBelow(each) === 0);
      for (const [each] of empty) drop(each);
      isDone = empty.length === 0;
    }
  }

  function create(place: Place, position: string): void {
    if (!place.ancestors.every((ancestor) => standing.has(ancestor))) return void gone.add(place.postId);
    standing.set(place.postId, { place, deleted: false });
    for (const above of [place.postId, ...place.ancestors]) written.set(above, position);
    created.set(place.postId, position);
    ever.push(place);
    if (place.parent !== null) lastComments.set(place.root, place);
    if (isOwn(place)) authors.add(place.author);
  }

  for (const { type, data, position } of history) {
    const fields = data as Place & Offered & { readonly userId: string; readonly imageCount: number };
    if (type === 'PostCreated') create(fields, position);
    if (type === 'PostCreated' || type === 'PostEdited') {
      if (fields.imageCount > 0) pictured.add(fields.postId);
      else pictured.delete(fields.postId);
    }
    if (type === 'PostCreated' || type === 'PostTermsChanged') {
      const { category, price, condition } = fields;
      offered.set(fields.postId, { category, price, condition, sale: offered.get(fields.postId)?.sale ?? 'available' });
    }
    const before = offered.get(fields.postId);
    if (type === 'PostSaleChanged' && before !== undefined) {
      offered.set(fields.postId, { ...before, sale: fields.sale });
    }
    if (type === 'PostDeleted') remove(fields);
    if (type === 'PostSaved') {
      saved.add(`${fields.postId} ${fields.userId}`);
      everSaved.add(fields.postId);
    }
    if (type === 'PostUnsaved') saved.delete(`${fields.postId} ${fields.userId}`);
  }
  return {
    standing,
    gone,
    written,
    created,
    pictured,
    offered,
    lastComment(root) {
      const last = lastComments.get(root);
      if (last === undefined || standing.get(last.postId)?.deleted !== false) return null;
      return { id: last.postId, author: last.author };
    },
    comments: livingBelow,
    everBelow: (postId) => ever.filter(({ ancestors }) => ancestors.includes(postId)).map((place) => place.postId),
    saves: (postId) => [...saved].filter((save) => save.startsWith(`${postId} `)).length,
    wasSaved: (postId) => everSaved.has(postId),
    totalPosts: (author) =>
      [...standing.values()].filter(({ place }) => place.author === author && isOwn(place)).length,
    authors,
  };
}

/** Posts, comments and their counters, all recounted, and their reading orders. */
export function postDocuments(history: readonly RecordedEvent[]): NaiveDocuments {
  const posts = naivePosts(history);
  const documents: NaiveDocument[] = [];
  for (const [key, { place, deleted }] of posts.standing) {
    const saves = place.parent === null ? posts.saves(key) : 0;
    const written = posts.everBelow(key).length;
    if (written > 0 || posts.wasSaved(key)) {
      documents.push({
        collection: 'postCounters',
        key,
        doc: { id: key, comments: posts.comments(key), written, saves },
      });
    }
    const { author, campus, root, parent } = place;
    const activity = parent === null ? posts.written.get(key) : activityOf(posts, key);
    const top = parent === null ? { lastComment: posts.lastComment(key) } : {};
    documents.push({
      collection: 'posts',
      key,
      doc: { id: key, deleted, author, campus, root, parent, activity, ...top, ...posts.offered.get(key) },
    });
  }
  for (const key of posts.gone) {
    documents.push({ collection: 'posts', key, doc: null }, { collection: 'postCounters', key, doc: null });
  }
  for (const key of posts.authors) {
    documents.push({ collection: 'authorCounters', key, doc: { id: key, posts: posts.totalPosts(key) } });
  }
  return { documents, whole: ['posts', 'postCounters', 'authorCounters'], windows: windowsOf(posts) };
}

/**
 * A feed is ordered by the last write, newest first, and lacks what is sold; a thread is read oldest first, each comment with its first
 * replies.
 */
function* windowsOf(posts: NaivePosts): Iterable<NaiveWindow> {
  const of = (query: string, values: readonly string[], keys: readonly string[]) =>
    ({ collection: 'posts', query, values, keys }) as const;
  const roots = [...posts.standing].filter(([, { place }]) => place.parent === null);
  const activity = (key: string) => posts.written.get(key) ?? '';
  const unsold = roots.filter(([key]) => posts.offered.get(key)?.sale !== 'sold');
  for (const [campus, own] of Map.groupBy(unsold, ([, { place }]) => place.campus)) {
    const keys = own.map(([key]) => key).sort((a, b) => (activity(a) > activity(b) ? -1 : 1));
    yield of('feed', [campus], keys);
    yield of(
      'mediaFeed',
      [campus],
      keys.filter((key) => posts.pictured.has(key)),
    );
    for (const category of new Set([...posts.offered.values()].map((each) => each.category))) {
      const inCategory = keys.filter((key) => posts.offered.get(key)?.category === category);
      yield of('shelf', [campus, category], inCategory);
    }
  }
  yield* wallsOf(posts);
  const standing = (ids: readonly string[]) => ids.filter((each) => posts.standing.has(each));
  for (const [root] of roots) {
    const heads = posts.everBelow(root).filter((each) => posts.standing.get(each)?.place.parent === root);
    const firstReplies = (head: string) => standing(posts.everBelow(head).slice(0, threadLimits.openReplies));
    yield of('thread', [root], [root, ...heads.flatMap((head) => [head, ...firstReplies(head)])]);
    yield of('latest', [root], [...heads].reverse());
    for (const head of heads) yield of('replies', [root, head], standing(posts.everBelow(head)));
  }
}

/** The last write below a comment, and its own: the first may be that of several comments. */
const activityOf = ({ written, created }: NaivePosts, key: string) => `${written.get(key)}${created.get(key)}`;

/** The tabs of each author's profile: own posts and comments by the last write below them, pictures by their age. */
function* wallsOf(posts: NaivePosts): Iterable<NaiveWindow> {
  const seen = [...posts.standing].filter(([, { deleted }]) => !deleted);
  const lately = (key: string) => activityOf(posts, key);
  const tabs: Readonly<Record<string, readonly [typeof seen, (key: string) => string]>> = {
    wall: [seen.filter(([, { place }]) => isOwn(place)), lately],
    wallPhotos: [seen.filter(([key]) => posts.pictured.has(key)), (key) => posts.created.get(key) ?? ''],
    wallReplies: [seen.filter(([, { place }]) => place.parent !== null), lately],
  };
  for (const [query, [shown, order]] of Object.entries(tabs)) {
    for (const [wall, own] of Map.groupBy(shown, ([, { place }]) => `${place.campus}:${place.author}`)) {
      const keys = own.map(([key]) => key).sort((a, b) => (order(a) > order(b) ? -1 : 1));
      yield { collection: 'posts', query, values: [wall], keys };
      if (query !== 'wall') continue;
      for (const [sale, part] of Map.groupBy(keys, (key) => posts.offered.get(key)?.sale ?? 'available')) {
        yield { collection: 'posts', query: 'wallSale', values: [wall, sale], keys: part };
      }
    }
  }
}
