import { expect, it } from '@jest/globals';
import { userFact } from '#domain/user/state.ts';
import { handOver } from '#server/reactors/reactor.ts';
import { createPasswordReactor } from '#server/user/passwordSessions.ts';
import { identityRig } from '../support/identityRig.ts';
import { idOf, register, SYSTEM } from '../support/people.ts';

const ended = async (how: 'reset' | 'dropped') => {
  const rig = identityRig();
  const ada = await register(rig, 'ada');
  const before = await rig.sessions.start(ada, 'Firefox on Linux', 'ou');
  const others = await rig.sessions.start(idOf('bob'), 'Firefox on Linux', 'ou');
  rig.clock.advance(1_000);
  const { email } = await rig.dispatcher.stateOf(userFact(ada));
  const link = { userId: ada, linkId: idOf('link'), email };
  const mailedAt = rig.clock.now().toISOString();
  const outcome =
    how === 'reset'
      ? await rig.give(SYSTEM, idOf(how), 'ResetPassword', { ...link, passwordId: idOf('new'), mailedAt })
      : await rig.give(SYSTEM, idOf(how), 'ConfirmByLink', link);
  expect(outcome.ok).toBe(true);
  // A session of the same instant is that of the link that has dropped the password.
  const after = await rig.sessions.start(ada, 'Firefox on Linux', 'ou');
  const reactor = createPasswordReactor(rig.sessions, rig.vault);
  for (const event of await rig.log.readStream(`user-${ada}`)) await handOver(reactor, event as never);
  return { rig, before, after, others };
};

it.each(['reset', 'dropped'] as const)(
  '[AUTH-24] sessions from before a password was %s end, although the process ended in between',
  async (how) => {
    const { rig, before, after, others } = await ended(how);
    expect(await rig.sessions.stands(before.sessionId)).toBe(false);
    expect(rig.ended).toEqual([before.sessionId]);
    expect(await rig.sessions.stands(after.sessionId)).toBe(true);
    expect(await rig.sessions.stands(others.sessionId)).toBe(true);
  },
);
