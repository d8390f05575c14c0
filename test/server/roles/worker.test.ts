import { expect, it } from '@jest/globals';
import { asOnlySender } from '#server/roles/worker.ts';
import type { Dispatcher } from '#server/write/dispatcher.ts';
import type { DispatchContext, Outcome } from '#server/write/outcome.ts';

const OUTCOME: Outcome = { ok: true, position: null, events: [] };

it.each([
  ['as long as its lease is proven', { isProven: () => true }, true],
  ['no longer once its lease can be another’s', { isProven: () => false }, false],
  ['always, where no other process can have the stores', null, true],
])('[P2] a worker is the only sender of its commands %s', async (_when, lease, expected) => {
  const contexts: DispatchContext[] = [];
  const dispatch = async (_envelope: unknown, context: DispatchContext) => {
    contexts.push(context);
    return OUTCOME;
  };
  const dispatcher = asOnlySender({ dispatch } as Partial<Dispatcher> as Dispatcher, lease);
  const context = { actor: { kind: 'system', name: 'reactor:mail' }, campus: 'ou', origin: 'server' } as const;
  expect(await dispatcher.dispatch({ id: 'a', type: 'Any', version: 1, data: {} }, context)).toBe(OUTCOME);
  expect(contexts).toEqual([{ ...context, isOnlySender: expect.any(Function) }]);
  expect(contexts[0]?.isOnlySender?.()).toBe(expected);
});
