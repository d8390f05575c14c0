import { beforeEach, describe, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { START } from '#projections/sync/position.ts';
import { CHECKPOINT_POLL_EVERY_MS, NOT_BEFORE_WAIT_MS } from '#server/read/limits.ts';
import { type CheckpointReach, createLogReach } from '#server/read/logReach.ts';
import { position } from '#test/projections/support/events.ts';
import { type StandingClock, standingClock } from '../hub/hubRig.ts';

let clock: StandingClock;
let checkpoint: string;
let reads: number;
let isBusy: boolean;

function reachThat(pollEveryMs?: number): CheckpointReach {
  const store = {
    async checkpoint() {
      reads += 1;
      if (isBusy) throw new Unavailable('The read store is busy.');
      return checkpoint;
    },
  };
  return createLogReach({ store, head: async () => position(9), clock, pollEveryMs });
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
/** Lets time pass in steps, so that what is due in one may plan for the next. */
async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= CHECKPOINT_POLL_EVERY_MS) {
    await settled();
    clock.advance(Math.min(left, CHECKPOINT_POLL_EVERY_MS));
  }
  await settled();
}

beforeEach(() => {
  clock = standingClock();
  checkpoint = START;
  reads = 0;
  isBusy = false;
});

describe('the position of the read models, where the projector is another process', () => {
  it('[P5] is read as long as somebody waits, and not a moment longer', async () => {
    const reach = reachThat(CHECKPOINT_POLL_EVERY_MS);
    await pass(10 * CHECKPOINT_POLL_EVERY_MS);
    expect(reads).toBe(0);
    const waits = [reach.waitFor(position(3)), reach.waitFor(position(2))];
    await pass(3 * CHECKPOINT_POLL_EVERY_MS);
    checkpoint = position(3);
    await pass(CHECKPOINT_POLL_EVERY_MS);
    expect(await Promise.all(waits)).toEqual([true, true]);
    await pass(CHECKPOINT_POLL_EVERY_MS);
    const before = reads;
    await pass(10 * CHECKPOINT_POLL_EVERY_MS);
    expect(reads).toBe(before);
    expect(await reach.waitFor(position(3))).toBe(true);
    expect([reads, reach.published()]).toEqual([before, position(3)]);
  });

  it('is waited for only so long, and never by those who come later than it', async () => {
    const reach = reachThat(CHECKPOINT_POLL_EVERY_MS);
    const wait = reach.waitFor(position(3));
    await pass(NOT_BEFORE_WAIT_MS);
    expect(await wait).toBe(false);
    const within = reach.within(position(3), CHECKPOINT_POLL_EVERY_MS).catch((error: unknown) => error);
    await pass(2 * CHECKPOINT_POLL_EVERY_MS);
    expect(await within).toBeInstanceOf(Unavailable);
  });

  it('is not known while the store does not answer; the next who asks has it read again', async () => {
    const reach = reachThat(CHECKPOINT_POLL_EVERY_MS);
    isBusy = true;
    expect(await reach.waitFor(position(3))).toBe(false);
    isBusy = false;
    checkpoint = position(3);
    expect(await reach.waitFor(position(3))).toBe(true);
  });
});

describe('the position of the read models, beside the projector', () => {
  it('is notified by each commit: nothing polls', async () => {
    const reach = reachThat();
    const wait = reach.waitFor(position(3));
    await pass(20 * CHECKPOINT_POLL_EVERY_MS);
    expect(reads).toBe(1);
    reach.reached(position(2));
    reach.reached(position(3));
    expect(await wait).toBe(true);
    expect(reads).toBe(1);
  });

  it('never goes back', () => {
    const reach = reachThat();
    reach.reached(position(3));
    reach.reached(position(2));
    expect(reach.published()).toBe(position(3));
  });
});
