import { expect, it } from '@jest/globals';
import { topicName } from '#projections/sync/topicNames.ts';
import { READS_PER_CLIENT } from '#server/read/limits.ts';
import { creation, id, registration, topLevel } from '#test/projections/support/events.ts';
import { turns } from '#test/server/support/turns.ts';
import { guest, hubRig, subscribeTo } from './hubRig.ts';

it('reads few windows at a time for one client, and those of others at once', async () => {
  const rig = await hubRig();
  const posts = ['a', 'b', 'c', 'd', 'e'];
  rig.log.add('UserRegistered', registration('ada'));
  for (const post of posts) rig.log.add('PostCreated', creation(topLevel(post, 'ada')));
  await rig.publish();
  const { query } = rig.store;
  const read: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  rig.store.query = async (...asked) => {
    read.push(String(asked[2]));
    await promise;
    return query.apply(rig.store, asked);
  };
  const ask = (post: string, address: string) =>
    guest(rig.hub, null, { address }).peer.receive('subscribe', subscribeTo(topicName.post(id(post))));
  const answers = posts.map((post) => ask(post, '10.0.0.1'));
  await turns();
  expect(read).toEqual(posts.slice(0, READS_PER_CLIENT).map(id));
  answers.push(ask('e', '10.0.0.2'));
  await turns();
  expect(read).toEqual([...posts.slice(0, READS_PER_CLIENT), 'e'].map(id));
  resolve();
  expect(await Promise.all(answers)).toMatchObject(Array.from({ length: posts.length + 1 }, () => ({ ok: true })));
  await rig.hub.close();
});
