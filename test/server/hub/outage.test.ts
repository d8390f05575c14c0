import { expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { StaleReadModels } from '#projections/engine/readStore.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { FEED_RETRY_MS } from '#server/hub/limits.ts';
import { guest, hubRig, subscribeTo } from './hubRig.ts';

const FEED = topicName.feed('ou');

it.each([
  ['once the read models are of another release', new StaleReadModels(['post'])],
  ['while a store is away', new Unavailable('The store is away.')],
])('asks a page to ask again %s, and calls it no fault', async (_when, error) => {
  const { hub, store, faults } = await hubRig();
  const { peer } = guest(hub);
  store.feedEnd = () => Promise.reject(error);
  expect(await peer.receive('subscribe', subscribeTo(FEED))).toMatchObject({
    ok: false,
    refusal: { code: 'UNAVAILABLE', retry: true },
  });
  expect(faults).toEqual([]);
  store.feedEnd = () => Promise.reject(new TypeError('Something is undefined.'));
  expect(await peer.receive('subscribe', subscribeTo(FEED))).toMatchObject({
    ok: false,
    refusal: { code: 'SOMETHING_WENT_WRONG', retry: true },
  });
  expect(faults).toHaveLength(1);
});

it('says once that its store is away, with the true reason, and once that it is back', async () => {
  const { hub, store, clock, news, faults } = await hubRig();
  const [feedAfter, feedEnd] = [store.feedAfter, store.feedEnd];
  const away = () => Promise.reject(new Unavailable('The store is away.'));
  const look = async () => {
    clock.advance(FEED_RETRY_MS);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
  };
  Object.assign(store, { feedAfter: away, feedEnd: away });
  await hub.publish();
  for (let times = 0; times < 3; times += 1) await look();
  Object.assign(store, { feedAfter, feedEnd });
  for (let times = 0; times < 3; times += 1) await look();
  expect(news).toEqual([
    'Rows could not be published.',
    'All clients resume from their cursors.',
    'The change feed cannot be read; the hub retries.',
    'The change feed can be read again.',
  ]);
  expect(faults).toEqual([]);
});
