import { expect, it } from '@jest/globals';
import { START } from '#projections/sync/position.ts';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { postsIn, words } from '#test/model/post/story.ts';
import { A_MOMENT_MS, room } from '#test/proof/simulate/room.ts';

const FEED = topicName.feed('ou');

it('[P5] shows nothing new of a topic before what it missed, though another topic brings it first', async () => {
  const quad = await room('ada', 'bob');
  const give = (text: string) => quad.give('ada', 'CreatePost', words(text));
  const newestFirst = () =>
    postsIn(quad.server.store.documents)
      .toSorted((a, b) => (a.position < b.position ? 1 : -1))
      .map(({ key }) => key);
  await give('known');
  await quad.moment();
  const tab = quad.open('bob');
  const release = tab.store.hold(FEED);
  await quad.moment();
  tab.transport.drop();
  await give('missed');
  await give('newest');
  const [newest = '', missed = '', known = ''] = newestFirst();
  // Left and held again, so that the feed is asked for after the post.
  tab.store.hold(topicName.post(newest));
  release();
  tab.store.hold(FEED);
  const shown = new Set<string>();
  tab.store.view.subscribe(({ windows }) => shown.add((windows[FEED] ?? []).join(' ')));
  await quad.time.pass(5 * A_MOMENT_MS);
  expect([...shown]).toEqual([known, [newest, missed, known].join(' ')]);
});

it('[P5] shows all that came with the page, also what was changed while its answer was made', async () => {
  const quad = await room('ada', 'bob');
  for (const text of ['one', 'two']) await quad.give('ada', 'CreatePost', words(text));
  await quad.moment();
  const { transport } = quad.open(null);
  await quad.moment();
  const question = { topic: FEED, since: null, floor: null, notBefore: START };
  const [answer] = await Promise.all([transport.request('subscribe', question, A_MOMENT_MS), quad.moment()]);
  // The server reads the position first, and then the documents.
  const { cursor, ...rest } = answer as TopicAnswer;
  const early = { ...rest, cursor: { ...cursor, position: START } };
  const tab = quad.open(null);
  tab.store.hydrate({ [FEED]: early, [topicName.campus('ou')]: { ok: true } });
  expect(tab.store.view.getState().windows[FEED]).toHaveLength(2);
});
