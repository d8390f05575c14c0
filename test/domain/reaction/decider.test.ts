import { describe, expect, it } from '@jest/globals';
import { type CampusState, initialCampus } from '#domain/campus/state.ts';
import { VISITOR } from '#domain/kernel/access.ts';
import type { PostState } from '#domain/post/state.ts';
import { reactionAccess } from '#domain/reaction/access.ts';
import { reactionDecider } from '#domain/reaction/decider.ts';
import type { ReactionEvent } from '#domain/reaction/events.ts';
import type { UserState } from '#domain/user/state.ts';
import { as, given, system, visitor } from '../given.ts';
import {
  ada,
  bob,
  commented,
  confirmed,
  deleted,
  desk,
  erased,
  id,
  member,
  postAfter,
  posted,
  registered,
  userAfter,
} from '../samples.ts';

const written = commented('question');
const commentId = id('question');
const data = { commentId, userId: ada, root: desk, campus: 'ou', author: bob };
const liked: ReactionEvent = { type: 'CommentLiked', data };
const unliked: ReactionEvent = { type: 'CommentUnliked', data };
const like = { id: id('like'), type: 'LikeComment', data: { commentId } } as const;
const unlike = { id: id('unlike'), type: 'UnlikeComment', data: { commentId } } as const;

const confirmedAda = userAfter(registered(ada), confirmed(ada));
const standing = postAfter(written);
const gone = postAfter(written, deleted(written));

function byAda(facts: { user?: UserState; comment?: PostState; campus?: CampusState } = {}) {
  return { actor: as(ada), facts: { user: confirmedAda, comment: standing, campus: initialCampus, ...facts } };
}

describe('liking a comment', () => {
  it('[SAVE-02 in part] toggles, and counts once however often it is pressed (Q40)', () => {
    given(reactionDecider).when(like, byAda()).thenExactly(liked);
    given(reactionDecider, liked).when(like, byAda()).thenNothing();
    given(reactionDecider, liked).when(unlike, byAda()).thenExactly(unliked);
    given(reactionDecider, liked, unliked).when(unlike, byAda()).thenNothing();
    given(reactionDecider, liked, unliked).when(like, byAda()).thenExactly(liked);
  });

  it('needs a confirmed address but no school, and a campus that is open to the person', () => {
    expect(given(reactionDecider).when(like, byAda({ user: member(ada, 'ut') })).decision.ok).toBe(true);
    given(reactionDecider)
      .when(like, byAda({ user: userAfter(registered(ada)) }))
      .thenRefused('EMAIL_NOT_CONFIRMED');
    given(reactionDecider)
      .when(like, { ...byAda(), actor: visitor })
      .thenRefused('SIGNED_OUT');
    given(reactionDecider)
      .when(like, byAda({ user: userAfter(registered(ada), confirmed(ada), erased(ada)) }))
      .thenRefused('SIGNED_OUT');
    given(reactionDecider)
      .when(like, byAda({ campus: { ...initialCampus, privacy: 'private' } }))
      .thenRefused('CAMPUS_PRIVATE');
    given(reactionDecider, liked)
      .when(unlike, byAda({ user: userAfter(registered(ada)) }))
      .thenRefused('EMAIL_NOT_CONFIRMED');
  });

  it('is for standing comments: a post is saved instead', () => {
    given(reactionDecider)
      .when(like, byAda({ comment: gone }))
      .thenRefused('POST_DELETED');
    given(reactionDecider)
      .when(like, byAda({ comment: postAfter() }))
      .thenRefused('POST_UNKNOWN');
    given(reactionDecider)
      .when(like, byAda({ comment: postAfter(posted()) }))
      .thenRefused('POST_UNKNOWN');
  });

  it('has nothing to take back once the comment is gone', () => {
    given(reactionDecider, liked)
      .when(unlike, byAda({ comment: gone }))
      .thenNothing();
    given(reactionDecider)
      .when(unlike, byAda({ comment: postAfter() }))
      .thenRefused('POST_UNKNOWN');
  });

  it('is known to the person alone', () => {
    const reader = { ...VISITOR, closed: [] };
    expect(reactionAccess.maySee({ ...reader, userId: ada }, { user: ada })).toBe(true);
    expect(reactionAccess.maySee({ ...reader, userId: bob }, { user: ada })).toBe(false);
    expect(reactionAccess.maySee(reader, { user: ada })).toBe(false);
  });
});

describe('a like of a deleted comment', () => {
  const end = { id: id('end'), type: 'EndLike', data: { commentId, userId: ada } } as const;
  const below = (comment: PostState) => ({ actor: system, facts: { comment } });

  it('[DATA-13 in part] ends with it, once', () => {
    given(reactionDecider, liked).when(end, below(gone)).thenExactly(unliked);
    given(reactionDecider, liked, unliked).when(end, below(gone)).thenNothing();
    given(reactionDecider).when(end, below(gone)).thenNothing();
  });

  it('is ended by nobody but us, and not while the comment stands', () => {
    given(reactionDecider, liked).when(end, below(standing)).thenRefused('POST_STANDS');
    given(reactionDecider, liked).when(end, below(postAfter())).thenRefused('POST_UNKNOWN');
    given(reactionDecider, liked)
      .when(end, { ...below(gone), actor: as(ada) })
      .thenRefused('NOT_ALLOWED');
  });
});
