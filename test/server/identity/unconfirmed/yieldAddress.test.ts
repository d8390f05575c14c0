import { expect, it } from '@jest/globals';
import { userFact } from '#domain/user/state.ts';
import { takeFromUnconfirmed } from '#server/identity/unconfirmed/yieldAddress.ts';
import { identityRig } from '../../support/identityRig.ts';
import { idOf, register, registerConfirmed, userActor } from '../../support/people.ts';

const BY = { name: 'test', campus: 'ou' };

it('an account that never confirmed an address gives it up, one that has does not', async () => {
  const rig = identityRig();
  const [ada, bob] = [await register(rig, 'ada'), await registerConfirmed(rig, 'bob')];
  expect(await takeFromUnconfirmed(rig.dispatcher, ada, ' Ada@ou.edu', BY)).toBeNull();
  expect((await rig.dispatcher.stateOf(userFact(ada))).erased).toBe(true);
  expect(await takeFromUnconfirmed(rig.dispatcher, bob, 'bob@ou.edu', BY)).toMatchObject({ code: 'EMAIL_TAKEN' });
});

it('an account that changes its address at the same moment keeps the new one, whichever comes first', async () => {
  for (const when of ['before', 'between'] as const) {
    const rig = identityRig();
    const ada = await register(rig, 'ada');
    const correct = () => {
      rig.clock.advance(31_000);
      return rig.give(userActor(ada), idOf('correct'), 'ChangeUnconfirmedEmail', { email: 'ada@mail.example' });
    };
    if (when === 'before') await correct();
    const { stateOf } = rig.dispatcher;
    const dispatcher: typeof rig.dispatcher = {
      ...rig.dispatcher,
      async stateOf(fact) {
        const state = await stateOf(fact);
        if (when === 'between') await correct();
        return state;
      },
    };
    expect(await takeFromUnconfirmed(dispatcher, ada, 'ada@ou.edu', BY)).toBeNull();
    expect(await stateOf(userFact(ada))).toMatchObject({ erased: false, email: 'ada@mail.example' });
    expect(await rig.dispatcher.ownerOf('email', 'ada@ou.edu')).toBeNull();
  }
});
