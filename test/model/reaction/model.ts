import fc from 'fast-check';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { ReactionEvent } from '#domain/reaction/events.ts';
import type { Post } from '#projections/post/collections.ts';
import { type Like, likeKey } from '#projections/reaction/collections.ts';
import { id, liking } from '#test/projections/support/events.ts';
import { drawFrom, type Known } from '../acts.ts';
import { mayLookInto } from '../campus/parts.ts';
import {
  type Asked,
  commandModel,
  type Happened,
  type History,
  isHouse,
  must,
  mustAcross,
  type NaiveDocuments,
  type NounModel,
  type Quiet,
  type Unlawful,
} from '../model.ts';
import type { Part, Parts } from '../parts.ts';
import { postLedger, somePost } from '../post/parts.ts';
import { someone, userLedger } from '../user/parts.ts';
import { reactionAnswers } from './answers.ts';
import { reactionRights } from './rights.ts';
import { reactionStory, standingComments } from './story.ts';

/** `<comment>-<user>` of the existing likes. */
const liked: Part<Set<string>> = { begin: () => new Set() };

const nothing = fc.constant(null);
/** One in this many likes is of a post, or of a deleted comment. */
const ERRING = 4;

function* check({ event, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const { type, data } = event as ReactionEvent;
  const key = likeKey(data.commentId, data.userId);
  const kept = ledgers.of(liked);
  yield must(kept.has(key) === (type === 'CommentUnliked'), `${type} of ${key} changes nothing`);
  yield must(isHouse(actor) || actor === data.userId, `${actor} liked for ${data.userId}`);
  yield mustAcross(ledgers.of(userLedger).confirmed.has(data.userId), `${data.userId} likes without an address`);
  const comment = ledgers.of(postLedger).get(data.commentId);
  // Only the house ends the likes of a comment that is deleted, and only those.
  const isEnded = type === 'CommentUnliked' && isHouse(actor);
  yield mustAcross(
    comment?.deleted === isEnded,
    `${type} of ${key} by ${actor}, whose comment is deleted: ${comment?.deleted}`,
  );
  const isOfComment = comment !== undefined && comment.parent !== null && comment.root === data.root;
  yield must(
    isOfComment && comment.campus === data.campus && comment.author === data.author,
    `${key} is of something else than a comment, or of another one`,
  );
  if (type === 'CommentLiked') kept.add(key);
  else kept.delete(key);
}

function like({ log, parts }: History, who: number, what: number): void {
  const comment = somePost(parts, what);
  const person = someone(parts, who);
  const key = likeKey(comment?.place.postId ?? '', id(person.name));
  if (comment === undefined || comment.place.parent === null || parts.of(liked).has(key)) return;
  parts.of(liked).add(key);
  log.add('CommentLiked', liking(comment.place, person.name));
}

function unlike({ log, parts }: History, who: number, what: number): void {
  const comment = somePost(parts, what);
  const person = someone(parts, who);
  if (comment === undefined || !parts.of(liked).delete(likeKey(comment.place.postId, id(person.name)))) return;
  log.add('CommentUnliked', liking(comment.place, person.name));
}

/** Likes that are kept: of comments that are not deleted, or were not when they were made. */
function documents(history: readonly RecordedEvent[]): NaiveDocuments {
  const kept = new Map<string, Pick<Like, 'comment' | 'user' | 'order'>>();
  const counted = new Set<string>();
  const closed = new Set<string>();
  for (const { type, data, position: order } of history) {
    const { commentId, userId, postId } = data as { commentId: string; userId: string; postId: string };
    const key = likeKey(commentId, userId);
    if (type === 'CommentLiked' && !closed.has(commentId)) {
      kept.set(key, { comment: commentId, user: userId, order });
      counted.add(commentId);
    }
    if (type === 'CommentUnliked') kept.delete(key);
    if (type === 'PostDeleted') closed.add(postId);
  }
  const likesOf = (comment: string) => [...kept.values()].filter((own) => own.comment === comment).length;
  return {
    documents: [
      ...[...kept].map(([key, doc]) => ({ collection: 'likes', key, doc: { id: key, ...doc } })),
      ...[...counted].map((key) => ({ collection: 'likeCounts', key, doc: { id: key, likes: likesOf(key) } })),
    ],
    whole: ['likes', 'likeCounts'],
    windows: [],
  };
}

const likeIt = (type: string) => (known: Known) => {
  const posts = known.all<Post>('posts').map(({ key }) => key);
  const comments = standingComments(known).map((comment) => comment.id);
  const commentId = drawFrom(known, known.mayErr && known.draw(ERRING) === 0 ? posts : comments);
  return commentId === undefined ? null : { type, data: { commentId } };
};

/** Comments of the world that a condition holds for. */
function commentsOf({ world }: Asked, holds: (commentId: string) => boolean): readonly string[] {
  return world.ids('post').filter((each) => (world.post(each).place?.parent ?? null) !== null && holds(each));
}

const ofOne = (comments: readonly string[], { pick }: Asked) => comments[pick % comments.length] ?? id('nobody');

/** A like of a deleted comment ends, by the house. */
function* unfinished({ documents: found }: Quiet): Iterable<string> {
  for (const { key, doc } of found.all('likes')) {
    if (doc === null) continue;
    const comment = found.get('posts', (doc as Like).comment)?.doc as Post | null | undefined;
    if (comment === null || comment?.deleted === true) yield `the like ${key} is left of a deleted comment`;
  }
}

/** Likes of comments: each is its user's own affair, their number everybody's. */
export const reactionModel: NounModel = {
  noun: 'reaction',
  rights: reactionRights,
  commands: {
    LikeComment: commandModel({
      by: 'person',
      often: 2,
      mayDoNothing: true,
      lawful: { commentId: id('question') },
      fields: nothing,
      payload: (ask) => ({
        data: {
          commentId: ofOne(
            commentsOf(ask, () => true),
            ask,
          ),
        },
      }),
    }),
    UnlikeComment: commandModel({
      by: 'person',
      often: 2,
      mayDoNothing: true,
      lawful: { commentId: id('question') },
      fields: nothing,
      payload: (ask) => {
        const own = commentsOf(ask, (each) => ask.world.ids('reaction').includes(likeKey(each, ask.userId)));
        return { data: { commentId: ofOne(own, ask) } };
      },
    }),
    EndLike: commandModel({
      by: 'house',
      lawful: { commentId: id('question'), userId: id('ada') },
      fields: nothing,
      payload: (ask) => {
        const deleted = commentsOf(ask, (each) => ask.world.post(each).deleted);
        return { data: { commentId: ofOne(deleted, ask), userId: ask.userId } };
      },
    }),
  },
  rule: { category: 'reaction', check },
  steps: { like: { often: 2, act: like }, unlike: { often: 1, act: unlike } },
  documents,
  access: {
    likes: ({ viewer, doc }) => (doc as Like).user === viewer.userId,
    likeCounts({ viewer, key, history }) {
      const comment = history.last('posts', key) as Post | undefined;
      return comment === undefined || mayLookInto(viewer, comment.campus);
    },
  },
  hidden: ['closedComments'],
  unfinished,
  answers: reactionAnswers,
  topics: () => [],
  acts: {
    like: { often: 3, command: likeIt('LikeComment') },
    unlike: { often: 2, command: likeIt('UnlikeComment') },
  },
  story: reactionStory,
};
