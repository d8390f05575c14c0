import { expect, it } from '@jest/globals';
import { personal } from '#domain/kernel/personal.ts';
import { START } from '#projections/engine/eventLog.ts';
import { collections } from '#projections/registry.ts';
import type { Rows } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { HubOptions } from '#server/hub/ports.ts';
import { Publisher } from '#server/hub/publisher.ts';
import { RecentRows } from '#server/hub/recentRows.ts';
import { Rooms } from '#server/hub/rooms.ts';
import { SendQueue } from '#server/hub/sendQueue.ts';
import { creation, id, registration, topLevel } from '#test/projections/support/events.ts';
import { type Guest, guest, hubRig, subscribeTo } from './hubRig.ts';

it('[P10] what was published of a person does not stay in memory once they are erased', async () => {
  const { log, commit } = await hubRig();
  const recent = new RecentRows(START);
  const publisher = new Publisher({ collections } as HubOptions, new Rooms(), recent, new SendQueue(() => undefined));
  const publish = async () => publisher.publish({ ...(await commit()), refs: new Map(), absent: new Set() });
  const kept = () => JSON.stringify(recent.newest(`posts ${id('desk')}`)?.doc ?? null);
  log.add('UserRegistered', registration('ada'));
  log.add('PostCreated', creation(topLevel('desk', 'ada'), 'canary'));
  await publish();
  expect(kept()).toContain('canary');
  log.add('SubjectErased', { userId: id('ada'), campus: null });
  await publish();
  expect(kept()).not.toContain('canary');
});

it('keeps no more of a batch than the limit, once it is published', async () => {
  const { log, commit } = await hubRig();
  const recent = new RecentRows(START, 1);
  const publisher = new Publisher({ collections } as HubOptions, new Rooms(), recent, new SendQueue(() => undefined));
  log.add('UserRegistered', registration('ada'));
  log.add('PostCreated', creation(topLevel('desk', 'ada')));
  publisher.publish({ ...(await commit()), refs: new Map(), absent: new Set() });
  expect(recent.since(START)).toEqual([]);
});

const FEED = topicName.feed('ou');
const rowsTo = ({ sent }: Guest) => sent<Rows>('rows').flatMap(({ documents }) => documents);

it('[P5] rows come once and in order when a commit comes before the one before it is published', async () => {
  const { hub, log, store, commit, publish } = await hubRig();
  log.add('UserRegistered', registration('ada'));
  await publish();
  const bob = guest(hub, id('bob'));
  await bob.peer.receive('subscribe', subscribeTo(FEED));
  // The author of the first post is read, and that takes a while.
  const { get } = store;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  store.get = async (refs) => {
    store.get = get;
    await answered;
    return get.call(store, refs);
  };
  log.add('PostCreated', creation(topLevel('desk', 'ada')));
  const first = hub.publish(await commit());
  log.add('PostCreated', creation(topLevel('lamp', 'ada')));
  const second = hub.publish(await commit());
  setImmediate(answer);
  await Promise.all([first, second]);
  const posts = rowsTo(bob).filter(({ collection }) => collection === 'posts');
  expect(posts.map(({ key }) => key)).toEqual([id('desk'), id('lamp')]);
});

it('[P5] who comes after a time without readers is given documents as they are, not as they were last published', async () => {
  const { hub, log, publish } = await hubRig();
  log.add('UserRegistered', registration('ada'));
  await publish();
  const bob = guest(hub, id('bob'));
  await bob.peer.receive('subscribe', subscribeTo(topicName.person(id('ada'))));
  log.add('NameChanged', { userId: id('ada'), firstName: personal('as it was'), lastName: personal('as it was') });
  await publish();
  bob.peer.closed();
  log.add('NameChanged', { userId: id('ada'), firstName: personal('as it is'), lastName: personal('as it is') });
  await publish();
  const eve = guest(hub, id('eve'));
  await eve.peer.receive('subscribe', subscribeTo(FEED));
  log.add('PostCreated', creation(topLevel('desk', 'ada')));
  await publish();
  const sent = JSON.stringify(eve.sent<Rows>('rows'));
  expect(sent).toContain('as it is');
  expect(sent).not.toContain('as it was');
});

it('[P10] an erased user’s connections are ended, and no others', async () => {
  const { hub, log, publish } = await hubRig();
  log.add('UserRegistered', registration('ada'));
  await publish();
  const [ada, bob] = [guest(hub, id('ada')), guest(hub, id('bob'))];
  log.add('SubjectErased', { userId: id('ada'), campus: null });
  await publish();
  expect([ada.ended, bob.ended]).toEqual([['session-ended'], []]);
});
