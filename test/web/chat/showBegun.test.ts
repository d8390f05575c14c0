import { beforeEach, expect, it } from '@jest/globals';
import { showBegun } from '#web/chat/start/showBegun.ts';
import { alertStore } from '#web/kit/alertStore.ts';
import type { Sent } from '#web/sync/syncStore.ts';

const shown = () => alertStore.getState().alerts.map(({ type, text }) => `${type}: ${text}`);
const refusal = { code: 'CHAT_CLOSED', text: 'It has ended.', data: {}, retry: false };

beforeEach(() => alertStore.setState({ alerts: [] }));

it.each([
  ['[CHAT-14 in part] is said of a conversation', 'once it has begun', '1', ['success: New Conversation Started']],
  ['[PROF-08 in part] is not said of a conversation', 'that stood all the time', null, []],
] as const)('%s %s', async (_of, _when, position, said) => {
  const { promise: settled, resolve } = Promise.withResolvers<Awaited<Sent['settled']>>();
  showBegun({ settled });
  await Promise.resolve();
  expect(shown()).toEqual([]);
  resolve({ ok: true, position });
  await settled;
  await Promise.resolve();
  expect(shown()).toEqual(said);
});

it('[CHAT-14 in part] nothing is said of one that was refused', async () => {
  const settled = Promise.resolve({ ok: false, refusal } as const);
  showBegun({ settled });
  await settled;
  await Promise.resolve();
  expect(shown()).toEqual([]);
});
