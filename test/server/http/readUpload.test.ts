import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Request } from 'express';
import { readUpload } from '#server/http/readUpload.ts';
import { createUploadLimits } from '#server/http/uploadLimits.ts';

/** Milliseconds without a byte after which an upload is cut. */
const STALL_MS = 20_000;

beforeEach(() => {
  jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('an upload of which nothing comes any more is cut, one that is slow is not', async () => {
  const body = new PassThrough();
  const request = Object.assign(body, { is: () => false }) as unknown as Request;
  const read = readUpload(request, createUploadLimits().begin('ada'));
  const cut = expect(read).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  for (let bytes = 0; bytes < 5; bytes += 1) {
    body.write('x');
    await turn();
    jest.advanceTimersByTime(STALL_MS - 1);
    await turn();
    expect(body.destroyed).toBe(false);
  }
  jest.advanceTimersByTime(1);
  expect(body.destroyed).toBe(true);
  await cut;
});
