import { expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { erasers, reactorDeclarations } from '#server/nouns.ts';
import { type ControlledParts, controlVerbs } from '#server/roles/controlVerbs.ts';
import { dispatchRig } from '../support/dispatchRig.ts';
import { registerMember } from '../support/people.ts';

it('[P10] an order to erase waits for the read models and for what erases, not for a reactor that has parked an event elsewhere', async () => {
  const rig = dispatchRig();
  const userId = await registerMember(rig, 'ada');
  const waited: string[] = [];
  const follower = (name: string) => ({ name, waitFor: async (at: string) => void waited.push(`${name} ${at}`) });
  const mail = {
    name: 'mail',
    waitFor: async () => {
      throw new Unavailable('The reactor mail did not get there in time.');
    },
  };
  const parts = {
    log: rig.log,
    dispatcher: rig.dispatcher,
    projection: follower('projector'),
    reactors: [mail, follower('erasure')],
    forgetSearched: async (id: string) => void waited.push(`search ${id}`),
  };
  const verbs = controlVerbs(parts as unknown as ControlledParts);
  const answer = await verbs.erase?.({ userId }, () => undefined);
  const position = await rig.store.head();
  expect(answer).toEqual({ userId, position });
  expect(waited).toEqual([`projector ${position}`, `erasure ${position}`, `search ${userId}`]);
});

it('only reactors that there are are named as those that erase', () => {
  const names = reactorDeclarations.map(([name]) => name);
  expect([...erasers].filter((name) => !names.includes(name))).toEqual([]);
  expect(erasers.size).toBeGreaterThan(0);
});
