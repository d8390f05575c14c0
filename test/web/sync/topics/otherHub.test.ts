import { expect, it, jest } from '@jest/globals';
import { topicName } from '#projections/sync/topicNames.ts';
import { words } from '#test/model/post/story.ts';
import { A_MOMENT_MS, roomOf } from '#test/proof/simulate/room.ts';

const FEED = topicName.feed('ou');

it('[P5] goes on from its cursor at another hub, whatever eras of the log have begun since it connected', async () => {
  const quad = await roomOf({ hasTwo: true }, 'ada');
  await quad.give('ada', 'CreatePost', words('before'));
  const tab = quad.open('ada');
  tab.store.hold(FEED);
  await quad.moment();
  const shown = () => (tab.store.view.getState().windows[FEED] ?? []).length;
  const said = new Set<string | undefined>();
  let fewest = shown();
  tab.store.view.subscribe(({ topics, windows }) => {
    said.add(topics[FEED]?.status);
    fewest = Math.min(fewest, windows[FEED]?.length ?? 0);
  });
  // Each process that starts begins one, and most of what the page has is from after it.
  for (let n = 0; n < 3; n += 1) {
    quad.server.disk.events.begin();
    await quad.moment();
    await quad.give('ada', 'CreatePost', words(`after ${n}`));
    await quad.moment();
  }
  const asked = jest.spyOn(tab.transport, 'request');
  await quad.time.during(quad.server.start());
  await quad.time.pass(10 * A_MOMENT_MS);
  expect([...said].sort()).toEqual(['live', 'stale']);
  expect([fewest, shown()]).toEqual([1, 4]);
  const answers = await Promise.all(asked.mock.results.map(({ value }) => value));
  expect(answers).toContainEqual(expect.objectContaining({ fresh: false }));
  expect(answers).not.toContainEqual(expect.objectContaining({ fresh: true }));
});
