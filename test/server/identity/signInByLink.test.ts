import { expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { identityRig } from '../support/identityRig.ts';
import { idOf, register, userActor } from '../support/people.ts';

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

it('a link opens no account that changes its address at the same moment, also where it confirms the new one', async () => {
  const rig = identityRig();
  const ada = await register(rig, 'ada');
  const me = userActor(ada);
  const use = { purpose: 'sign-in', email: 'ada@ou.edu' } as const;
  const { ownerOf } = rig.dispatcher;
  rig.dispatcher.ownerOf = async (kind, value) => {
    const owner = await ownerOf(kind, value);
    const id = idOf('correct');
    rig.clock.advance(31_000);
    await rig.give(me, id, 'ChangeUnconfirmedEmail', { email: 'ada@mail.example' });
    const codeId = newId(effectiveCommandId(ada, id), 1);
    expect(await rig.give(me, idOf('confirm'), 'ConfirmEmail', { codeId })).toMatchObject({ ok: true });
    return owner;
  };
  const token = await rig.links.draw({ ...use, campus: 'ou' });
  const pressed = await rig.signInByLink({ email: use.email, token, name: null }, 'ou', '::1');
  expect(pressed).toMatchObject({ ok: false, rejection: { code: 'LINK_WRONG' } });
});
