import { newId } from '#domain/kernel/ids.ts';
import { plainText } from '#domain/post/plainText.ts';
import type { RichText } from '#domain/post/richText.ts';
import type { Post, PostCounters } from '#projections/post/collections.ts';
import { WITH_SOLD } from '#projections/post/searchFilters.ts';
import type { AuthorCounters, Profile } from '#projections/user/collections.ts';
import {
  type AnsweredCommand,
  type AnswersModel,
  documentsOf,
  expects,
  type MeantCommand,
  type RefusalCase,
  type Searched,
  type SeenFromOutside,
  type Truth,
} from '../answers.ts';
import type { Part, Parts } from '../parts.ts';
import { NOTHING_OFFERED, termsOf } from './parts.ts';

/** A possible text of a post: as written, or changed by an edit with an unknown outcome. */
interface Version {
  readonly text: string;
  readonly images: number;
}

interface ExpectedPost {
  readonly id: string;
  readonly author: string;
  readonly root: string;
  /** The post or comment that it answers; `null` for a top-level post. */
  readonly parent: string | null;
  readonly stands: Truth;
  deleted: Truth;
  versions: readonly Version[];
  /** The possible terms of its offer (`termsOf`), and states of its sale. */
  terms: readonly string[];
  sales: readonly string[];
}

/** Posts and comments by the answers that their authors got, by id. */
export const expectedPosts: Part<Map<string, ExpectedPost>> = { begin: () => new Map() };

const versionOf = (data: MeantCommand['data']): Version => ({
  text: plainText(data.text as RichText),
  images: (data.media as readonly unknown[]).length,
});

/** The terms that a command asks for; `null`: none. */
function offeredIn({ category, price = null, condition = null }: MeantCommand['data']): string | null {
  return category === undefined ? null : termsOf({ category, price, condition } as Parameters<typeof termsOf>[0]);
}

/**
 * What may hold after a change: the new value, and the old ones as long as nobody knows whether it took effect.
 *
 * @param now `null`: the change says nothing of it
 */
function possible<Value>(before: readonly Value[], now: Value | null, truth: Truth): readonly Value[] {
  if (now === null) return before;
  return truth === 'yes' ? [now] : [...before, now];
}

function take({ userId, commandId, type, data, truth }: AnsweredCommand, parts: Parts): void {
  const posts = parts.of(expectedPosts);
  const post = posts.get(String(data.postId));
  switch (type) {
    case 'CreatePost':
    case 'AddComment': {
      const id = newId(commandId, 0);
      const root = String(data.root ?? id);
      const parent = data.parent === undefined ? null : String(data.parent);
      const versions = [versionOf(data)];
      const terms = [offeredIn(data) ?? NOTHING_OFFERED];
      const sales = ['available'];
      posts.set(id, { id, author: userId, root, parent, stands: truth, deleted: 'no', versions, terms, sales });
      return;
    }
    case 'EditPost':
      if (post === undefined || truth === 'no') return;
      post.versions = possible(post.versions, versionOf(data), truth);
      post.terms = possible(post.terms, offeredIn(data), truth);
      return;
    case 'SetSale':
      if (post !== undefined && truth !== 'no') post.sales = possible(post.sales, String(data.sale), truth);
      return;
    case 'DeletePost':
      if (post !== undefined) post.deleted = truth;
  }
}

/** A post or comment and its ancestors, from the lowest up: it is deleted with any of them (D19). */
function lineOf(posts: ReadonlyMap<string, ExpectedPost>, id: string): readonly string[] {
  const line: string[] = [];
  for (let next: string | null = id; next !== null; next = posts.get(next)?.parent ?? null) line.push(next);
  return line;
}

/** Whether a post without which the command makes no sense may have been deleted before it. */
function mayBeDeleted({ data }: MeantCommand, { parts, wasMeant }: RefusalCase): boolean {
  const posts = parts.of(expectedPosts);
  const targets = [data.postId, data.root, data.parent].filter((id) => typeof id === 'string');
  const lines = new Set(targets.flatMap((id) => lineOf(posts, id)));
  return wasMeant(({ type, data: { postId } }) => type === 'DeletePost' && lines.has(String(postId)));
}

function* check(seen: SeenFromOutside, parts: Parts): Iterable<string | null> {
  const expected = parts.of(expectedPosts);
  const posts = documentsOf<Post>(seen, 'posts');
  const ended = new Set(seen.log.filter(({ type }) => type === 'PostDeleted').map(({ stream }) => stream));
  for (const post of expected.values()) {
    // A reply may race the deletion of the comment that it answers: then the house has ended it (D19).
    const [, ...above] = lineOf(expected, post.id);
    const wasLate = above.some((id) => expected.get(id)?.deleted !== 'no') && ended.has(`post-${post.id}`);
    if (wasLate && !posts.has(post.id)) continue;
    const problem = problemOf(post, expected.get(post.root), posts.get(post.id), seen);
    yield expects(problem === null, () => `${post.root === post.id ? 'Post' : 'Comment'} ${post.id} ${problem}.`);
  }
  const times = new Map<string, number>();
  for (const { id, kind, text } of posts.values()) {
    yield expects(kind !== 'post' || expected.has(id), () => `Nobody wrote the post ${id}.`);
    const words = text === null ? '' : plainText(text as never);
    if (words !== '') times.set(words, (times.get(words) ?? 0) + 1);
  }
  for (const [words, count] of times) yield expects(count === 1, () => `"${words}" is there ${count} times.`);
  yield* checkCounters(seen, [...posts.values()]);
}

function problemOf(
  post: ExpectedPost,
  root: ExpectedPost | undefined,
  doc: Post | undefined,
  seen: SeenFromOutside,
): string | null {
  const isSurelyGone = post.deleted === 'yes' || root?.deleted === 'yes';
  const maySurelyStay = post.deleted === 'no' && root?.deleted === 'no';
  if (post.stands === 'no' && doc !== undefined) return 'was refused and is there';
  if (post.stands === 'yes' && maySurelyStay && doc === undefined) return 'was acknowledged and is missing';
  if (doc === undefined) return null;
  if (isSurelyGone && !doc.deleted) return 'was deleted and is there';
  if (doc.deleted) return post.deleted === 'no' ? 'is marked as deleted, and nobody deleted it' : null;

  if (!post.terms.includes(termsOf(doc))) return `offers ${termsOf(doc)}, which is none of its terms`;
  if (!post.sales.includes(doc.sale)) return `is ${doc.sale}, which nobody made it`;
  if ((doc.feed === null) !== (doc.parent !== null || doc.sale === 'sold')) return `is ${doc.sale}, in ${doc.feed}`;
  if (doc.text === null) return seen.erased(post.author) === 'no' ? 'has lost its text' : null;
  if (seen.erased(post.author) === 'yes') return 'still shows what an erased person wrote';
  const text = plainText(doc.text as never);
  const isKnown = post.versions.some((version) => version.text === text && version.images === doc.imageCount);
  return isKnown ? null : `says "${text}" with ${doc.imageCount} pictures, which is none of its versions`;
}

/** Counters match the counted documents. */
function* checkCounters(seen: SeenFromOutside, posts: readonly Post[]): Iterable<string | null> {
  const counters = documentsOf<PostCounters>(seen, 'postCounters');
  for (const { id } of posts) {
    const below = posts.filter(({ ancestors, deleted }) => !deleted && ancestors.includes(id)).length;
    const said = counters.get(id)?.comments ?? 0;
    yield expects(said === below, () => `The number of comments of ${id} says ${said}, it is ${below}.`);
  }
  const authorCounters = documentsOf<AuthorCounters>(seen, 'authorCounters');
  for (const [userId, { erased }] of documentsOf<Profile>(seen, 'people')) {
    if (erased) continue;
    const own = posts.filter(({ author, parent, kind }) => author === userId && parent === null && kind === 'post');
    const said = authorCounters.get(userId)?.posts ?? 0;
    yield expects(said === own.length, () => `The number of posts of ${userId} says ${said}, it is ${own.length}.`);
  }
}

/** Posts are found by their own words, sold ones by those who ask for them; those that are deleted or of an erased person are not. */
function* searched(seen: SeenFromOutside, parts: Parts): Iterable<Searched> {
  const posts = documentsOf<Post>(seen, 'posts');
  for (const { id: key, author, parent, deleted, versions } of parts.of(expectedPosts).values()) {
    if (parent !== null) continue;
    const doc = posts.get(key);
    const asked = (q: string) => ({ show: 'latest', q, standing: WITH_SOLD });
    const gone = deleted === 'yes' ? 'was deleted' : seen.erased(author) === 'yes' ? 'is of an erased person' : null;
    if (gone !== null) for (const { text } of versions) yield { asked: asked(text), key, gone };
    else if (doc?.text != null && !doc.deleted) yield { asked: asked(plainText(doc.text as never)), key, gone };
  }
}

/** Acknowledged posts once, unacknowledged ones at most once, refused ones never (P1, P2, P7). */
export const postAnswers: AnswersModel = {
  take,
  reasons: { POST_DELETED: mayBeDeleted, COMMENT_DELETED: mayBeDeleted },
  check,
  searched,
};
