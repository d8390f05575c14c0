import type { Post } from '#projections/post/collections.ts';
import { type Like, type LikeCount, likeKey } from '#projections/reaction/collections.ts';
import {
  type AnsweredCommand,
  type AnswersModel,
  documentsOf,
  expects,
  type SeenFromOutside,
  type Truth,
} from '../answers.ts';
import type { Part, Parts } from '../parts.ts';

interface ExpectedLike {
  readonly comment: string;
  readonly userId: string;
  readonly liked: Truth;
}

/** Likes by the answers that their users got, by `likeKey`. */
const expectedLikes: Part<Map<string, ExpectedLike>> = { begin: () => new Map() };

const WANTED: Readonly<Record<string, Truth>> = { LikeComment: 'yes', UnlikeComment: 'no' };

function take({ userId, type, data, truth }: AnsweredCommand, parts: Parts): void {
  const wanted = WANTED[type];
  if (wanted === undefined) return;
  const expected = parts.of(expectedLikes);
  const comment = String(data.commentId);
  const key = likeKey(comment, userId);
  const before = expected.get(key)?.liked ?? 'no';
  const liked = truth === 'yes' ? wanted : truth === 'no' || before === wanted ? before : 'maybe';
  expected.set(key, { comment, userId, liked });
}

function* check(seen: SeenFromOutside, parts: Parts): Iterable<string | null> {
  const expected = parts.of(expectedLikes);
  const standing = [...documentsOf<Post>(seen, 'posts').values()].filter(
    ({ parent, deleted }) => parent !== null && !deleted,
  );
  const comments = new Set(standing.map(({ id }) => id));
  const own = documentsOf<Like>(seen, 'likes');
  for (const [key, { comment, userId, liked }] of expected) {
    if (!seen.readers.has(userId)) continue;
    const isMissing = liked === 'yes' && comments.has(comment) && !own.has(key);
    yield expects(!isMissing, () => `The like ${key} was acknowledged and is missing.`);
    yield expects(liked !== 'no' || !own.has(key), () => `The like ${key} was taken back and is there.`);
  }
  const counts = documentsOf<LikeCount>(seen, 'likeCounts');
  for (const id of comments) {
    const likes = [...expected.values()].filter(({ comment }) => comment === id);
    const sure = likes.filter(({ liked }) => liked === 'yes').length;
    const possible = likes.filter(({ liked }) => liked !== 'no').length;
    const said = counts.get(id)?.likes ?? 0;
    const isRight = sure <= said && said <= possible;
    yield expects(isRight, () => `The number of likes of ${id} says ${said}, it is ${sure} to ${possible}.`);
  }
}

/** Likes, as each person sees their own: the last answer about each is true, on standing comments. */
export const reactionAnswers: AnswersModel = { take, check };
