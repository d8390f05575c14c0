import { describe, expect, it } from '@jest/globals';
import { namesOf } from '#projections/kernel/topic.ts';
import type { Rows, TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { creation, deletion, id, registration, topLevel } from '#test/projections/support/events.ts';
import { guest, hubRig, subscribeTo } from './hubRig.ts';

describe('a topic that names its documents', () => {
  it('[P5] keeps the documents that a topic names: their changes, their end, and what ended meanwhile', async () => {
    const { hub, log, publish } = await hubRig();
    log.add('UserRegistered', registration('ada'));
    log.add('PostCreated', creation(topLevel('lamp', 'ada')));
    const bike = topLevel('bike', 'ada');
    log.add('PostCreated', creation(bike));
    await publish();
    const named = topicName.somePosts('ou', namesOf([id('lamp'), id('bike'), id('nothing')]));
    const reader = guest(hub);
    const first = (await reader.peer.receive('subscribe', subscribeTo(named))) as TopicAnswer;
    const postsIn = ({ documents }: TopicAnswer) =>
      documents.flatMap(({ collection, key, doc }) => (collection === 'posts' && doc !== null ? [key] : [])).sort();
    expect(postsIn(first)).toEqual([id('lamp'), id('bike')].sort());
    log.add('PostDeleted', deletion(bike));
    await publish();
    const [rows] = reader.sent('rows') as Rows[];
    expect(rows?.documents).toContainEqual(expect.objectContaining({ key: id('bike'), doc: null }));
    const later = guest(hub);
    const again = (await later.peer.receive('subscribe', subscribeTo(named, { since: first.cursor }))) as TopicAnswer;
    expect([again.fresh, postsIn(again)]).toEqual([true, [id('lamp')]]);
  });
});
