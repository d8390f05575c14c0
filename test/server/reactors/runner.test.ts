import { describe, expect, it } from '@jest/globals';
import { personal } from '#domain/kernel/personal.ts';
import type { AnyRecordedEvent } from '#domain/registry.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { LEASE_MS } from '#server/kernel/heldLease.ts';
import { typedEvent } from '#server/log/typedEvent.ts';
import { type Logger, silentLogger } from '#server/observability/logging.ts';
import type { CheckpointVault } from '#server/ports/vault.ts';
import { positionElsewhere } from '#server/reactors/checkpoint.ts';
import { handOver, type Later, type Reactor } from '#server/reactors/reactor.ts';
import { createReactorRunner } from '#server/reactors/runner.ts';
import { ADA } from '#test/contract/vaultSamples.ts';
import { createLogBuilder, id } from '#test/projections/support/events.ts';
import { dispatchRig } from '../support/dispatchRig.ts';
import { register } from '../support/people.ts';
import { firedClock, until } from '../support/reactorRig.ts';

function rigFor(otherwise: Reactor['otherwise']) {
  const rig = dispatchRig();
  const clock = firedClock();
  const runner = () =>
    createReactorRunner({
      reactor: { name: 'test', on: {}, otherwise },
      log: rig.log,
      checkpoints: rig.vault.checkpoints,
      clock,
      logger: silentLogger,
    });
  return { ...rig, clock2: clock, runner };
}

describe('reactor runner', () => {
  it('hands an event to what its type has, an event of no such type to what is for all others, or to nothing', async () => {
    const seen: string[] = [];
    const note = (name: string) => async (event: AnyRecordedEvent) => void seen.push(`${name}: ${event.type}`);
    const on = { EmailConfirmed: note('confirmed'), SubjectErased: note('erased') };
    const log = createLogBuilder();
    const confirmed = log.add('EmailConfirmed', { userId: ADA, codeId: id('code') });
    const erased = log.add('SubjectErased', { userId: ADA, campus: 'ou' });
    const bio = log.add('BioChanged', { userId: ADA, bio: personal('Hello') });
    for (const event of [confirmed, erased, bio]) {
      await handOver({ name: 'some', on }, typedEvent(event));
      await handOver({ name: 'all', on, otherwise: note('other') }, typedEvent(event));
      await handOver({ name: 'none', on: {} }, typedEvent(event));
    }
    expect(seen).toEqual([
      ...['confirmed: EmailConfirmed', 'confirmed: EmailConfirmed', 'erased: SubjectErased', 'erased: SubjectErased'],
      'other: BioChanged',
    ]);
  });

  it('begins a new reactor at the head, and an old one where it stood', async () => {
    const seen: string[] = [];
    const rig = rigFor(async (event) => {
      seen.push(event.position);
    });
    await register(rig, 'before');
    const head = await rig.store.head();
    const first = rig.runner();
    await first.start();
    await register(rig, 'during');
    await until(() => first.status().position > head);
    await first.stop();
    const stood = first.status().position;
    await register(rig, 'between');
    const second = rig.runner();
    await second.start();
    const end = await rig.store.head();
    await until(() => second.status().position === end);
    await second.stop();
    expect(seen[0] ?? '').toBe(String(Number(head) + 1).padStart(16, '0'));
    expect(seen).toEqual([...new Set(seen)].sort());
    expect(seen.at(-1)).toBe(end);
    expect(stood < end).toBe(true);
  });

  it('hands a failed event over again after a growing pause, and names the fault meanwhile', async () => {
    let failures = 3;
    const rig = rigFor(async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('The mail server hangs.');
    });
    const runner = rig.runner();
    await runner.start();
    await register(rig, 'ada');
    for (const n of [1, 2, 3]) {
      await until(() => rig.clock2.delays.length === n);
      expect(runner.status().problem).toBe('The mail server hangs.');
      rig.clock2.fire();
    }
    const end = await rig.store.head();
    await until(() => runner.status().position === end);
    expect(runner.status().problem).toBeNull();
    expect(rig.clock2.delays.slice(0, 3)).toEqual([500, 1_000, 2_000]);
    await runner.stop();
  });

  it('holds up no other reactor while it answers', async () => {
    const held = Promise.withResolvers<void>();
    const rig = rigFor(() => held.promise);
    const slow = rig.runner();
    const quick = createReactorRunner({
      reactor: { name: 'quick', on: {}, otherwise: async () => undefined },
      log: rig.log,
      checkpoints: rig.vault.checkpoints,
      clock: rig.clock2,
      logger: silentLogger,
    });
    await slow.start();
    await quick.start();
    const before = slow.status().position;
    await register(rig, 'ada');
    const end = await rig.store.head();
    await until(() => quick.status().position === end);
    expect(slow.status().position).toBe(before);
    held.resolve();
    await until(() => slow.status().position === end);
    await Promise.all([slow.stop(), quick.stop()]);
  });

  it('is well again once the log can be read, also when no further event comes', async () => {
    const rig = rigFor(async () => undefined);
    let isAway = true;
    const { partlyOpen } = rig.log;
    const subscribe: typeof partlyOpen.subscribe = (after, handler, onError) => {
      if (!isAway) return partlyOpen.subscribe(after, handler, onError);
      onError(new Unavailable('The log is away.'));
      return { close: async () => undefined };
    };
    const runner = createReactorRunner({
      reactor: { name: 'test', on: {}, otherwise: async () => undefined },
      log: { partlyOpen: { ...partlyOpen, subscribe } },
      checkpoints: rig.vault.checkpoints,
      clock: rig.clock2,
      logger: silentLogger,
    });
    await runner.start();
    expect(runner.status().problem).toBe('The log is away.');
    isAway = false;
    rig.clock2.fire();
    await until(() => runner.status().problem === null);
    await runner.stop();
  });

  it('goes on after the event that it had answered when it was killed', async () => {
    const seen: string[] = [];
    const rig = rigFor(async (event) => {
      if (event.type === 'CodeRequested' && !seen.includes('CodeRequested')) {
        seen.push('CodeRequested');
        throw new Error('killed');
      }
      seen.push(event.type);
    });
    const first = rig.runner();
    await first.start();
    await register(rig, 'ada');
    await until(() => first.status().problem !== null);
    await first.stop();
    const second = rig.runner();
    await second.start();
    const end = await rig.store.head();
    await until(() => second.status().position === end);
    await second.stop();
    expect(seen).toEqual(['Held', 'Held', 'UserRegistered', 'CodeRequested', 'CodeRequested']);
  });

  it('shows other processes how far it is while its checkpoint is held back by an answer that goes on', async () => {
    const untilStopped: Later = (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    const rig = rigFor(async (event) => (event.type === 'Held' ? untilStopped : undefined));
    const { checkpoints } = rig.vault;
    const began = await rig.store.head();
    const runner = rig.runner();
    await runner.start();
    await register(rig, 'ada');
    const end = await rig.store.head();
    await until(() => runner.status().position === end);
    expect(await positionElsewhere(checkpoints, 'test')).toBe(began);
    rig.clock2.fire();
    let seen = '';
    await until(() => {
      void positionElsewhere(checkpoints, 'test').then((position) => (seen = position));
      return seen === end;
    });
    expect(await checkpoints.find('test')).toBe(began);
    await runner.stop();
  });

  /** A runner with the events that it saw, whose checkpoint another process has just moved. */
  async function takenRunner(find?: CheckpointVault['find']) {
    const seen: string[] = [];
    /** Lines of a fault: to lose a reactor to another process is none. */
    const faults: unknown[] = [];
    const logger = { ...silentLogger, error: (_fields: object, line: string) => void faults.push(line) } as Logger;
    const rig = rigFor(async (event) => void seen.push(event.type));
    const { checkpoints } = rig.vault;
    const runner = createReactorRunner({
      reactor: { name: 'test', on: {}, otherwise: async (event) => void seen.push(event.type) },
      log: rig.log,
      checkpoints: { ...checkpoints, find: async (name) => (await find?.(name)) ?? checkpoints.find(name) },
      clock: rig.clock2,
      logger,
    });
    await runner.start();
    await register(rig, 'ada');
    await until(() => seen.length === 4);
    await checkpoints.move('test', await checkpoints.find('test'), await rig.store.head());
    await register(rig, 'bob');
    await until(() => seen.length === 8);
    rig.clock2.fire();
    await until(() => rig.clock2.delays.at(-1) === LEASE_MS);
    return { ...rig, checkpoints, runner, seen, faults };
  }

  it('begins again from the checkpoint in the vault once another process has moved it', async () => {
    const { runner, seen, checkpoints, clock2, faults, ...rig } = await takenRunner();
    expect(faults).toEqual([]);
    expect(runner.status().problem).toContain('Another process runs the reactor test');
    // It does nothing until then: it may have lost the right to the reactor.
    await register(rig, 'cy');
    await expect(runner.waitFor(await rig.store.head(), 1)).rejects.toThrow(Unavailable);
    expect(seen.length).toBe(8);
    clock2.fire(LEASE_MS);
    // Bob and Cy: the checkpoint was moved to before both.
    await until(() => seen.length === 16);
    expect([runner.status().problem, runner.status().position]).toEqual([null, await rig.store.head()]);
    await runner.stop();
    expect(await checkpoints.find('test')).toBe(await rig.store.head());
  });

  it('tries to begin again until the vault answers', async () => {
    let isAway = false;
    const { runner, seen, clock2 } = await takenRunner(async () => {
      if (isAway) throw new Unavailable('The vault is away.');
      return null;
    });
    isAway = true;
    const timers = clock2.delays.length;
    clock2.fire(LEASE_MS);
    await until(() => clock2.delays.length > timers);
    isAway = false;
    clock2.fire(LEASE_MS);
    await until(() => seen.length === 12);
    await runner.stop();
  });

  it('does not begin again once it was stopped', async () => {
    const { runner, seen, clock2 } = await takenRunner();
    await runner.stop();
    clock2.fire();
    await expect(until(() => seen.length > 8)).rejects.toThrow('never');
  });
});
