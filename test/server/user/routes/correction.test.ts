import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import express from 'express';
import { UNCONFIRMED_HOLD_HOURS } from '#domain/user/limits.ts';
import { userFact } from '#domain/user/state.ts';
import { errorHandler } from '#server/http/errors.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { registrationRoutes } from '#server/user/routes/registration.ts';
import { type IdentityRig, identityRig } from '#test/server/support/identityRig.ts';
import { register, registerConfirmed } from '#test/server/support/people.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let rig: IdentityRig;
let server: Server;
beforeEach(async () => {
  rig = identityRig();
  const routes = registrationRoutes({
    register: rig.register,
    signIn: async () => undefined,
    authenticate: (async (request: express.Request) => ({ userId: request.get('x-user') })) as never,
    dispatcher: rig.dispatcher,
    clock: rig.clock.now,
    rateShare: null,
  });
  const app = express().set('trusted proxies', 0).use(express.json(), routes, errorHandler(silentLogger));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A user's change of address. @returns the code of the refusal; `null`: it is changed */
async function correct(userId: string, email: string): Promise<string | null> {
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/registration/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-user': userId },
    body: JSON.stringify({ id: randomUUID(), email }),
  });
  const said = (await answer.json()) as { readonly error?: { readonly code: string } };
  return said.error?.code ?? null;
}

const isErased = async (userId: string) => (await rig.dispatcher.stateOf(userFact(userId))).erased;

it('[VERF-01 in part] a new address may be that of an account that has not confirmed it in time, which ends', async () => {
  const late = await register(rig, 'late');
  rig.clock.advance(UNCONFIRMED_HOLD_HOURS * HOUR_MS - MINUTE_MS);
  const ada = await register(rig, 'ada');
  rig.clock.advance(MINUTE_MS / 2);
  expect(await correct(ada, 'late@ou.edu')).toBe('EMAIL_TAKEN');
  rig.clock.advance(MINUTE_MS / 2);
  expect(await correct(ada, 'late@ou.edu')).toBe(null);
  expect(await isErased(late)).toBe(true);
});

it('a change that is refused for another reason ends nobody’s account, however long it has not been confirmed', async () => {
  const late = await register(rig, 'late');
  const ada = await registerConfirmed(rig, 'ada');
  rig.clock.advance(UNCONFIRMED_HOLD_HOURS * HOUR_MS);
  expect(await correct(ada, 'late@ou.edu')).toBe('EMAIL_ALREADY_CONFIRMED');
  expect(await correct(await register(rig, 'bob'), 'late@ou.edu')).toBe('CODE_TOO_SOON');
  expect(await isErased(late)).toBe(false);
});
