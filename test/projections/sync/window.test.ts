import { describe, expect, it } from '@jest/globals';
import type { Reader } from '#domain/kernel/access.ts';
import { namesOf, SOME_DOCUMENTS_MAX, type Topic } from '#projections/kernel/topic.ts';
import { collections, findTopic } from '#projections/registry.ts';
import { laterPosition } from '#projections/sync/position.ts';
import { TOPIC_MAX_CHARACTERS } from '#projections/sync/protocol.ts';
import { isInTopic, isInWindow, orderValue, reach, viewerRefsOf, WINDOW_END } from '#projections/sync/window.ts';
import { viewerOfAccount } from '#projections/user/right.ts';
import {
  createLogBuilder,
  creation,
  id,
  position,
  registration,
  saving,
  topLevel,
} from '#test/projections/support/events.ts';
import { foldAll } from '#test/projections/support/folded.ts';

function topicOf(name: string): Topic {
  const topic = findTopic(name);
  if (topic === null) throw new Error(`There is no topic ${name}.`);
  return topic;
}

function folded() {
  const log = createLogBuilder();
  log.add('UserRegistered', registration('ada'));
  log.add('PostCreated', creation(topLevel('lamp', 'ada')));
  log.add('PostSaved', saving(topLevel('lamp', 'ada'), 'bob'));
  return foldAll(log.events);
}

describe('windows', () => {
  it('a document is in the topics whose query finds it', () => {
    const lamp = folded().get('posts', id('lamp'))?.doc;
    const names = [
      'feed:ou',
      'feed:ut',
      `post:${id('lamp')}`,
      `wall:ou:${id('ada')}`,
      `wall:ou:${id('bob')}`,
      'campus:ou',
    ];
    expect(names.filter((name) => isInTopic(collections, topicOf(name), 'posts', lamp))).toEqual([
      'feed:ou',
      `post:${id('lamp')}`,
      `wall:ou:${id('ada')}`,
    ]);
    expect(isInTopic(collections, topicOf('feed:ou'), 'posts', null)).toBe(false);
    expect(isInTopic(collections, topicOf('feed:ou'), 'people', lamp)).toBe(false);
  });

  it('[P8] [CAMP-18 in part] a topic that names documents has those of them that its readers may see, and no others', () => {
    const documents = folded();
    const lamp = documents.get('posts', id('lamp'))?.doc;
    const ada = documents.get('homes', id('ada'))?.doc;
    const among = (name: string, collection: string, doc: unknown) =>
      isInTopic(collections, topicOf(name), collection, doc);
    expect(among(`somePosts:ou:${id('bike')},${id('lamp')}`, 'posts', lamp)).toBe(true);
    expect(among(`somePosts:ou:${id('bike')}`, 'posts', lamp)).toBe(false);
    expect(among(`somePosts:ut:${id('lamp')}`, 'posts', lamp)).toBe(false);
    expect(among(`somePosts:ou:${id('lamp')}`, 'posts', null)).toBe(false);
    expect(among(`somePeople:ou:${id('ada')}`, 'homes', ada)).toBe(true);
    expect(among(`somePeople:ut:${id('ada')}`, 'homes', ada)).toBe(false);
    // The account is going to be deleted.
    expect(among(`somePeople:ou:${id('ada')}`, 'homes', { ...(ada as object), hidden: true })).toBe(false);
    const many = Array.from({ length: SOME_DOCUMENTS_MAX + 1 }, (_, n) => id(`post ${n}`));
    expect(findTopic(`somePosts:ou:${namesOf(many.slice(1))}`)).not.toBeNull();
    expect(findTopic(`somePosts:ou:${namesOf(many)}`)).toBeNull();
    expect(`somePosts:ou:${namesOf(many.slice(1))}`.length).toBeLessThan(TOPIC_MAX_CHARACTERS);
  });

  it('a window is everything at or above its floor; a topic of one document has no floor', () => {
    const lamp = folded().get('posts', id('lamp'))?.doc as Record<string, unknown>;
    expect(orderValue(topicOf('feed:ou'), lamp)).toBe(position(2));
    const floors = [WINDOW_END, position(2), position(3)];
    expect(floors.map((floor) => isInWindow(topicOf('feed:ou'), floor, lamp))).toEqual([true, true, false]);
    expect(orderValue(topicOf(`person:${id('ada')}`), { id: id('ada') })).toBe(WINDOW_END);
  });

  it('reaches what a document refers to, and what of the viewer belongs to it', () => {
    const documents = folded();
    const docOf = (ref: string) => documents.get(ref.split(' ')[0] ?? '', ref.split(' ')[1] ?? '')?.doc;
    const save = { collection: 'saves', key: `${id('lamp')}-${id('bob')}` };
    expect([...reach(collections, [save], docOf).keys()].sort()).toEqual([
      `erasures ${id('ada')}`,
      // Whose save it is: for the page of the people who saved a post.
      `people ${id('bob')}`,
      `people ${id('ada')}`,
      `postCounters ${id('lamp')}`,
      `posts ${id('lamp')}`,
      // The card of its first link.
      `previews ${id('lamp')}`,
      `saves ${id('lamp')}-${id('bob')}`,
      // Whether it is boosted.
      `sponsored ${id('lamp')}`,
    ]);
    const lamp = documents.get('posts', id('lamp'))?.doc;
    expect(viewerRefsOf(collections, 'posts', lamp, id('bob'))).toEqual([save]);
    expect(viewerRefsOf(collections, 'posts', lamp, null)).toEqual([]);
    expect(viewerRefsOf(collections, 'posts', null, id('bob'))).toEqual([]);
  });

  it('positions are compared in log order', () => {
    expect(laterPosition(position(9), position(10))).toBe(position(10));
    expect(laterPosition(position(10), position(9))).toBe(position(10));
  });
});

describe('topics', () => {
  it('have no other names than the declared ones', () => {
    const names = [
      '',
      'feed',
      'feed:',
      'feed:atlantis',
      'feed:ou:x',
      'wall:ou',
      'saved:ou',
      'me',
      'me:a:b',
      'post:',
      'doc:x',
    ];
    for (const name of [...names, 'constructor:x', 'feed:ou:', ':ou']) expect(findTopic(name)).toBeNull();
  });

  it('[CAMP-07 in part] P8: of a private campus are for its verified members alone', () => {
    const member: Reader = { userId: id('ada'), verified: true, memberOf: 'ut', isModerator: false, closed: ['ut'] };
    const others: Reader[] = [
      { ...member, userId: null, verified: false, memberOf: null },
      { ...member, memberOf: null },
      { ...member, memberOf: 'ou' },
    ];
    const post = { root: id('lamp'), campus: 'ut' };
    const gates: readonly (readonly [string, unknown])[] = [
      ['feed:ut', undefined],
      [`wall:ut:${id('ada')}`, undefined],
      [`saved:ut:${id('ada')}`, undefined],
      ['campus:ut', undefined],
      [`post:${id('lamp')}`, post],
      [`latest:${id('lamp')}`, post],
      [`replies:${id('lamp')}:${id('question')}`, post],
      [`person:${id('bob')}`, { campus: 'ut', erased: false }],
    ];
    for (const [name, gate] of gates) {
      expect(topicOf(name).refuse(member, gate)).toBeNull();
      for (const other of others) expect(topicOf(name).refuse(other, gate)).toBe('TOPIC_FORBIDDEN');
    }
  });

  it('rights go by the account document, and fail closed without one', () => {
    expect(viewerOfAccount(null, undefined)).toEqual({
      userId: null,
      verified: false,
      memberOf: null,
      isModerator: false,
    });
    expect(viewerOfAccount(id('ada'), null)).toEqual({
      userId: id('ada'),
      verified: false,
      memberOf: null,
      isModerator: false,
    });
  });
});
