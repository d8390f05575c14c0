import { expect, it } from '@jest/globals';
import { personal } from '#domain/kernel/personal.ts';
import { collections } from '#projections/registry.ts';
import { START } from '#projections/sync/position.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { READS_PER_CLIENT } from '#server/read/limits.ts';
import { readAlone } from '#server/read/sharedReads.ts';
import { createTopicReader } from '#server/read/snapshot.ts';
import {
  below,
  creation,
  id,
  instant,
  photo,
  registration,
  saving,
  text,
  topLevel,
} from '#test/projections/support/events.ts';
import { hubRig, knownEras } from '#test/server/hub/hubRig.ts';
import { plainReads } from '#test/server/support/plainReads.ts';
import { turns } from '#test/server/support/turns.ts';

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
  await turns();
  expect(read).toEqual([...posts.slice(0, READS_PER_CLIENT), 'e'].map(id));
  resolve();
  expect(await Promise.all(answers)).toMatchObject(answers.map(() => ({ ok: true })));
  await hub.close();
});

it('[DATA-02] answers a post with its author, texts, pictures, counts, likes, comments, dates, and its figures for the owner', async () => {
  const { log, store, commit, hub } = await hubRig();
  const lamp = topLevel('lamp', 'ada');
  const question = below(lamp, 'question', 'bob');
  for (const name of ['ada', 'bob']) log.add('UserRegistered', registration(name));
  const media = personal([photo('front', 800, 600), photo('back', 600, 800)]);
  log.add('PostCreated', { ...creation(lamp, 'A lamp'), media, imageCount: 2, category: 'furniture' });
  log.add('PostSaved', saving(lamp, 'bob'));
  log.add('PostCreated', creation(question, 'Still there?'));
  log.add('PostCreated', creation(below(question, 'answer', 'ada'), 'Yes.'));
  const sessions = [{ viewer: '0'.repeat(24), session: '0'.repeat(12), actions: ['view', 'copied_link'] }];
  const ad = { adId: id('ad'), postId: lamp.postId, campus: 'ou', author: id('ada') };
  log.add('ActionsCounted', { batchId: id('batch'), ...ad, sessions });
  await commit();
  const eras = knownEras();
  await eras.learn();
  const reach = { published: () => START, head: async () => START, waitFor: async () => true };
  const readTopic = createTopicReader({ store: plainReads(store), collections, share: readAlone, eras }, reach);
  const ask = async (topic: string, userId: string | null = null) => {
    const answer = await readTopic({ topic, floor: null, notBefore: null, address: '10.0.0.1' }, userId);
    if (!answer.ok) throw new Error(`${topic} is refused.`);
    return new Map(answer.documents.map(({ collection, key, doc }) => [`${collection} ${key}`, doc]));
  };
  const page = await ask(topicName.post(lamp.postId));
  expect(page.get(`posts ${lamp.postId}`)).toMatchObject({
    ...{ id: lamp.postId, campus: 'ou', kind: 'post', category: 'furniture', author: id('ada'), parent: null },
    ...{ text: text('A lamp'), media, imageCount: 2, createdAt: instant(3), lastModified: instant(6) },
  });
  // The user in it, and the avatar, are the one card of the person.
  expect(page.get(`people ${id('ada')}`)).toMatchObject({
    ...{ id: id('ada'), username: personal('ada'), firstName: personal('ada'), lastName: personal('X.') },
    ...{ hasPicture: false, verified: false },
  });
  expect(page.get(`postCounters ${lamp.postId}`)).toMatchObject({ saves: 1, comments: 2 });
  // Comments, and comments of comments, each with what it is about.
  expect(page.get(`posts ${question.postId}`)).toMatchObject({ root: lamp.postId, parent: lamp.postId });
  expect(page.get(`posts ${id('answer')}`)).toMatchObject({ root: lamp.postId, parent: question.postId });
  // Its six counters, to its owner and nobody else.
  const figures = `postFigures ${lamp.postId}`;
  expect(page.has(figures)).toBe(false);
  expect((await ask(topicName.post(lamp.postId), id('ada'))).get(figures)).toMatchObject({
    ...{ views: 1, accounts_reached: 1, direct_messages: 0 },
    ...{ copied_link: 1, external_link_clicks: 0, profile_visits: 0 },
  });
  // The ids of those who like it are a list of their own (D20).
  expect((await ask(topicName.likedBy(lamp.postId))).get(`saves ${lamp.postId}-${id('bob')}`)).toMatchObject({
    ...{ post: lamp.postId, user: id('bob'), savedAt: instant(4) },
  });
  await hub.close();
});
