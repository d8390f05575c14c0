import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createRepeatedEffects, REPEATS_KNOWN_MS } from '#server/http/repeatedEffects.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Network address of the client. */
const HERE = '203.0.113.1';
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
  const first = repeated.look(handshake(), HERE);
  if (!('note' in first)) throw new Error('The first is no repeat.');
  const again = repeated.look(handshake({ 'user-agent': 'a proxy' }), HERE);
  expect('before' in again).toBe(true);
  first.note(Buffer.from('yes'));
  expect('before' in again && (await again.before)?.toString()).toBe('yes');
  for (const name of Object.keys(FIRST))
    expect('note' in repeated.look(handshake({ [name]: 'other' }), HERE)).toBe(true);
  expect('note' in repeated.look(handshake({}, '/api/sessions'), HERE)).toBe(true);
  expect('note' in repeated.look(handshake(), '203.0.113.2')).toBe(true);

  jest.advanceTimersByTime(REPEATS_KNOWN_MS - 1);
  expect('before' in repeated.look(handshake(), HERE)).toBe(true);
  jest.advanceTimersByTime(1);
  const later = repeated.look(handshake(), HERE);
  if (!('note' in later)) throw new Error('It is kept for good.');
  later.note(Buffer.alloc(1_000_000));
  const large = repeated.look(handshake(), HERE);
  expect('before' in large && (await large.before)).toBeNull();
});
