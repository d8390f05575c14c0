import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createRepeatedEffects, REPEATS_KNOWN_MS } from '#server/http/repeatedEffects.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const FIRST = {
  host: 'ou.quad.example',
  origin: 'https://ou.quad.example',
  cookie: 'a=b',
  'sec-websocket-protocol': 'quad.effect, quad.effect.%7B%7D',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};
const handshake = (headers: Readonly<Record<string, string>> = {}, url = '/api/session') =>
  ({ url, headers: { ...FIRST, ...headers } }) as unknown as IncomingMessage;

it('knows a handshake again by all that it says, and keeps its answer for a minute, if it is small', async () => {
  const repeated = createRepeatedEffects();
  const first = repeated.look(handshake());
  if (!('note' in first)) throw new Error('The first is no repeat.');
  const again = repeated.look(handshake({ 'user-agent': 'a proxy' }));
  expect('before' in again).toBe(true);
  first.note(Buffer.from('yes'));
  expect('before' in again && (await again.before)?.toString()).toBe('yes');
  for (const name of Object.keys(FIRST)) expect('note' in repeated.look(handshake({ [name]: 'other' }))).toBe(true);
  expect('note' in repeated.look(handshake({}, '/api/sessions'))).toBe(true);

  jest.advanceTimersByTime(REPEATS_KNOWN_MS - 1);
  expect('before' in repeated.look(handshake())).toBe(true);
  jest.advanceTimersByTime(1);
  const later = repeated.look(handshake());
  if (!('note' in later)) throw new Error('It is kept for good.');
  later.note(Buffer.alloc(1_000_000));
  const large = repeated.look(handshake());
  expect('before' in large && (await large.before)).toBeNull();
});
