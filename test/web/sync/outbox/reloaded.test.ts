import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import { refId } from '#projections/kernel/collection.ts';
import { posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { words } from '#test/model/post/story.ts';
import { A_MOMENT_MS, roomOf } from '#test/proof/simulate/room.ts';
import { createUnseenStorage } from '#web/sync/outbox/unseenStorage.ts';

const FEED = topicName.feed('ou');
/** Milliseconds in which another process has taken the projector's work over. */
const TAKE_OVER_MS = 20_000;

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  const value = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
  Object.defineProperty(globalThis, 'sessionStorage', { value, configurable: true });
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'sessionStorage');
});

/** Ada has posted, and nobody projects: no read model has the post. */
async function posted() {
  const quad = await roomOf({ hasTwo: true }, 'ada', 'ben');
  const unseen = createUnseenStorage();
  const before = quad.open('ada', { unseen });
  const answered = jest.spyOn(before.transport, 'request');
  before.store.hold(FEED);
  await quad.moment();
  const answers: Record<string, unknown> = {};
  for (const [place, [event, payload]] of answered.mock.calls.entries()) {
    if (event !== 'subscribe') continue;
    answers[(payload as { topic: string }).topic] = await answered.mock.results[place]?.value;
  }
  quad.server.process?.life.end();
  await quad.moment();
  const { commandId, settled } = before.store.send('CreatePost', words('A lamp'));
  await quad.moment();
  const post = refId({ collection: posts.name, key: newId(commandId, 0) });
  expect(before.store.view.getState().documents).toHaveProperty([post]);
  expect(await quad.time.during(settled)).toMatchObject({ ok: true });
  before.store.stop();
  return { quad, unseen, browser: before.browser, answers, post };
}

it('[P5] what was sent stays on screen over a reload while the read models are behind, until they have it', async () => {
  const { quad, unseen, browser, answers, post } = await posted();
  const { store } = quad.open('ada', { unseen, browser });
  store.hydrate(answers);
  store.hold(FEED);
  const shows = () => post in store.view.getState().documents;
  expect(shows()).toBe(true);
  let isAlwaysThere = true;
  store.view.subscribe(() => {
    isAlwaysThere &&= shows();
  });
  await quad.moment();
  expect(kept.size).toBe(1);
  quad.server.crashFirst();
  await quad.time.pass(TAKE_OVER_MS);
  expect({ isAlwaysThere, shows: shows(), kept: kept.size }).toEqual({ isAlwaysThere: true, shows: true, kept: 0 });
  expect(store.view.getState().windows[FEED]).toHaveLength(1);
});

it('[P8] what was sent is neither shown to nor kept for the next user of the tab', async () => {
  const { quad, unseen, answers, post } = await posted();
  const { store } = quad.open('ben', { unseen });
  store.hydrate({ [FEED]: answers[FEED] });
  await quad.time.pass(A_MOMENT_MS);
  expect(store.view.getState().documents).not.toHaveProperty([post]);
  expect(kept.size).toBe(0);
});

it('what a tab has kept for longer than a minute is left to the hub', async () => {
  const { unseen } = await posted();
  expect(unseen.load()).toHaveLength(1);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_001);
  expect(unseen.load()).toEqual([]);
});
