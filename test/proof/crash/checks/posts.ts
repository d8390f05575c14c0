import { plainText } from '#domain/post/normalise.ts';
import type { Post } from '#projections/post/collections.ts';
import { type Expected, type ExpectedPost, lineOf } from '../expected.ts';
import type { Observed } from '../observed.ts';
import type { Verdict } from '../verdict.ts';

/** Posts and comments: acknowledged ones once, unacknowledged ones at most once, refused ones never (P1, P2, P7). */
export function checkPosts(verdict: Verdict, expected: Expected, observed: Observed): void {
  const ended = new Set(observed.log.filter(({ type }) => type === 'PostDeleted').map(({ stream }) => stream));
  for (const post of expected.posts.values()) {
    // A reply may race the deletion of the comment that it answers: then the house has ended it (D19).
    const [, ...above] = lineOf(expected.posts, post.id);
    const wasLate = above.some((id) => expected.posts.get(id)?.deleted !== 'no') && ended.has(`post-${post.id}`);
    if (wasLate && !observed.posts.has(post.id)) continue;
    const problem = problemOf(post, expected, observed.posts.get(post.id));
    verdict.expect(problem === null, () => `${post.root === post.id ? 'Post' : 'Comment'} ${post.id} ${problem}.`);
  }
  const times = new Map<string, number>();
  for (const { id, kind, text } of observed.posts.values()) {
    verdict.expect(kind !== 'post' || expected.posts.has(id), () => `Nobody wrote the post ${id}.`);
    const words = text === null ? '' : plainText(text as never);
    if (words !== '') times.set(words, (times.get(words) ?? 0) + 1);
  }
  for (const [words, count] of times) verdict.expect(count === 1, () => `"${words}" is there ${count} times.`);
}

function problemOf(post: ExpectedPost, { posts, accounts }: Expected, doc: Post | undefined): string | null {
  const root = posts.get(post.root);
  const isSurelyGone = post.deleted === 'yes' || root?.deleted === 'yes';
  const maySurelyStay = post.deleted === 'no' && root?.deleted === 'no';
  if (post.stands === 'no' && doc !== undefined) return 'was refused and is there';
  if (post.stands === 'yes' && maySurelyStay && doc === undefined) return 'was acknowledged and is missing';
  if (doc === undefined) return null;
  if (isSurelyGone && !doc.deleted) return 'was deleted and is there';
  if (doc.deleted) return post.deleted === 'no' ? 'is marked as deleted, and nobody deleted it' : null;

  if (doc.text === null) return accounts.get(post.author)?.erased === 'no' ? 'has lost its text' : null;
  if (accounts.get(post.author)?.erased === 'yes') return 'still shows what an erased person wrote';
  const text = plainText(doc.text as never);
  const isKnown = post.versions.some((version) => version.text === text && version.images === doc.imageCount);
  return isKnown ? null : `says "${text}" with ${doc.imageCount} pictures, which is none of its versions`;
}

/** Saves, as each person sees their own: the last answer about each is true, on existing posts. */
export function checkSaves(verdict: Verdict, expected: Expected, observed: Observed): void {
  for (const [key, { post, userId, saved }] of expected.saves) {
    const own = observed.saves.get(userId);
    if (own === undefined) continue;
    const stands = observed.posts.has(post);
    verdict.expect(
      saved !== 'yes' || !stands || own.has(key),
      () => `The save ${key} was acknowledged and is missing.`,
    );
    verdict.expect(saved !== 'no' || !own.has(key), () => `The save ${key} was taken back and is there.`);
  }
}

/** Counters match the counted documents. */
export function checkCounters(verdict: Verdict, expected: Expected, observed: Observed): void {
  const wants = (what: string, count: number, min: number, max = min) =>
    verdict.expect(
      min <= count && count <= max,
      () => `${what} says ${count}, it is ${min}${max > min ? ` to ${max}` : ''}.`,
    );
  const all = [...observed.posts.values()];
  for (const { id, parent, kind } of all) {
    const counters = observed.postCounters.get(id);
    const below = all.filter(({ ancestors, deleted }) => !deleted && ancestors.includes(id));
    wants(`The number of comments of ${id}`, counters?.comments ?? -1, below.length);
    if (parent !== null || kind !== 'post') continue;
    const saves = [...expected.saves.values()].filter(({ post }) => post === id);
    const sure = saves.filter(({ saved }) => saved === 'yes').length;
    const possible = saves.filter(({ saved }) => saved !== 'no').length;
    wants(`The number of saves of ${id}`, counters?.saves ?? -1, sure, possible);
  }
  for (const userId of observed.people.keys()) {
    const own = all.filter(({ author, parent, kind }) => author === userId && parent === null && kind === 'post');
    wants(`The number of posts of ${userId}`, observed.authorCounters.get(userId)?.posts ?? 0, own.length);
  }
  const members = [...observed.people.values()].filter(({ memberOf }) => memberOf !== null);
  wants('The number of members', observed.members, members.length);
}
