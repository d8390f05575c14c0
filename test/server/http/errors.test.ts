import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import { rejection } from '#domain/kernel/rejection.ts';
import { Unavailable, UnknownEvent } from '#projections/engine/eventLog.ts';
import { errorHandler, HttpRefused, inWordsOf, notFound, refuseWith } from '#server/http/errors.ts';
import { silentLogger } from '#server/observability/logging.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A handler's answer to a browser, and the log. */
async function answerOf(handler: RequestHandler) {
  const logged: object[] = [];
  const app = express();
  app.get('/', handler);
  app.use(notFound);
  app.use(errorHandler({ ...silentLogger, error: (fields) => logged.push(fields) }));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await response.json(),
    logged,
  };
}

const fails =
  (error: unknown): RequestHandler =>
  async () => {
    throw error;
  };
const FORM = { unavailable: 'TRY_AGAIN', fault: 'LOGIN_FAULT' };

describe('errors', () => {
  it('[SHEL-16] carry a list with one message for each alert', async () => {
    const two = new HttpRefused([rejection('NAME_REQUIRED'), rejection('PASSWORD_TOO_SHORT')]);
    expect((await answerOf(fails(two))).body).toEqual({
      error: { code: 'NAME_REQUIRED', text: 'Name is required.', data: {}, retry: false },
      errors: [{ msg: 'Name is required.' }, { msg: 'Password too short.' }],
    });
  });

  it('carry the text and the code of what was refused', async () => {
    const { status, body } = await answerOf(fails(refuseWith('CODE_WRONG')));
    expect(status).toBe(422);
    expect(body).toEqual({
      error: { code: 'CODE_WRONG', text: 'Your code was incorrect. Please try again.', data: {}, retry: false },
      errors: [{ msg: 'Your code was incorrect. Please try again.' }],
    });
  });

  it.each([new Unavailable('The disk is full.'), new UnknownEvent('New', 2, '1')])(
    '[P7] say when the same may succeed later',
    async (error) => {
      const { status, retryAfter, body, logged } = await answerOf(fails(error));
      expect([status, retryAfter, body.error.retry, logged]).toEqual([503, '2', true, []]);
    },
  );

  it.each([new TypeError('secret is undefined'), 'a string', undefined])(
    'tell a fault of ours to the log, and nothing of it to the browser',
    async (error) => {
      const { status, body, logged } = await answerOf(fails(error));
      expect([status, body.errors]).toEqual([500, [{ msg: 'Something went wrong' }]]);
      expect(logged.length).toBe(1);
    },
  );

  it('[AUTH-09] tell a fault in the words of the login, and log it', async () => {
    const { status, body, logged } = await answerOf(() => inWordsOf(FORM, fails(new Error('x')) as never));
    expect([status, body.errors, logged.length]).toEqual([500, [{ msg: 'Internal server error.' }], 1]);
  });

  it('[AUTH-09] [AUTH-14] ask to try again when no answer is known', async () => {
    const { status, body } = await answerOf(() => inWordsOf(FORM, fails(new Unavailable('x')) as never));
    expect([status, body.errors]).toEqual([503, [{ msg: 'Something went wrong. Try again.' }]]);
    expect(body.error.retry).toBe(true);
  });

  it('log a connection that was cut between us and another server: only a browser may go without a word', async () => {
    const { status, logged } = await answerOf(fails(Object.assign(new Error('reset'), { code: 'ECONNRESET' })));
    expect([status, logged.length]).toEqual([500, 1]);
  });

  it('let a refusal through as it is', async () => {
    const { body } = await answerOf(() => inWordsOf(FORM, fails(refuseWith('LOGIN_UNKNOWN')) as never));
    expect(body.error.text).toBe('Incorrect. Please try again.');
  });

  it('say that there is no such address', async () => {
    expect((await answerOf((_request, _response, next) => next())).status).toBe(404);
  });
});
