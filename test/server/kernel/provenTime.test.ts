import { describe, expect, it } from '@jest/globals';
import {
  createProvenTime,
  MONEY_AFTER_JUMP_MS,
  PROVEN_AFTER_DOUBT_MS,
  SECOND_LOOK_AFTER_MS,
  SILENT_MS,
} from '#server/kernel/provenTime.ts';
import { FIRST_SWEEP_AFTER_MS, ORPHAN_MS, SWEEP_EVERY_MS } from '#server/kernel/sweeper.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { createSweeps } from '#server/roles/worker.ts';
import { dispatchRig } from '../support/dispatchRig.ts';
import { idOf, register, registerMember, userActor } from '../support/people.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A log with an event of now, and time that is proven by it. The first look is made when the test asks for it. */
async function rigOfTime() {
  const rig = dispatchRig();
  await register(rig, 'ada');
  const start = () => createProvenTime({ clock: rig.clock.now, timer: { now: rig.clock.uptime }, log: rig.log });
  return { ...rig, start };
}

describe('proven time', () => {
  it('asks for a second look ten minutes after the first', async () => {
    const { clock, start } = await rigOfTime();
    const time = start();
    expect(await time.prove()).toMatchObject({ now: null, provenInMs: SECOND_LOOK_AFTER_MS });
    clock.advance(SECOND_LOOK_AFTER_MS - 1);
    expect(await time.prove()).toMatchObject({ now: null, provenInMs: 1 });
    clock.advance(1);
    expect(await time.prove()).toEqual({ now: clock.now(), doubt: null });
  });

  it('sees a jump at once and for an hour, and none in a server that was down for days', async () => {
    const { clock, start } = await rigOfTime();
    clock.step(3 * DAY_MS);
    const time = start();
    expect(time.hasJumped()).toBe(false);
    clock.step(30 * DAY_MS);
    expect(time.hasJumped()).toBe(true);
    clock.advance(MONEY_AFTER_JUMP_MS - 1);
    expect(time.hasJumped()).toBe(true);
    clock.advance(1);
    expect(time.hasJumped()).toBe(false);
  });

  it('sees a jump in many small steps, and its looks hide none from the proof', async () => {
    const { clock, start } = await rigOfTime();
    const time = start();
    await time.prove();
    const looks: boolean[] = [];
    for (let step = 0; step < 100; step += 1) {
      clock.advance(MINUTE_MS / 4);
      clock.step(MINUTE_MS - 1_000);
      looks.push(time.hasJumped());
    }
    expect(looks.slice(0, 3)).toEqual([false, false, true]);
    expect(looks.at(-1)).toBe(true);
    expect((await time.prove()).now).toBeNull();
  });

  it.each([
    ['ahead', 30 * DAY_MS],
    ['back', -30 * DAY_MS],
  ])('doubts a clock that is set %s, and one that is set right again, for half a day', async (_word, step) => {
    const { clock, start } = await rigOfTime();
    const time = start();
    await time.prove();
    clock.advance(SWEEP_EVERY_MS);
    expect((await time.prove()).doubt).toBeNull();
    clock.step(step);
    clock.advance(SECOND_LOOK_AFTER_MS);
    expect(await time.prove()).toMatchObject({ now: null, provenInMs: PROVEN_AFTER_DOUBT_MS });
    clock.step(-step);
    clock.advance(SECOND_LOOK_AFTER_MS);
    expect((await time.prove()).doubt).not.toBeNull();
    clock.advance(PROVEN_AFTER_DOUBT_MS);
    expect(await time.prove()).toEqual({ now: clock.now(), doubt: null });
  });

  it.each([
    ['far ahead of', SILENT_MS + 2],
    ['behind', -2 * MINUTE_MS],
  ])('doubts a clock that begins %s the newest event, also after others have written by it', async (_word, step) => {
    const rig = await rigOfTime();
    rig.clock.step(step);
    const time = rig.start();
    await time.prove();
    await register(rig, 'grace');
    rig.clock.advance(SECOND_LOOK_AFTER_MS);
    expect((await time.prove()).doubt).toContain('the newest event');
    rig.clock.advance(PROVEN_AFTER_DOUBT_MS);
    expect(await time.prove()).toEqual({ now: rig.clock.now(), doubt: null });
  });

  it('believes a clock that a machine slews, and that of a new site without events', async () => {
    const { clock, start } = await rigOfTime();
    const time = start();
    await time.prove();
    clock.step(DAY_MS / 2_000 - 1);
    clock.advance(DAY_MS);
    expect((await time.prove()).doubt).toBeNull();
    const empty = dispatchRig();
    const ofNew = createProvenTime({ clock: empty.clock.now, timer: { now: empty.clock.uptime }, log: empty.log });
    await ofNew.prove();
    empty.clock.advance(SECOND_LOOK_AFTER_MS);
    expect((await ofNew.prove()).doubt).toBeNull();
  });
});

describe('sweeps by a clock that is wrong for a minute', () => {
  /** A person with a profile picture that no event names any more, and the sweeps of a server that starts now. */
  async function rigOfSweeps(step = 0) {
    const rig = dispatchRig();
    const ada = await registerMember(rig, 'ada');
    const asked = await rig.give(userActor(ada), idOf('leave'), 'RequestDeletion', {});
    const folder = `profilePics/${ada}`;
    const media = { kind: 'image', name: 'unnamed.webp', width: 4, height: 3 } as const;
    rig.uploads.set(`${folder}/${media.name}`, { folder, media, owner: ada, at: rig.clock.now().toISOString() });
    rig.clock.step(step);
    const time = createProvenTime({ clock: rig.clock.now, timer: { now: rig.clock.uptime }, log: rig.log });
    await time.prove();
    const timers: (() => void)[] = [];
    const sweeper = createSweeps({
      ...rig,
      payments: null,
      readStore: { query: async () => [{ key: ada, doc: { dueAt: '2026-03-08T12:00:00.000Z' } }] as never },
      time,
      timer: {
        now: rig.clock.uptime,
        after(_ms, action) {
          timers.push(action);
          return () => undefined;
        },
      },
      logger: silentLogger,
    });
    sweeper.start();
    const nextSweep = async () => {
      const set = timers.length;
      timers.at(-1)?.();
      // Sweeps that have ended set the next timer.
      while (timers.length === set) await new Promise((resolve) => setImmediate(resolve));
    };
    const begun = async () => (await rig.log.readStream(`deletion-${ada}`)).map(({ type }) => type);
    return { ...rig, ada, asked, nextSweep, begun };
  }

  it('begins no deletion and withdraws no file 30 days ahead, and does both when their time has come', async () => {
    const { asked, clock, nextSweep, begun, media, ada } = await rigOfSweeps();
    expect(asked.ok).toBe(true);
    clock.advance(FIRST_SWEEP_AFTER_MS);
    await nextSweep();
    clock.step(30 * DAY_MS);
    clock.advance(SWEEP_EVERY_MS);
    await nextSweep();
    expect(await begun()).toEqual(['DeletionRequested']);
    expect(await media.unsettledOf(ada)).toHaveLength(1);
    clock.step(-30 * DAY_MS);
    clock.advance(MINUTE_MS);
    await nextSweep();
    clock.advance(8 * DAY_MS);
    await nextSweep();
    expect(await begun()).toEqual(['DeletionRequested', 'DeletionBegun']);
    expect(await media.unsettledOf(ada)).toEqual([]);
    expect(ORPHAN_MS).toBeLessThan(8 * DAY_MS);
  });

  it('begins none where the server starts 30 days ahead, either', async () => {
    const { clock, nextSweep, begun } = await rigOfSweeps(30 * DAY_MS);
    clock.advance(FIRST_SWEEP_AFTER_MS);
    await nextSweep();
    clock.step(-30 * DAY_MS);
    clock.advance(SWEEP_EVERY_MS);
    await nextSweep();
    expect(await begun()).toEqual(['DeletionRequested']);
  });
});
