import { EventEmitter } from 'node:events';
import { afterEach, expect, it, jest } from '@jest/globals';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import type { KurrentClient } from '#server/engines/kurrent/client.ts';
import { createErrors } from '#server/engines/kurrent/errors.ts';
import type { KurrentReader } from '#server/engines/kurrent/reader.ts';
import { subscribeToLog } from '#server/engines/kurrent/subscription.ts';

/** Milliseconds for the server to confirm a subscription. */
const SILENCE_MS = 50;

afterEach(() => {
  jest.useRealTimers();
});

/** A subscription to a server without events, which confirms live subscriptions or not. */
function subscribed(confirms: boolean) {
  let asked = 0;
  const client = {
    subscribeToAll() {
      asked += 1;
      const live = new EventEmitter();
      if (confirms) queueMicrotask(() => live.emit('confirmation'));
      return Object.assign(live, { unsubscribe: async () => undefined });
    },
  } as unknown as KurrentClient;
  const reader = { readAll: async () => [] } as unknown as KurrentReader;
  const dropped: Error[] = [];
  const parts = { client, reader, errors: createErrors('events:2113'), silenceMs: SILENCE_MS };
  const fail = (error: Error): never => {
    throw error;
  };
  const onDropped = (error: Error) => void dropped.push(error);
  const subscription = subscribeToLog({ ...parts, onDropped }, START, async () => undefined, fail);
  return { subscription, dropped, asked: () => asked };
}

it('a server that never confirms a live subscription is given up after a while, and asked again', async () => {
  const { subscription, dropped, asked } = subscribed(false);
  while (asked() < 2) await new Promise<void>((resolve) => void setImmediate(resolve));
  expect(dropped).toEqual([expect.any(Unavailable)]);
  expect(dropped[0]?.message).toBe(
    `KurrentDB at events:2113 did not answer within ${SILENCE_MS} ms (a subscription to $all). Check that it runs (EVENTSTORE_URL).`,
  );
  await subscription.close();
});

it('a confirmed live subscription may be silent for as long as nothing happens', async () => {
  jest.useFakeTimers();
  const { subscription, dropped, asked } = subscribed(true);
  await jest.advanceTimersByTimeAsync(100 * SILENCE_MS);
  expect([asked(), dropped]).toEqual([1, []]);
  await subscription.close();
});
