import { describe, expect, it } from '@jest/globals';
import { likeCounts, likeKey, likes } from '#projections/reaction/collections.ts';
import { below, createLogBuilder, creation, deletion, id, liking, position, topLevel } from '../support/events.ts';
import { documentOf, foldAll } from '../support/folded.ts';

const bike = topLevel('bike', 'ann');
const price = below(bike, 'price', 'bob');
const own = (user: string) => likeKey(price.postId, id(user));

function createdLog() {
  const log = createLogBuilder();
  for (const place of [bike, price]) log.add('PostCreated', creation(place));
  return log;
}

describe('likes of comments', () => {
  it('[SAVE-02 in part] are counted, one for each person, and can be taken back', () => {
    const log = createdLog();
    expect(documentOf(foldAll(log.events), likeCounts, price.postId)).toBeUndefined();
    log.add('CommentLiked', liking(price, 'ann'));
    log.add('CommentLiked', liking(price, 'cid'));
    expect(documentOf(foldAll(log.events), likeCounts, price.postId)).toEqual({ id: price.postId, likes: 2 });
    expect(documentOf(foldAll(log.events), likes, own('cid'))).toMatchObject({ user: id('cid'), order: position(4) });
    log.add('CommentUnliked', liking(price, 'ann'));
    const documents = foldAll(log.events);
    expect(documentOf(documents, likeCounts, price.postId)).toEqual({ id: price.postId, likes: 1 });
    expect(documentOf(documents, likes, own('ann'))).toBeNull();
  });

  it('[DATA-13 in part] go after their comment, each by its own event, a like that comes too late at once', () => {
    const log = createdLog();
    log.add('CommentLiked', liking(price, 'ann'));
    log.add('PostDeleted', deletion(price));
    log.add('CommentLiked', liking(price, 'cid'));
    expect(documentOf(foldAll(log.events), likes, own('cid'))).toBeNull();
    expect(documentOf(foldAll(log.events), likeCounts, price.postId)).toEqual({ id: price.postId, likes: 1 });
    log.add('CommentUnliked', liking(price, 'ann'));
    log.add('CommentUnliked', liking(price, 'cid'));
    const documents = foldAll(log.events);
    for (const user of ['ann', 'cid']) expect(documentOf(documents, likes, own(user))).toBeNull();
    expect(documentOf(documents, likeCounts, price.postId)).toEqual({ id: price.postId, likes: 0 });
  });
});
