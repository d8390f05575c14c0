import { beforeEach, expect, it } from '@jest/globals';
import { alertStore } from '#web/kit/alertStore.ts';
import { showTaken } from '#web/sync/showTaken.ts';
import type { Sent } from '#web/sync/syncStore.ts';

const shown = () => alertStore.getState().alerts.map(({ type, text }) => `${type}: ${text}`);
const refusal = { code: 'POST_DELETED', text: 'It was deleted.', data: {}, retry: false };

beforeEach(() => alertStore.setState({ alerts: [] }));

it.each([
  ['once the server has taken it', { ok: true, position: '1' }, true, ['success: Post saved.']],
  ['not if it was refused or discarded', { ok: false, refusal }, true, []],
  ['not if something else is wanted by then', { ok: true, position: '1' }, false, []],
] as const)('[SAVE-02 in part] says that it was done %s', async (_when, outcome, isMeant, said) => {
  const { promise: settled, resolve } = Promise.withResolvers<Awaited<Sent['settled']>>();
  showTaken({ settled }, 'Post saved.', () => isMeant);
  await Promise.resolve();
  expect(shown()).toEqual([]);
  resolve(outcome);
  await settled;
  await Promise.resolve();
  expect(shown()).toEqual(said);
});
