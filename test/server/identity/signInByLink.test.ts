import { expect, it } from '@jest/globals';
import { identityRig } from '../support/identityRig.ts';
import { register } from '../support/people.ts';

it('[AUTH-27] a link to an address that was not confirmed ends the sessions from before: they may be a stranger’s', async () => {
  const rig = identityRig();
  const ada = await register(rig, 'ada');
  const use = { purpose: 'sign-in', email: 'ada@ou.edu' } as const;
  const press = async () => {
    const token = await rig.links.draw({ ...use, campus: 'ou' });
    return rig.signInByLink({ email: use.email, token, name: null }, 'ou', '::1');
  };
  const { sessionId } = await rig.sessions.start(ada, 'a browser', 'ou');
  expect(await press()).toMatchObject({ ok: true, userId: ada, isNew: false });
  expect(rig.ended).toEqual([sessionId]);
  expect(await rig.sessions.stands(sessionId)).toBe(false);

  // Of a confirmed account they are its owner's.
  const own = await rig.sessions.start(ada, 'a browser', 'ou');
  expect(await press()).toMatchObject({ ok: true, userId: ada, passwordDropped: false });
  expect(await rig.sessions.stands(own.sessionId)).toBe(true);
});
