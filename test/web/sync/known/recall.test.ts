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
