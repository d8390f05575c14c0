import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import type { SignInProof } from '#domain/user/signIn.ts';
import { START } from '#projections/engine/eventLog.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { createCountLogin } from '#server/user/routes/countLogin.ts';
import { createSignIn } from '#server/user/routes/session.ts';
import { identityRig, signInParts } from '../../support/identityRig.ts';
import { idOf } from '../../support/people.ts';

/** Ada, on the site of a campus; `counts`: not in development. */
async function ada(counts = true, host = 'ou.localhost') {
  const rig = identityRig();
  const form = { id: idOf('form'), email: 'ada@ou.edu', name: 'Ada Lovelace', password: 'engine-1843' };
  const registered = await rig.register(form, 'ou', '::1');
  if (!registered.ok) throw new Error('Ada could not register.');
  const { userId } = registered;
  const given: string[] = [];
  const dispatch: typeof rig.dispatcher.dispatch = (command, context) => {
    given.push(command.type);
    return rig.dispatcher.dispatch(command, context);
  };
  const dispatcher = { ...rig.dispatcher, dispatch };
  const signIn = createSignIn({ ...signInParts(rig), dispatcher, countsLogins: counts });
  const request = { get: (name: string) => (name === 'cookie' ? undefined : host) } as unknown as Request;
  const response = { append: () => undefined } as unknown as Response;
  const enter = (proof: SignInProof, isNew = false) => signIn({ userId, proof, isNew }, request, response);
  const parts = { dispatcher, countsLogins: counts, logger: silentLogger };
  return { rig, userId, given, enter, count: createCountLogin(parts) };
}

const counted = async ({ rig }: Awaited<ReturnType<typeof ada>>) =>
  (await rig.log.readAll(START, 100)).filter(({ type }) => type === 'LoginCounted').map(({ data }) => data);

describe('a log-in', () => {
  it('[ANLT-07] is counted by whatever way somebody comes in who had an account, and no sign-up or hand-over is', async () => {
    const person = await ada();
    const { rig, userId, given, enter } = person;
    await enter({ way: 'password', passwordId: userId }, true);
    const { sessionId } = await rig.sessions.start(userId, 'a browser', 'ou');
    await enter({ way: 'hand-over', sessionId });
    expect(given).toEqual([]);
    await enter({ way: 'password', passwordId: userId });
    await enter({ way: 'link' });
    await enter({ way: 'passkey' });
    expect(given).toEqual(['CountLogin', 'CountLogin', 'CountLogin']);
  });

  it('[ANLT-07] is an event that names the campus on whose site it was', async () => {
    const person = await ada();
    await person.count(person.userId, 'ou');
    expect(await counted(person)).toEqual([{ loginId: expect.any(String), userId: person.userId, campus: 'ou' }]);
  });

  it('[ANLT-07] does not count in development, nor on the one site that counts nothing', async () => {
    const inDevelopment = await ada(false);
    await inDevelopment.enter({ way: 'link' });
    await inDevelopment.count(inDevelopment.userId, 'ou');
    expect(inDevelopment.given).toEqual([]);
    const person = await ada();
    await person.count(person.userId, 'campus');
    expect(person.given).toEqual(['CountLogin']);
    expect(await counted(person)).toEqual([]);
  });

  it('succeeds where it can’t be counted', async () => {
    const dispatch = async () => {
      throw new Error('The event store is away.');
    };
    const count = createCountLogin({ dispatcher: { dispatch }, countsLogins: true, logger: silentLogger });
    await expect(count('ada', 'ou')).resolves.toBeUndefined();
  });
});
