import { describe, expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import { personal } from '#domain/kernel/personal.ts';
import type { PostCommand } from '#domain/post/commands.ts';
import { postDecider } from '#domain/post/decider.ts';
import { COMMENT_MAX_DEPTH } from '#domain/post/limits.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import type { PostState } from '#domain/post/state.ts';
import type { UserEvent } from '#domain/user/events.ts';
import type { UserState } from '#domain/user/state.ts';
import { as, given, system } from '../given.ts';
import {
  ada,
  bob,
  commented,
  confirmed,
  deleted,
  desk,
  id,
  joined,
  member,
  photo,
  postAfter,
  posted,
  registered,
  userAfter,
} from '../samples.ts';

const commandId = id('comment on the desk');
const commentId = newId(commandId, 0);
const theDesk = postAfter(posted());
const question = commented('question');
/** A member without picture and bio. */
const bareBob = userAfter(registered(bob), confirmed(bob), joined(bob));

type AddComment = Extract<PostCommand, { type: 'AddComment' }>;

function comment(change: { text?: string; root?: string; parent?: string } = {}): AddComment {
  const { text = 'Still there?', root = desk, parent = desk } = change;
  return { id: commandId, type: 'AddComment', data: { text: richTextOf(text), media: [], root, parent } };
}

function byBob(facts: { root?: PostState; parent?: PostState; user?: UserState } = {}) {
  const root = facts.root ?? theDesk;
  return { actor: as(bob), facts: { user: bareBob, root, parent: root, uploads: {}, ...facts } };
}

describe('commenting', () => {
  it('[COMM-01] [COMM-04] makes a post below its parent that names root, ancestors and whom it concerns', () => {
    given(postDecider)
      .when(comment(), byBob())
      .thenExactly({ ...commented('x'), data: { ...commented('x').data, postId: commentId } });
  });

  it('[COMM-02] [COMM-04] names all ancestors of a reply, from the root down', () => {
    const parent = postAfter(question);
    const { decision } = given(postDecider).when(comment({ parent: id('question') }), byBob({ parent }));
    expect(decision.ok && decision.events[0]?.data).toMatchObject({
      root: desk,
      parent: id('question'),
      ancestors: [desk, id('question')],
      parentAuthor: bob,
    });
  });

  it('[COMM-06] needs no complete profile, but sign-in, e-mail and the school of that campus', () => {
    expect(given(postDecider).when(comment(), byBob()).decision.ok).toBe(true);
    const stepped = (...steps: UserEvent[]) => byBob({ user: userAfter(...steps) });
    given(postDecider).when(comment(), stepped()).thenRefused('SIGNED_OUT');
    given(postDecider)
      .when(comment(), stepped(registered(bob)))
      .thenRefused('EMAIL_NOT_CONFIRMED');
    given(postDecider)
      .when(comment(), stepped(registered(bob), confirmed(bob)))
      .thenRefused('SCHOOL_NOT_VERIFIED');
    given(postDecider)
      .when(comment(), byBob({ user: member(bob, 'ut') }))
      .thenRefused('OTHER_CAMPUS');
  });

  it('[COMM-06] goes by the campus of the post, not of the site', () => {
    const { decision } = given(postDecider).when(comment(), { ...byBob(), campus: 'ut' });
    expect(decision.ok && decision.events[0]?.data).toMatchObject({ campus: 'ou' });
  });

  it('[COMM-05] has the same limits as a post', () => {
    given(postDecider)
      .when(comment({ text: 'x'.repeat(501) }), byBob())
      .thenRefused('TEXT_TOO_LONG');
    given(postDecider)
      .when(comment({ text: ' ' }), byBob())
      .thenRefused('POST_EMPTY');
    const context = byBob();
    const front = photo('front');
    const onlyPhoto = { ...comment({ text: '' }), data: { ...comment({ text: '' }).data, media: [front] } };
    const facts = { ...context.facts, uploads: { [front.name]: front } };
    expect(given(postDecider).when(onlyPhoto, { ...context, facts }).decision.ok).toBe(true);
  });

  it('refuses below something deleted, unknown, in another thread, or below a banner', () => {
    const goneDesk = postAfter(posted(), deleted(posted()));
    given(postDecider)
      .when(comment(), byBob({ root: goneDesk }))
      .thenRefused('POST_DELETED');
    const goneQuestion = postAfter(question, deleted(question));
    given(postDecider)
      .when(comment({ parent: id('question') }), byBob({ parent: goneQuestion }))
      .thenRefused('COMMENT_DELETED');
    given(postDecider)
      .when(comment(), byBob({ root: postAfter() }))
      .thenRefused('POST_UNKNOWN');
    given(postDecider)
      .when(comment(), byBob({ parent: postAfter() }))
      .thenRefused('POST_UNKNOWN');
    const lamp = postAfter(posted({ postId: id('lamp'), root: id('lamp') }));
    given(postDecider)
      .when(comment(), byBob({ parent: lamp }))
      .thenRefused('POST_UNKNOWN');
    given(postDecider)
      .when(comment(), byBob({ root: postAfter(question), parent: postAfter(question) }))
      .thenRefused('POST_UNKNOWN');
    const banner = postAfter(posted({ kind: 'new user' }));
    given(postDecider)
      .when(comment(), byBob({ root: banner }))
      .thenRefused('POST_IS_BANNER');
  });

  it('stops at the deepest level', () => {
    const path = [desk, ...Array.from({ length: COMMENT_MAX_DEPTH - 1 }, (_, n) => id(`level ${n}`))];
    const deepest = postAfter(commented('deepest', path));
    given(postDecider)
      .when(comment({ parent: id('deepest') }), byBob({ parent: deepest }))
      .thenRefused('THREAD_TOO_DEEP');
    const above = postAfter(commented('above', path.slice(0, -1)));
    const { decision } = given(postDecider).when(comment({ parent: id('above') }), byBob({ parent: above }));
    expect(decision.ok).toBe(true);
  });
});

describe('deleting and the cascade', () => {
  const remove = { id: id('r'), type: 'DeletePost', data: { postId: desk } } as const;
  const acting = (userId: string) => ({ actor: as(userId), facts: { uploads: {} } });

  it('[POST-17 in part] [COMM-09] deletes an own post and an own comment', () => {
    given(postDecider, posted()).when(remove, acting(ada)).thenExactly(deleted(posted()));
    given(postDecider, question).when(remove, acting(bob)).thenExactly(deleted(question));
  });

  it("[POST-19] refuses to delete another's post", () => {
    given(postDecider, posted()).when(remove, acting(bob)).thenRefused('NOT_YOUR_POST');
    given(postDecider, question).when(remove, acting(ada)).thenRefused('NOT_YOUR_POST');
  });

  it("is done by the house in the author's name, when the author's account goes", () => {
    given(postDecider, posted())
      .when(remove, { ...acting(ada), actor: system })
      .thenExactly(deleted(posted()));
  });

  it('changes nothing when done twice, and refuses what never was', () => {
    given(postDecider, posted(), deleted(posted())).when(remove, acting(ada)).thenNothing();
    given(postDecider).when(remove, acting(ada)).thenRefused('POST_UNKNOWN');
  });

  const cascade = { id: id('c'), type: 'RemoveComment', data: { postId: id('question'), above: desk } } as const;
  const below = (above: PostState) => ({ actor: system, facts: { above, uploads: {} } });
  const goneDesk = postAfter(posted(), deleted(posted()));

  it('[DATA-13 in part] takes the comments of a deleted post with it, once each', () => {
    given(postDecider, question).when(cascade, below(goneDesk)).thenExactly(deleted(question, 'cascade'));
    given(postDecider, question, deleted(question)).when(cascade, below(goneDesk)).thenNothing();
  });

  it('[POST-18 in part] says once of a deleted post that its pictures resist, and only as the cascade (D29)', () => {
    const resist = { id: id('r'), type: 'RecordImagesNotDeleted', data: { postId: desk } } as const;
    const { place } = postAfter(posted());
    if (place === null) throw new Error('There is no desk.');
    const data = { ...place, ancestors: [...place.ancestors] };
    const said = { type: 'PostImagesNotDeleted' as const, data };
    const bySystem = { actor: system, facts: { uploads: {} } };
    given(postDecider, posted(), deleted(posted())).when(resist, bySystem).thenExactly(said);
    given(postDecider, posted(), deleted(posted()), said).when(resist, bySystem).thenNothing();
    given(postDecider, posted()).when(resist, bySystem).thenRefused('POST_STANDS');
    given(postDecider).when(resist, bySystem).thenRefused('POST_UNKNOWN');
    given(postDecider, posted(), deleted(posted()))
      .when(resist, { ...bySystem, actor: as(ada) })
      .thenRefused('NOT_ALLOWED');
  });

  it('leaves comments of a standing post, other threads and top-level posts alone', () => {
    given(postDecider, question).when(cascade, below(theDesk)).thenRefused('ROOT_STANDS');
    given(postDecider, posted()).when(cascade, below(goneDesk)).thenRefused('POST_UNKNOWN');
    const elsewhere = { ...cascade, data: { ...cascade.data, above: id('lamp') } };
    given(postDecider, question).when(elsewhere, below(goneDesk)).thenRefused('POST_UNKNOWN');
    given(postDecider, question)
      .when(cascade, { ...below(goneDesk), actor: as(ada) })
      .thenRefused('NOT_ALLOWED');
  });
});

describe('editing', () => {
  const edit = (text: string): PostCommand => ({
    id: id('edit'),
    type: 'EditPost',
    data: { postId: desk, text: richTextOf(text), media: [] },
  });
  const byAda = { actor: as(ada), facts: { user: member(), uploads: {} } };

  it('changes text and pictures of an own post', () => {
    const {
      parentAuthor: _parentAuthor,
      category: _category,
      price: _price,
      condition: _condition,
      ...rest
    } = posted().data;
    given(postDecider, posted())
      .when(edit(' Oak desk, $35 '), byAda)
      .thenExactly({ type: 'PostEdited', data: { ...rest, text: personal(richTextOf('Oak desk, $35')) } });
  });

  it('changes nothing when nothing changed', () => {
    given(postDecider, posted()).when(edit('Oak desk, $40 '), byAda).thenNothing();
  });

  it("refuses another's post, a deleted one, a banner, an empty text, and who left the campus", () => {
    const byBobNow = { actor: as(bob), facts: { user: member(bob), uploads: {} } };
    given(postDecider, posted()).when(edit('Mine now'), byBobNow).thenRefused('NOT_YOUR_POST');
    given(postDecider, posted(), deleted(posted())).when(edit('Back'), byAda).thenRefused('POST_DELETED');
    given(postDecider, posted({ kind: 'new user' }))
      .when(edit('Hi'), byAda)
      .thenRefused('POST_IS_BANNER');
    given(postDecider, posted()).when(edit(''), byAda).thenRefused('POST_EMPTY');
    given(postDecider).when(edit('Hi'), byAda).thenRefused('POST_UNKNOWN');
    const moved = { ...byAda, facts: { ...byAda.facts, user: member(ada, 'ut') } };
    given(postDecider, posted()).when(edit('Hi'), moved).thenRefused('OTHER_CAMPUS');
  });

  it('can bring text back to a post whose content is unknown', () => {
    const blank = posted({ text: personal(null as never), media: personal(null as never) });
    expect(given(postDecider, blank).when(edit('Oak desk'), byAda).decision.ok).toBe(true);
  });
});
