import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, jest } from '@jest/globals';
import express from 'express';
import { healthRoutes } from '#server/http/health.ts';
import { CHECK_MAX_MS, type HealthCheck, problemOf } from '#server/observability/health.ts';

/** The answers about readiness to so many who ask at once, when these checks find these problems. */
async function readinesses(asked: number, checks: readonly HealthCheck[], onAsked: () => void = () => undefined) {
  const http = express()
    .use((_request, _response, next) => {
      onAsked();
      next();
    })
    .use(healthRoutes(checks, () => true))
    .listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/health/ready`;
  const answers = await Promise.all(Array.from({ length: asked }, () => fetch(url)));
  const all = await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]));
  http.closeAllConnections();
  http.close();
  return all;
}

const readiness = async (...checks: readonly HealthCheck[]) => (await readinesses(1, checks))[0];

it('a server whose part fails is not ready; one that misses the key of a person is, and says what is missing', async () => {
  const log = { name: 'log', check: async () => 'The disk is full.' };
  const data = {
    name: 'personal data',
    check: async () => 'Documents of 1 people are withheld.',
    isBearable: true,
  } as const;
  const parts = { 'personal data': 'Documents of 1 people are withheld.' };
  expect(await readiness(data)).toEqual([200, { ready: true, parts }]);
  expect(await readiness(log, data)).toEqual([503, { ready: false, parts: { log: 'The disk is full.', ...parts } }]);
});

it('who asks while a look is under way shares it', async () => {
  const asked = 20;
  let [looks, arrived] = [0, 0];
  const released = Promise.withResolvers<null>();
  const check = () => {
    looks += 1;
    return released.promise;
  };
  const all = await readinesses(asked, [{ name: 'log', check }], () => {
    arrived += 1;
    // After the last one has joined.
    if (arrived === asked) setImmediate(() => released.resolve(null));
  });
  expect(all.map(([status]) => status)).toEqual(Array.from({ length: asked }, () => 200));
  expect(looks).toBe(1);
});

it('a part that does not answer is a part that is not ready', async () => {
  jest.useFakeTimers();
  try {
    const problem = problemOf(() => new Promise(() => undefined));
    await jest.advanceTimersByTimeAsync(CHECK_MAX_MS);
    expect(await problem).toBe('It did not answer within 6 s.');
  } finally {
    jest.useRealTimers();
  }
});
