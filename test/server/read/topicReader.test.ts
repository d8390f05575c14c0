import { expect, it } from '@jest/globals';
import { collections } from '#projections/registry.ts';
import { START } from '#projections/sync/position.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { READS_PER_CLIENT } from '#server/read/limits.ts';
import { readAlone } from '#server/read/sharedReads.ts';
import { createTopicReader } from '#server/read/snapshot.ts';
import { creation, id, registration, topLevel } from '#test/projections/support/events.ts';
import { hubRig, knownEras } from '#test/server/hub/hubRig.ts';
import { plainReads } from '#test/server/support/plainReads.ts';

it('reads few windows at a time for one client, and those of others at once', async () => {
  const { log, store, commit, hub } = await hubRig();
  const posts = ['a', 'b', 'c', 'd', 'e'];
  log.add('UserRegistered', registration('ada'));
  for (const post of posts) log.add('PostCreated', creation(topLevel(post, 'ada')));
  await commit();
  const { query } = store;
  const read: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  store.query = async (...asked) => {
    read.push(String(asked[2]));
    await promise;
    return query.apply(store, asked);
  };
  const eras = knownEras();
  await eras.learn();
  const reach = { published: () => START, head: async () => START, waitFor: async () => true };
  const readTopic = createTopicReader({ store: plainReads(store), collections, share: readAlone, eras }, reach);
  const ask = (post: string, address: string) =>
    readTopic({ topic: topicName.post(id(post)), floor: null, notBefore: null, address }, null);
  const answers = [...posts.map((post) => ask(post, '10.0.0.1')), ask('e', '10.0.0.2')];
  await new Promise((later) => setTimeout(later, 5));
  expect(read).toEqual([...posts.slice(0, READS_PER_CLIENT), 'e'].map(id));
  resolve();
  expect(await Promise.all(answers)).toMatchObject(answers.map(() => ({ ok: true })));
  await hub.close();
});
