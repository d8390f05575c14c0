import { describe, expect, it } from '@jest/globals';
import { saveKey, saves } from '#projections/save/collections.ts';
import { createLogBuilder, creation, deletion, id, instant, position, saving, topLevel } from '../support/events.ts';
import { documentOf, foldAll } from '../support/folded.ts';

const bike = topLevel('bike', 'ann');
const lamp = topLevel('lamp', 'ann');
const desk = topLevel('desk', 'cid', { campus: 'ut' });

function createdLog() {
  const log = createLogBuilder();
  for (const place of [bike, lamp, desk]) log.add('PostCreated', creation(place));
  return log;
}

describe('saves', () => {
  it('[SAVE-08] stand in the list of their user on the campus of the post, newest first', () => {
    const log = createdLog();
    log.add('PostSaved', saving(bike, 'bob'));
    log.add('PostSaved', saving(desk, 'bob'));
    log.add('PostSaved', saving(lamp, 'bob'));
    log.add('PostSaved', saving(lamp, 'cid'));
    const documents = foldAll(log.events);
    const listed = (campus: string) =>
      documents.query('saves', 'list', [`${campus}:${id('bob')}`]).map(({ doc }) => (doc as { post: string }).post);
    expect(listed('ou')).toEqual([lamp.postId, bike.postId]);
    expect(listed('ut')).toEqual([desk.postId]);
    expect(documentOf(documents, saves, saveKey(bike.postId, id('bob')))).toMatchObject({
      order: position(4),
      savedAt: instant(4),
    });
  });

  it('[SAVE-04] can be taken back, and made again', () => {
    const log = createdLog();
    log.add('PostSaved', saving(bike, 'bob'));
    log.add('PostUnsaved', saving(bike, 'bob'));
    expect(documentOf(foldAll(log.events), saves, saveKey(bike.postId, id('bob')))).toBeNull();
    log.add('PostSaved', saving(bike, 'bob'));
    expect(documentOf(foldAll(log.events), saves, saveKey(bike.postId, id('bob')))).toMatchObject({
      order: position(6),
    });
  });

  it('[POST-18] go after their post, each by its own event, a save that comes too late at once', () => {
    const log = createdLog();
    log.add('PostSaved', saving(bike, 'bob'));
    log.add('PostDeleted', deletion(bike));
    log.add('PostSaved', saving(bike, 'cid'));
    expect(documentOf(foldAll(log.events), saves, saveKey(bike.postId, id('cid')))).toBeNull();
    log.add('PostUnsaved', saving(bike, 'bob'));
    const documents = foldAll(log.events);
    for (const user of ['bob', 'cid']) {
      expect(documentOf(documents, saves, saveKey(bike.postId, id(user)))).toBeNull();
    }
  });
});
