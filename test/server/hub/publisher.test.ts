import { expect, it } from '@jest/globals';
import { START } from '#projections/engine/eventLog.ts';
import { collections } from '#projections/registry.ts';
import type { HubOptions } from '#server/hub/ports.ts';
import { Publisher } from '#server/hub/publisher.ts';
import { RecentRows } from '#server/hub/recentRows.ts';
import { Rooms } from '#server/hub/rooms.ts';
import { SendQueue } from '#server/hub/sendQueue.ts';
import { creation, id, registration, topLevel } from '#test/projections/support/events.ts';
import { hubRig } from './hubRig.ts';

it('[P10] what was published of a person does not stay in memory once they are erased', async () => {
  const { log, commit } = await hubRig();
  const recent = new RecentRows(START);
  const publisher = new Publisher({ collections } as HubOptions, new Rooms(), recent, new SendQueue(() => undefined));
  const publish = async () => publisher.publish({ ...(await commit()), refs: new Map(), absent: new Set() });
  const kept = () => JSON.stringify(recent.newest(`posts ${id('desk')}`)?.doc ?? null);
  log.add('UserRegistered', registration('ada'));
  log.add('PostCreated', creation(topLevel('desk', 'ada'), 'canary'));
  await publish();
  expect(kept()).toContain('canary');
  log.add('SubjectErased', { userId: id('ada'), campus: null });
  await publish();
  expect(kept()).not.toContain('canary');
});
