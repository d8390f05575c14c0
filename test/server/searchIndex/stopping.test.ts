import { expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { SearchIndex } from '#server/ports/searchIndex.ts';
import { createLogBuilder, creation, topLevel } from '#test/projections/support/events.ts';
import { beginning, searchRig } from './searchRig.ts';

it('the projector of the search indexes stops also while the engine is away, so that another process can go on', async () => {
  const rig = await searchRig();
  const log = createLogBuilder();
  await rig.happen(beginning(log));
  let isAway = false;
  const index: SearchIndex = {
    ...rig.index,
    builds: (name) => rig.index.builds(name),
    async note(build, state) {
      if (isAway) throw new Unavailable('The engine is away.');
      await rig.index.note(build, state);
    },
  };
  const follower = rig.follower(undefined, { index });
  await follower.catchUp();
  // Rows that concern the index of posts alone: the marks of the others are noted later, at the end at the latest.
  await rig.happen([log.add('PostCreated', creation(topLevel('desk', 'ann'), 'A red desk'))]);
  await follower.catchUp();
  isAway = true;
  await follower.stop();
  expect(rig.warnings).toHaveLength(1);
  await rig.dispose();
});
