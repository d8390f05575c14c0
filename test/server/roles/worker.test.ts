import { expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import type { Vault } from '#server/ports/vault.ts';
import type { ReactorRunner } from '#server/reactors/runner.ts';
import { asOnlySender, workersReactor } from '#server/roles/worker.ts';
import type { Dispatcher } from '#server/write/dispatcher.ts';
import type { DispatchContext, Outcome } from '#server/write/outcome.ts';
import { createManualClock } from '#test/projections/support/manualClock.ts';

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

it('who waits for a reactor goes on to wait for it when another process takes it over', async () => {
  const { checkpoints } = createMemoryVault();
  const { promise: stopped, reject: stop } = Promise.withResolvers<void>();
  const runner = { waitFor: () => stopped } as unknown as ReactorRunner;
  let here: ReactorRunner | null = runner;
  const timer = createManualClock();
  const vault = { checkpoints } as Vault;
  const reactor = workersReactor('erasure', { vault, timer, here: () => here, problem: () => null });
  await checkpoints.move('erasure', null, '3');

  const reached = reactor.waitFor('3', 1_000);
  const late = expect(reactor.waitFor('4', 1_000)).rejects.toThrow('The reactor erasure did not reach 4 in time.');
  here = null;
  stop(new Unavailable('The reactor erasure was stopped.'));
  await reached;
  timer.advance(1_000);
  await late;
});

it('who waits for a reactor learns at once why it does not get there in this process', async () => {
  const runner = { waitFor: () => Promise.reject(new Unavailable('It takes too long.')) } as unknown as ReactorRunner;
  const of = { vault: createMemoryVault(), timer: createManualClock(), here: () => runner, problem: () => null };
  await expect(workersReactor('erasure', of).waitFor('3', 1_000)).rejects.toThrow('It takes too long.');
});
