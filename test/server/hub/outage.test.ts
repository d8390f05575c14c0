import { expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { StaleReadModels } from '#projections/engine/readStore.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { guest, hubRig, subscribeTo } from './hubRig.ts';

const FEED = topicName.feed('ou');

it.each([
  ['once the read models are of another release', new StaleReadModels(['post'])],
  ['while a store is away or behind', new Unavailable('A set of campuses is behind the others.')],
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
