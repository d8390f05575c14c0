import { expect, it } from '@jest/globals';
import { createProveAgain } from '#server/identity/proveAgain.ts';
import { identityRig } from '../support/identityRig.ts';
import { idOf } from '../support/people.ts';

const PASSWORD = 'engine-1843';

it('a password that opens another account by now proves nothing: the address has changed hands meanwhile', async () => {
  const rig = identityRig();
  const form = { id: idOf('form'), email: 'ada@ou.edu', name: 'Ada Lovelace', password: PASSWORD };
  const ada = await rig.register(form, 'ou', '::1');
  if (!ada.ok) throw new Error('Ada could not sign up.');
  const session = { userId: ada.userId, sessionId: idOf('session') };
  const by = { password: PASSWORD, fresh: null, address: '::1' };
  expect(await rig.proveAgain(session, by)).toBeNull();
  const proof = { way: 'password', passwordId: idOf('password') } as const;
  const provesAnother = createProveAgain({
    dispatcher: rig.dispatcher,
    freshSignIn: rig.freshSignIn,
    logIn: async () => ({ ok: true, userId: idOf('the next owner'), proof }),
  });
  expect(await provesAnother(session, by)).toMatchObject({ code: 'SIGNED_OUT' });
});
