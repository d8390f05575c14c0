import { describe, expect, it } from '@jest/globals';
import type { DomainEvent, RecordedEvent } from '#domain/kernel/event.ts';
import { newId } from '#domain/kernel/ids.ts';
import { personal } from '#domain/kernel/personal.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import type { Collection } from '#projections/kernel/collection.ts';
import type { DocumentSet } from '#projections/kernel/documentSet.ts';
import { foldEvent } from '#projections/kernel/fold.ts';
import { postCounters, posts } from '#projections/post/collections.ts';
import { foldTable, predictions } from '#projections/registry.ts';
import { saveKey, saves } from '#projections/save/collections.ts';
import { introductions, people } from '#projections/user/collections.ts';
import {
  below,
  createLogBuilder,
  creation,
  deletion,
  id,
  registration,
  saving,
  topLevel,
  verification,
} from './support/events.ts';
import { documentOf, foldAll } from './support/folded.ts';

const bike = topLevel('bike', 'bob');
const question = below(bike, 'question', 'ann');
const commandId = id('a command');
const picture = { kind: 'image' as const, name: 'a.jpg', width: 10, height: 10 };

/** A member with a complete profile, and another user's post with a comment of the member. */
function known() {
  const log = createLogBuilder();
  log.add('UserRegistered', registration('ann'));
  log.add('EmailConfirmed', { userId: id('ann'), codeId: id('code') });
  log.add('SchoolVerified', verification('ann'));
  log.add('BioChanged', { userId: id('ann'), bio: personal('sells bikes') });
  log.add('ProfilePictureChanged', { userId: id('ann'), picture: personal(picture) });
  log.add('PostCreated', creation(bike));
  log.add('PostCreated', creation(question));
  return log;
}

function predict(type: string, data: unknown, documents: DocumentSet): readonly DomainEvent[] {
  const held = {
    get: <Doc>(collection: Collection<Doc>, key: string) => documentOf(documents, collection, key) ?? undefined,
  };
  return predictions[type]?.({ id: commandId, type, data }, held, { userId: id('ann'), campus: 'ou' }) ?? [];
}

/** The documents after folding the predicted events. */
function shown(type: string, data: unknown, log = known()): DocumentSet {
  const documents = foldAll(log.events);
  const predicted = predict(type, data, documents);
  const record = createLogBuilder();
  for (const event of predicted) {
    const recorded: RecordedEvent = { ...record.add(event.type, event.data as object), position: '~000000000000001' };
    for (const { collection, key, doc } of foldEvent(foldTable, recorded, documents).changes) {
      documents.put({ collection, key, position: recorded.position, doc });
    }
  }
  return documents;
}

const content = { text: richTextOf('hello'), media: [] };

describe('predictions', () => {
  it('[FEED-03] show a new post at the top of the feed, under the id that it will have', () => {
    const documents = shown('CreatePost', { ...content, category: 'all' });
    const [first] = documents.query('posts', 'feed', ['ou']);
    expect(first).toMatchObject({
      key: newId(commandId, 0),
      doc: { text: content.text, author: id('ann'), campus: 'ou' },
    });
  });

  it('[COMM-12] show a comment and count it', () => {
    const documents = shown('AddComment', { ...content, root: bike.postId, parent: question.postId });
    expect(documentOf(documents, posts, newId(commandId, 0))).toMatchObject({
      ancestors: [bike.postId, question.postId],
      parent: question.postId,
    });
    expect(documentOf(documents, postCounters, bike.postId)?.comments).toBe(2);
  });

  it("show an edit and a deletion of what is one's own", () => {
    const edited = shown('EditPost', { ...content, postId: question.postId });
    expect(documentOf(edited, posts, question.postId)).toMatchObject({ text: content.text });
    const deleted = shown('DeletePost', { postId: question.postId });
    expect(documentOf(deleted, posts, question.postId)).toBeNull();
    expect(documentOf(deleted, postCounters, bike.postId)?.comments).toBe(0);
  });

  it('show what is sold, and an own post for another price', () => {
    const log = known();
    const lamp = topLevel('lamp', 'ann');
    log.add('PostCreated', creation(lamp));
    const sold = shown('SetSale', { postId: lamp.postId, sale: 'sold' }, log);
    expect(documentOf(sold, posts, lamp.postId)).toMatchObject({ sale: 'sold', feed: null });
    const price = { cents: 4_500, orBestOffer: true };
    const terms = { category: 'furniture', price, condition: null };
    const edited = shown('EditPost', { ...content, ...terms, postId: lamp.postId }, log);
    expect(documentOf(edited, posts, lamp.postId)).toMatchObject({ text: content.text, ...terms });
    expect(predict('SetSale', { postId: bike.postId, sale: 'sold' }, foldAll(log.events))).toEqual([]);
  });

  it('[SAVE-04] show a save once, and take it back', () => {
    const key = saveKey(bike.postId, id('ann'));
    const saved = shown('SavePost', { postId: bike.postId });
    expect(documentOf(saved, saves, key)).toMatchObject({ post: bike.postId });
    expect(documentOf(saved, postCounters, bike.postId)?.saves).toBe(1);
    const log = known();
    log.add('PostSaved', saving(bike, 'ann'));
    expect(predict('SavePost', { postId: bike.postId }, foldAll(log.events))).toEqual([]);
    const unsaved = shown('UnsavePost', { postId: bike.postId }, log);
    expect(documentOf(unsaved, saves, key)).toBeNull();
    expect(documentOf(unsaved, postCounters, bike.postId)?.saves).toBe(0);
  });

  it('show a new bio and picture', () => {
    const changed = { ...picture, name: 'b.jpg' };
    expect(documentOf(shown('ChangeBio', { bio: ' new ' }), introductions, id('ann'))?.bio).toBe('new');
    expect(documentOf(shown('ChangeProfilePicture', { picture: changed }), people, id('ann'))?.picture).toEqual(
      changed,
    );
  });

  it('show nothing that the rules would refuse, or that rests on documents that are not held', () => {
    const documents = foldAll(known().events);
    expect(predict('EditPost', { ...content, postId: bike.postId }, documents)).toEqual([]);
    expect(predict('CreatePost', { text: richTextOf(' '), media: [], category: 'all' }, documents)).toEqual([]);
    expect(predict('SavePost', { postId: id('unknown') }, documents)).toEqual([]);
    expect(predict('ChangeBio', { bio: 'new' }, foldAll([]))).toEqual([]);
    const log = known();
    log.add('PostDeleted', deletion(bike));
    expect(predict('SavePost', { postId: bike.postId }, foldAll(log.events))).toEqual([]);
  });

  it('name files as uploaded with the size that the client measured', () => {
    const documents = shown('CreatePost', { text: richTextOf(''), media: [picture], category: 'all' });
    expect(documentOf(documents, posts, newId(commandId, 0))).toMatchObject({ media: [picture], imageCount: 1 });
  });
});
