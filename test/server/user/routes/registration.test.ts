import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { UNCONFIRMED_HOLD_HOURS } from '#domain/user/limits.ts';
import { userFact } from '#domain/user/state.ts';
import { errorHandler } from '#server/http/errors.ts';
import type { Authenticate } from '#server/http/requestContext.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { registrationRoutes } from '#server/user/routes/registration.ts';
import { createSignIn } from '#server/user/routes/session.ts';
import { openBrowser } from '../../support/browser.ts';
import { identityRig, signInParts } from '../../support/identityRig.ts';
import { idOf, register } from '../../support/people.ts';

const HOLD_MS = UNCONFIRMED_HOLD_HOURS * 3_600_000;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Ada and Bob, who have confirmed nothing; `change` is Bob's change of his address. */
async function rig() {
  const identity = identityRig();
  const [ada, bob] = [await register(identity, 'ada'), await register(identity, 'bob')];
  const app = express();
  app.use(express.json());
  app.use(
    registrationRoutes({
      register: identity.register,
      signIn: createSignIn(signInParts(identity)),
      authenticate: (async () => ({ userId: bob })) as unknown as Authenticate,
      dispatcher: identity.dispatcher,
      clock: identity.clock.now,
      rateShare: null,
    }),
  );
  app.use(errorHandler(silentLogger));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const browser = openBrowser((server.address() as AddressInfo).port);
  const change = async (email: string, word: string) => {
    const body = { id: idOf(word), email };
    const { status, json } = await browser.ask('POST', '/api/registration/email', { body });
    return { status, text: json.errors?.[0]?.msg };
  };
  return { ...identity, ada, bob, change };
}

describe('POST /api/registration/email', () => {
  it(`takes an address that somebody else has not confirmed for ${UNCONFIRMED_HOLD_HOURS} hours, as a sign-up does, and none before`, async () => {
    const { ada, bob, change, clock, dispatcher } = await rig();
    clock.advance(HOLD_MS - 1);
    expect(await change('ADA@ou.edu', 'too early')).toEqual({ status: 409, text: 'Email has already been taken.' });
    expect(await dispatcher.ownerOf('email', 'ada@ou.edu')).toBe(ada);
    clock.advance(1);
    expect(await change('ADA@ou.edu', 'in time')).toEqual({ status: 200, text: undefined });
    expect(await dispatcher.ownerOf('email', 'ada@ou.edu')).toBe(bob);
    expect(await dispatcher.stateOf(userFact(ada))).toMatchObject({ erased: true });
  });

  it('leaves the own address in place where nothing changes, however long nobody has confirmed it', async () => {
    const { bob, change, clock, dispatcher } = await rig();
    clock.advance(2 * HOLD_MS);
    expect(await change('bob@ou.edu', 'the same')).toEqual({ status: 422, text: 'Enter a new email' });
    expect(await dispatcher.ownerOf('email', 'bob@ou.edu')).toBe(bob);
  });
});
