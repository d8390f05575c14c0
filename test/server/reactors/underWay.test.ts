import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { Reactor } from '#server/reactors/reactor.ts';
import { createReactorRunner, type ReactorRunner } from '#server/reactors/runner.ts';
import { createUnderWay, RETRY_LATER_MAX_MS, RETRY_LATER_MS, UNDER_WAY_MAX_EVENTS } from '#server/reactors/underWay.ts';
import { dispatchRig } from '../support/dispatchRig.ts';
import { register } from '../support/people.ts';
import { firedClock, until } from '../support/reactorRig.ts';

/** Milliseconds after which a checkpoint is written. */
const CHECKPOINT_AFTER_MS = 1_000;

/** The rest of an answer, which the test ends. */
interface Rest {
  readonly position: string;
  readonly signal: AbortSignal;
  done(): void;
  fail(error: Error): void;
}

let rig: ReturnType<typeof dispatchRig>;
let clock: ReturnType<typeof firedClock>;
let handed: string[];
let rests: Rest[];
beforeEach(() => {
  rig = dispatchRig();
  clock = firedClock();
  handed = [];
  rests = [];
});

/** Goes on with every registration until the test ends it. */
const patient: Reactor = {
  name: 'patient',
  on: {
    async UserRegistered({ position }) {
      handed.push(position);
      return (signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          rests.push({ position, signal, done: resolve, fail: reject });
        });
    },
  },
};

async function start(): Promise<ReactorRunner> {
  const runner = createReactorRunner({
    reactor: patient,
    log: rig.log,
    checkpoints: rig.vault.checkpoints,
    clock,
    logger: silentLogger,
  });
  await runner.start();
  return runner;
}

async function reached(runner: ReactorRunner): Promise<string> {
  const head = await rig.store.head();
  await until(() => runner.status().position === head);
  return head;
}

async function kept(): Promise<string | null> {
  clock.fire(CHECKPOINT_AFTER_MS);
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return rig.vault.checkpoints.find('patient');
}

describe('an answer that goes on while its reactor gets further events', () => {
  it('[P1] holds the checkpoint before its event until it is complete', async () => {
    const runner = await start();
    await register(rig, 'ada');
    await register(rig, 'bob');
    const head = await reached(runner);
    await until(() => rests.length === 2);
    const before = (await kept()) ?? '';
    expect(before < (handed[0] ?? '')).toBe(true);
    // The second one is complete first: the first one still holds it.
    rests[1]?.done();
    await until(() => true);
    expect(await kept()).toBe(before);
    rests[0]?.done();
    await until(() => true);
    expect(await kept()).toBe(head);
    await runner.stop();
  });

  it('[P1] gives up when the run ends, and is begun again by the next one', async () => {
    const first = await start();
    await register(rig, 'ada');
    await reached(first);
    await until(() => rests.length === 1);
    await first.stop();
    expect(rests[0]?.signal.aborted).toBe(true);
    const second = await start();
    await until(() => handed.length === 2);
    expect(handed[1]).toBe(handed[0]);
    await second.stop();
  });

  it('[P1] is begun again a while after it has failed, holds the checkpoint and says meanwhile why', async () => {
    const runner = await start();
    await register(rig, 'ada');
    await reached(runner);
    await until(() => rests.length === 1);
    rests[0]?.fail(new Error('The disk is full.'));
    await until(() => runner.status().problem === 'The disk is full.');
    // Further events are answered meanwhile: a crash would lose this one, if the checkpoint moved on with them.
    await register(rig, 'bob');
    const head = await reached(runner);
    await until(() => rests.length === 2);
    rests[1]?.done();
    expect(((await kept()) ?? '') < (handed[0] ?? '')).toBe(true);
    clock.fire(RETRY_LATER_MS);
    await until(() => rests.length === 3);
    rests[2]?.done();
    await until(() => runner.status().problem === null);
    expect(await kept()).toBe(head);
    await runner.stop();
  });

  it('is begun again each minute at first, then more and more rarely', async () => {
    let now = 0;
    const ownClock = { ...clock, now: () => now };
    let tries = 0;
    const underWay = createUnderWay({
      reactor: 'patient',
      clock: ownClock,
      logger: silentLogger,
      answer: async () => later,
      onAnswered: () => undefined,
    });
    const later = async () => {
      tries += 1;
      throw new Error('away');
    };
    const waits = () => clock.delays.length;
    await underWay.begin({ position: '1' } as RecordedEvent, '0', later);
    await until(() => waits() === 1);
    for (const minutes of [5, 8, 80, 800]) {
      now = minutes * 60_000;
      const before = waits();
      clock.fire();
      await until(() => waits() > before);
    }
    expect(tries).toBe(5);
    expect(clock.delays).toEqual([1, 1, 1, 10, 60].map((minutes) => minutes * 60_000));
    expect([RETRY_LATER_MS, RETRY_LATER_MAX_MS]).toEqual([60_000, 3_600_000]);
    await underWay.stop();
  });

  it('is not begun again by a run that has ended', async () => {
    const runner = await start();
    await register(rig, 'ada');
    await reached(runner);
    await until(() => rests.length === 1);
    rests[0]?.fail(new Error('The disk is full.'));
    await until(() => runner.status().problem !== null);
    await runner.stop();
    clock.fire(RETRY_LATER_MS);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(handed).toHaveLength(1);
  });

  it(`is one of ${UNDER_WAY_MAX_EVENTS} at most: the reactor waits for room`, async () => {
    const runner = await start();
    for (let person = 0; person <= UNDER_WAY_MAX_EVENTS; person += 1) await register(rig, `p${person}`);
    await until(() => rests.length === UNDER_WAY_MAX_EVENTS);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(handed).toHaveLength(UNDER_WAY_MAX_EVENTS);
    rests[7]?.done();
    await until(() => handed.length === UNDER_WAY_MAX_EVENTS + 1);
    await runner.stop();
  });

  it('lets new events and parked ones wait for room side by side, and both go on', async () => {
    const ends: (() => void)[] = [];
    const underWay = createUnderWay({
      reactor: 'patient',
      clock,
      logger: silentLogger,
      answer: async () => undefined,
      onAnswered: () => undefined,
    });
    const begin = (place: number) => {
      const later = () => new Promise<void>((resolve) => ends.push(resolve));
      return underWay.begin({ position: `${place}` } as RecordedEvent, `${place - 1}`, later);
    };
    for (let place = 1; place < UNDER_WAY_MAX_EVENTS; place += 1) await begin(place);
    let gone = 0;
    for (const place of [UNDER_WAY_MAX_EVENTS, UNDER_WAY_MAX_EVENTS + 1]) void begin(place).then(() => (gone += 1));
    ends[0]?.();
    ends[1]?.();
    await until(() => gone === 2);
    for (const end of ends) end();
    await underWay.stop();
  });
});
