import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, jest } from '@jest/globals';
import express from 'express';
import { healthRoutes } from '#server/http/health.ts';
import { CHECK_MAX_MS, type HealthCheck, problemOf } from '#server/observability/health.ts';

/** The answer about readiness when these checks find these problems. */
async function readiness(...checks: readonly HealthCheck[]) {
  const http = express()
    .use(healthRoutes(checks, () => true))
    .listen(0, '127.0.0.1');
  await once(http, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}/health/ready`);
  const json = await answer.json();
  http.closeAllConnections();
  http.close();
  return [answer.status, json];
}

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
