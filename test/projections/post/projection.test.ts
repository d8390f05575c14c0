import { describe, expect, it } from '@jest/globals';
import { threadLimits } from '#domain/post/limits.ts';
import { foldEvent } from '#projections/kernel/fold.ts';
import { type Post, postCounters, posts } from '#projections/post/collections.ts';
import { foldTable } from '#projections/registry.ts';
import { authorCounters } from '#projections/user/collections.ts';
import {
  below,
  createLogBuilder,
  creation,
  deletion,
  id,
  instant,
  position,
  saving,
  text,
  topLevel,
} from '../support/events.ts';
import { documentOf, foldAll } from '../support/folded.ts';

const bike = topLevel('bike', 'ann');
const lamp = topLevel('lamp', 'bob');
const question = below(bike, 'question', 'bob');
const answer = below(question, 'answer', 'ann');
const thanks = below(answer, 'thanks', 'bob');

/** The log that creates these, in order. */
function created(...places: readonly ReturnType<typeof topLevel>[]) {
  const log = createLogBuilder();
  for (const place of places) log.add('PostCreated', creation(place));
  return log;
}

const feedOf = (log: ReturnType<typeof created>) =>
  foldAll(log.events)
    .query('posts', 'feed', ['ou'])
    .map(({ key }) => key);
const commentsOf = (log: ReturnType<typeof created>, postId: string) =>
  documentOf(foldAll(log.events), postCounters, postId)?.comments;
const postOf = (log: ReturnType<typeof created>, postId: string) => documentOf(foldAll(log.events), posts, postId);
const totalOf = (log: ReturnType<typeof created>, author: string) =>
  documentOf(foldAll(log.events), authorCounters, id(author))?.posts;

/** A post in a category, for so many dollars. */
const offered = (category: string, dollars: number) => ({
  category,
  price: { cents: dollars * 100, orBestOffer: false },
  condition: 'good' as const,
});
const shelfOf = (log: ReturnType<typeof created>, category: string) =>
  foldAll(log.events)
    .query('posts', 'shelf', ['ou', category])
    .map(({ key }) => key);

describe('what posts offer', () => {
  it('[FEED-07 in part] is on the shelf of its category, and moves when the category changes', () => {
    const log = createLogBuilder();
    log.add('PostCreated', { ...creation(bike), ...offered('exercise', 90) });
    log.add('PostCreated', { ...creation(lamp), ...offered('furniture', 12) });
    log.add('PostCreated', creation(question));
    expect([shelfOf(log, 'exercise'), shelfOf(log, 'furniture')]).toEqual([[bike.postId], [lamp.postId]]);
    log.add('PostTermsChanged', { ...bike, ...offered('furniture', 80) });
    expect([shelfOf(log, 'exercise'), shelfOf(log, 'furniture')]).toEqual([[], [bike.postId, lamp.postId]]);
    expect(postOf(log, bike.postId)).toMatchObject({ price: { cents: 8_000 }, lastModified: instant(3) });
  });

  it('leaves the feed once it is sold, keeps its page and its wall, and comes back to its place', () => {
    const log = created(bike, lamp);
    log.add('PostSaleChanged', { ...bike, sale: 'pending' });
    expect(feedOf(log)).toEqual([lamp.postId, bike.postId]);
    log.add('PostSaleChanged', { ...lamp, sale: 'sold' });
    expect(feedOf(log)).toEqual([bike.postId]);
    // A comment moves it up, but not back into the feed.
    log.add('PostCreated', creation(below(lamp, 'late', 'ann')));
    expect(feedOf(log)).toEqual([bike.postId]);
    const documents = foldAll(log.events);
    expect(documents.query('posts', 'wall', [`ou:${id('bob')}`]).map(({ key }) => key)).toEqual([lamp.postId]);
    expect(documents.query('posts', 'thread', [lamp.postId])).toHaveLength(2);
    log.add('PostSaleChanged', { ...bike, sale: 'sold' });
    log.add('PostSaleChanged', { ...bike, sale: 'available' });
    log.add('PostSaleChanged', { ...lamp, sale: 'available' });
    expect(feedOf(log)).toEqual([lamp.postId, bike.postId]);
  });

  it('ends with the post: what comes late changes nothing', () => {
    const log = created(bike);
    log.add('PostDeleted', deletion(bike));
    log.add('PostSaleChanged', { ...bike, sale: 'sold' });
    log.add('PostTermsChanged', { ...bike, ...offered('exercise', 1) });
    expect(postOf(log, bike.postId)).toBeNull();
  });
});

describe('posts', () => {
  it('[FEED-02] puts top-level posts in the feed of their campus, newest activity first, comments not', () => {
    expect(feedOf(created(bike, lamp))).toEqual([lamp.postId, bike.postId]);
    expect(feedOf(created(bike, lamp, question))).toEqual([bike.postId, lamp.postId]);
    const elsewhere = topLevel('desk', 'cid', { campus: 'ut' });
    expect(feedOf(created(bike, elsewhere))).toEqual([bike.postId]);
  });

  it('[FEED-02] [FEED-03] keeps the place in the feed on edits and saves, which show all the same', () => {
    const log = created(bike, lamp);
    log.add('PostEdited', { ...bike, text: text('cheaper'), media: [], imageCount: 0 });
    log.add('PostSaved', saving(bike, 'cid'));
    expect(feedOf(log)).toEqual([lamp.postId, bike.postId]);
    expect(postOf(log, bike.postId)).toMatchObject({
      text: text('cheaper'),
      editedAt: instant(3),
      lastModified: instant(1),
    });
    expect(documentOf(foldAll(log.events), postCounters, bike.postId)?.saves).toBe(1);
  });

  it("[POST-16] [DATA-10] counts the author's top-level posts, neither comments nor the banner of a new member", () => {
    const banner = topLevel('banner', 'ann', { kind: 'new user' });
    const log = created(bike, banner, topLevel('desk', 'ann'), question, answer);
    expect(totalOf(log, 'ann')).toBe(2);
    expect(totalOf(log, 'bob')).toBeUndefined();
    expect(postOf(log, banner.postId)).toMatchObject({ feed: 'ou', wall: null });
    log.add('PostDeleted', deletion(bike));
    expect(totalOf(log, 'ann')).toBe(1);
    log.add('PostDeleted', deletion(answer, 'cascade'));
    log.add('PostDeleted', deletion(banner));
    expect(totalOf(log, 'ann')).toBe(1);
  });

  it('[COMM-01] [COMM-02] keeps comments and replies as posts with a parent, below their root', () => {
    const documents = foldAll(created(bike, question, answer).events);
    expect(documentOf(documents, posts, answer.postId)).toMatchObject({
      parent: question.postId,
      root: bike.postId,
      ancestors: [bike.postId, question.postId],
      feed: null,
      wall: null,
      createdAt: instant(3),
    });
    const keys = (query: string, ...values: string[]) => documents.query('posts', query, values).map(({ key }) => key);
    expect(keys('thread', bike.postId)).toEqual([bike.postId, question.postId, answer.postId]);
    expect(keys('latest', bike.postId)).toEqual([question.postId]);
    expect(keys('replies', bike.postId, question.postId)).toEqual([answer.postId]);
  });

  it('[COMM-01] reads a thread in log order, whatever ids and times clients chose', () => {
    const ids = ['ffffffff', '00000000', '7fffffff', '01000000'];
    const comments = ids.map((start, n) => ({
      ...below(bike, `c${n}`, 'bob'),
      postId: `${start}-0000-7000-8000-000000000000`,
    }));
    const documents = foldAll(created(bike, ...comments).events);
    expect(documents.query('posts', 'thread', [bike.postId]).map(({ key }) => key)).toEqual([
      bike.postId,
      ...comments.map(({ postId }) => postId),
    ]);
  });

  it('[COMM-02] shows the first replies below a comment with it, the later ones only among its replies', () => {
    const replies = Array.from({ length: threadLimits.openReplies + 2 }, (_, n) => below(question, `r${n}`, 'ann'));
    const late = below(bike, 'late', 'bob');
    const documents = foldAll(created(bike, question, late, ...replies).events);
    const keys = (query: string, ...values: string[]) => documents.query('posts', query, values).map(({ key }) => key);
    const first = replies.slice(0, threadLimits.openReplies);
    expect(keys('thread', bike.postId)).toEqual([bike, question, ...first, late].map(({ postId }) => postId));
    expect(keys('replies', bike.postId, question.postId)).toEqual(replies.map(({ postId }) => postId));
  });

  it('[COMM-04] marks everything above a new comment as active and moves the post to the top', () => {
    const log = created(bike, lamp, question, answer);
    expect(postOf(log, bike.postId)).toMatchObject({ activity: position(4), lastModified: instant(4) });
    // Two comments can be active at one position: their creation distinguishes them.
    const active = position(4) + position(3);
    expect(postOf(log, question.postId)).toMatchObject({ activity: active, lastModified: instant(4) });
    expect(postOf(log, lamp.postId)).toMatchObject({ activity: position(2), lastModified: instant(2) });
  });

  it('[COMM-12] counts standing comments below a post and below each comment', () => {
    const log = created(bike, question, answer, thanks);
    expect([bike, question, answer, thanks].map(({ postId }) => commentsOf(log, postId) ?? 0)).toEqual([3, 2, 1, 0]);
  });
});

describe('the comment that gave a post its place in the feed', () => {
  const lastComment = (log: ReturnType<typeof created>) => postOf(log, bike.postId)?.lastComment;

  it('is the last comment or reply of its thread, with its author; other documents name none', () => {
    expect(lastComment(created(bike))).toBeNull();
    expect(lastComment(created(bike, question))).toEqual({ id: question.postId, author: id('bob') });
    const log = created(bike, question, answer);
    expect(lastComment(log)).toEqual({ id: answer.postId, author: id('ann') });
    expect(postOf(log, question.postId)?.lastComment).toBeNull();
    const refs = posts.refs(postOf(log, bike.postId) as Post);
    expect(refs).toContainEqual({ collection: 'people', key: id('ann') });
  });

  it('is no longer named when it is deleted, and no older one in its stead; the place stays', () => {
    const log = created(bike, lamp, question, answer);
    log.add('PostDeleted', deletion(question));
    expect(lastComment(log)).toEqual({ id: answer.postId, author: id('ann') });
    log.add('PostDeleted', deletion(answer));
    expect(lastComment(log)).toBeNull();
    expect(feedOf(log)).toEqual([bike.postId, lamp.postId]);
    log.add('PostCreated', creation(below(bike, 'again', 'cid')));
    expect(lastComment(log)).toEqual({ id: id('again'), author: id('cid') });
  });
});

describe('deleted comments', () => {
  it('[COMM-12] go without a trace when nothing stands below them', () => {
    const log = created(bike, question, answer);
    log.add('PostDeleted', deletion(answer));
    expect(postOf(log, answer.postId)).toBeNull();
    expect([bike, question].map(({ postId }) => commentsOf(log, postId))).toEqual([1, 0]);
  });

  it('stay as "[deleted]" without their text while a reply stands (Q28)', () => {
    const log = created(bike, question, answer);
    log.add('PostDeleted', deletion(question));
    expect(postOf(log, question.postId)).toMatchObject({ deleted: true, text: null, media: null, imageCount: 0 });
    expect(commentsOf(log, bike.postId)).toBe(1);
  });

  it('go with the last reply that held them (Q28)', () => {
    const log = created(bike, question, answer, thanks);
    log.add('PostDeleted', deletion(question));
    log.add('PostDeleted', deletion(answer));
    expect(postOf(log, answer.postId)).toMatchObject({ deleted: true });
    log.add('PostDeleted', deletion(thanks));
    for (const { postId } of [question, answer, thanks]) expect(postOf(log, postId)).toBeNull();
    expect(commentsOf(log, bike.postId)).toBe(0);
  });

  it('are not brought back by a late edit', () => {
    const log = created(bike, question, answer);
    log.add('PostDeleted', deletion(question));
    log.add('PostEdited', { ...question, text: text('again'), media: [], imageCount: 0 });
    expect(postOf(log, question.postId)).toMatchObject({ deleted: true, text: null });
  });
});

describe('deleted posts', () => {
  it('[POST-18] go alone, whatever stands below them, and leave feed and counts at once', () => {
    const log = created(bike, lamp, question, answer);
    const before = foldAll(log.events);
    const event = log.add('PostDeleted', deletion(bike));
    const { changes } = foldEvent(foldTable, event, before);
    expect(changes.map(({ collection, key, doc }) => [collection, key, doc])).toEqual([
      ['authorCounters', id('ann'), { id: id('ann'), posts: 0 }],
      ['posts', bike.postId, null],
      ['postCounters', bike.postId, null],
      ['closedPosts', bike.postId, { id: bike.postId }],
      ['endedFigures', bike.postId, { id: bike.postId, campus: 'ou' }],
      ['endedTargets', bike.postId, { id: bike.postId }],
    ]);
    expect(feedOf(log)).toEqual([lamp.postId]);
  });

  it('[POST-18] [DATA-13 in part] are followed by what stood below them, each by its own event, whatever comes first', () => {
    for (const order of [
      [question, answer, thanks],
      [thanks, answer, question],
      [answer, thanks, question],
    ]) {
      const log = created(bike, question, answer, thanks);
      log.add('PostDeleted', deletion(answer));
      log.add('PostDeleted', deletion(bike));
      for (const each of order) if (each !== answer) log.add('PostDeleted', deletion(each, 'cascade'));
      const documents = foldAll(log.events);
      for (const { postId } of [bike, question, answer, thanks]) {
        expect(documentOf(documents, posts, postId)).toBeNull();
        expect(documentOf(documents, postCounters, postId)).toBeNull();
      }
    }
  });

  it('[POST-18] keep a comment that comes too late deleted, and a reply to it too (D19)', () => {
    const log = created(bike);
    log.add('PostDeleted', deletion(bike));
    log.add('PostCreated', creation(question));
    log.add('PostCreated', creation(answer));
    for (const { postId } of [question, answer]) {
      expect(postOf(log, postId)).toBeNull();
      expect(commentsOf(log, postId)).toBeUndefined();
    }
    expect(postOf(log, bike.postId)).toBeNull();
  });
});

describe('saves of a post', () => {
  it('[SAVE-04] add up', () => {
    const log = created(bike);
    log.add('PostSaved', saving(bike, 'bob'));
    log.add('PostSaved', saving(bike, 'cid'));
    log.add('PostUnsaved', saving(bike, 'bob'));
    expect(documentOf(foldAll(log.events), postCounters, bike.postId)?.saves).toBe(1);
  });

  it('do not bring the counters of a deleted post back', () => {
    const log = created(bike);
    log.add('PostDeleted', deletion(bike));
    log.add('PostSaved', saving(bike, 'bob'));
    expect(documentOf(foldAll(log.events), postCounters, bike.postId)).toBeNull();
  });
});
