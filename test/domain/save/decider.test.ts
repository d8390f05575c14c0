import { describe, expect, it } from '@jest/globals';
import { type CampusState, initialCampus } from '#domain/campus/state.ts';
import { initialPost, type PostState } from '#domain/post/state.ts';
import { saveDecider } from '#domain/save/decider.ts';
import type { SaveEvent } from '#domain/save/events.ts';
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

const data = { postId: desk, userId: bob, campus: 'ou', author: ada };
const saved: SaveEvent = { type: 'PostSaved', data };
const unsaved: SaveEvent = { type: 'PostUnsaved', data };
const save = { id: id('save'), type: 'SavePost', data: { postId: desk } } as const;
const unsave = { id: id('unsave'), type: 'UnsavePost', data: { postId: desk } } as const;

const confirmedBob = userAfter(registered(bob), confirmed(bob));
const goneDesk = postAfter(posted(), deleted(posted()));

function byBob(facts: { user?: UserState; post?: PostState; campus?: CampusState } = {}) {
  return { actor: as(bob), facts: { user: confirmedBob, post: postAfter(posted()), campus: initialCampus, ...facts } };
}

describe('a save of a deleted post', () => {
  const end = { id: id('end'), type: 'EndSave', data: { postId: desk, userId: bob } } as const;
  const below = (post: PostState) => ({ actor: system, facts: { post } });

  it('[SAVE-10 in part] ends with it, once', () => {
    given(saveDecider, saved).when(end, below(goneDesk)).thenExactly(unsaved);
    given(saveDecider, saved, unsaved).when(end, below(goneDesk)).thenNothing();
    given(saveDecider).when(end, below(goneDesk)).thenNothing();
  });

  it('is ended by nobody but us, and not while the post stands', () => {
    given(saveDecider, saved)
      .when(end, below(postAfter(posted())))
      .thenRefused('POST_STANDS');
    given(saveDecider, saved).when(end, below(initialPost)).thenRefused('POST_UNKNOWN');
    given(saveDecider, saved)
      .when(end, { ...below(goneDesk), actor: as(bob) })
      .thenRefused('NOT_ALLOWED');
  });
});

describe('saving', () => {
  it('[SAVE-01] [SAVE-04] toggles, and counts once however often it is pressed', () => {
    given(saveDecider).when(save, byBob()).thenExactly(saved);
    given(saveDecider, saved).when(save, byBob()).thenNothing();
    given(saveDecider, saved).when(unsave, byBob()).thenExactly(unsaved);
    given(saveDecider, saved, unsaved).when(unsave, byBob()).thenNothing();
    given(saveDecider, saved, unsaved).when(save, byBob()).thenExactly(saved);
  });

  it('[SAVE-11] needs a confirmed address but no school, and works for guests of a campus (Q07, Q42)', () => {
    expect(given(saveDecider).when(save, byBob({ user: member(bob, 'ut') })).decision.ok).toBe(true);
    given(saveDecider)
      .when(save, byBob({ user: userAfter(registered(bob)) }))
      .thenRefused('EMAIL_NOT_CONFIRMED');
    given(saveDecider)
      .when(save, { ...byBob(), actor: visitor })
      .thenRefused('SIGNED_OUT');
    given(saveDecider)
      .when(save, { ...byBob(), actor: as(ada) })
      .thenRefused('SIGNED_OUT');
    given(saveDecider)
      .when(save, byBob({ user: userAfter(registered(bob), confirmed(bob), erased(bob)) }))
      .thenRefused('SIGNED_OUT');
  });

  it('[SAVE-04] is only for standing top-level posts', () => {
    given(saveDecider)
      .when(save, byBob({ post: goneDesk }))
      .thenRefused('POST_DELETED');
    given(saveDecider)
      .when(save, byBob({ post: postAfter() }))
      .thenRefused('POST_UNKNOWN');
    given(saveDecider)
      .when(save, byBob({ post: postAfter(commented('question')) }))
      .thenRefused('POST_UNKNOWN');
    given(saveDecider)
      .when(save, byBob({ post: postAfter(posted({ kind: 'new user' })) }))
      .thenRefused('POST_IS_BANNER');
  });

  it('has nothing to take back once the post is gone', () => {
    given(saveDecider, saved)
      .when(unsave, byBob({ post: goneDesk }))
      .thenNothing();
    given(saveDecider)
      .when(unsave, byBob({ post: postAfter() }))
      .thenRefused('POST_UNKNOWN');
  });
});
