import { expect, it } from '@jest/globals';
import { topicName } from '#projections/sync/topicNames.ts';
import { postsIn, words } from '#test/model/post/story.ts';
import { room, type Tab } from '#test/proof/simulate/room.ts';

const FEED = topicName.feed('ou');

const shown = ({ store }: Tab): readonly string[] => store.view.getState().windows[FEED] ?? [];

it('[P5] shows a topic as its viewer knew it until the hub answers, to nobody else, and goes on from there', async () => {
  const quad = await room('ada', 'bob');
  for (let n = 0; n < 3; n += 1) await quad.give('ada', 'CreatePost', words(`post ${n}`));
  await quad.moment();
  const visit = quad.open('ada');
  visit.store.hold(FEED);
  await quad.moment();
  const known = visit.store.known();
  expect(known?.viewer).toBe(quad.ids.ada);
  visit.store.stop();
  const [gone, kept] = postsIn(quad.server.store.documents).map(({ key }) => key);
  await quad.give('ada', 'DeletePost', { postId: gone ?? '' });
  const recall = async (viewer: string | null, topic: string) =>
    viewer === quad.ids.ada ? (known?.topics[topic] ?? null) : null;

  const [tab, stranger] = [quad.open('ada', { recall }), quad.open('bob', { recall })];
  for (const { store } of [tab, stranger]) store.hold(FEED);
  await Promise.resolve();
  await Promise.resolve();
  expect(tab.store.view.getState().topics[FEED]).toMatchObject({ status: 'stale' });
  expect(shown(tab)).toHaveLength(3);
  expect(stranger.store.view.getState().topics[FEED]).toMatchObject({ status: 'loading' });
  expect(shown(stranger)).toEqual([]);
  await quad.moment();
  expect(tab.store.view.getState().topics[FEED]).toMatchObject({ status: 'live' });
  expect(shown(tab)).toHaveLength(2);
  expect(shown(tab)).toContain(kept);
});

it('recalls nothing beside what came from the site, and nothing of another generation of the read models', async () => {
  const quad = await room('ada');
  await quad.give('ada', 'CreatePost', words('A lamp'));
  await quad.moment();
  const visit = quad.open('ada');
  visit.store.hold(FEED);
  await quad.moment();
  const known = visit.store.known()?.topics ?? {};
  const feed = known[FEED];
  if (feed === undefined) throw new Error('The feed was not known.');
  const old = { ...feed, cursor: { ...feed.cursor, generation: 'an older one' } };
  const asked: string[] = [];
  const recall = async (_viewer: string | null, topic: string) => {
    asked.push(topic);
    return topic === FEED ? old : (known[topic] ?? null);
  };
  const delivered = quad.open('ada', { recall });
  delivered.store.hydrate({ [FEED]: feed });
  asked.length = 0;
  delivered.store.hold(topicName.campus('ou'));
  expect(asked).toEqual([]);

  // The own documents are recalled first.
  const offline = quad.open('ada', { recall });
  await Promise.resolve();
  await Promise.resolve();
  offline.store.hold(FEED);
  await Promise.resolve();
  await Promise.resolve();
  expect(asked).toContain(FEED);
  expect(shown(offline)).toEqual([]);
});

it('forgets what was recalled of a log that is not there any more, and keeps what is live alone', async () => {
  const quad = await room('ada');
  await quad.give('ada', 'CreatePost', words('A lamp'));
  await quad.moment();
  const visit = quad.open('ada');
  visit.store.hold(FEED);
  await quad.moment();
  const feed = visit.store.known()?.topics[FEED];
  if (feed === undefined) throw new Error('The feed was not known.');
  const [lamp] = postsIn(quad.server.store.documents);
  const lost = {
    ...feed,
    cursor: { ...feed.cursor, era: 'lost', position: '0000000000009999' },
    documents: feed.documents.map((document) => ({
      ...document,
      position: '0000000000009999',
      doc: document.key === lamp?.key ? { ...document.doc, text: 'Of the lost log' } : document.doc,
    })),
  };
  const tab = quad.open('ada', { recall: async (_viewer, topic) => (topic === FEED ? lost : null) });
  tab.store.hold(FEED);
  await Promise.resolve();
  await Promise.resolve();
  expect(JSON.stringify(tab.store.view.getState().documents)).toContain('Of the lost log');
  expect(tab.store.known()).toMatchObject({ topics: {}, refused: [] });
  await quad.moment();
  expect(JSON.stringify(tab.store.view.getState().documents)).not.toContain('Of the lost log');
  expect(shown(tab)).toEqual([lamp?.key]);
  expect(Object.keys(tab.store.known()?.topics ?? {})).toContain(FEED);
});

it('names what the hub refuses, so that nothing of it is shown again', async () => {
  const quad = await room('ada', 'bob');
  const tab = quad.open('bob');
  const foreign = topicName.me(quad.ids.ada ?? '');
  tab.store.hold(foreign);
  await quad.moment();
  expect(tab.store.known()?.refused).toEqual([foreign]);
});
