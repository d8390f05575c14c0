import { describe, expect, it } from '@jest/globals';
import { ANSWERS_AT_ONCE_MAX, ANSWERS_BATCH_MS } from '#server/hub/limits.ts';
import { Pace } from '#server/hub/pace.ts';
import { standingClock } from './hubRig.ts';

/** A pace whose stretches end when the test says so, and who was let in, in their order. */
function paced() {
  const clock = standingClock();
  const pending: (() => void)[] = [];
  const pace = new Pace({ ...clock, soon: (callback) => void pending.push(callback) });
  const made: string[] = [];
  const state = { answerMs: 0 };
  return Object.assign(state, {
    made,
    ask(client: string) {
      void pace.turnOf(client).then(() => {
        made.push(client);
        clock.advance(state.answerMs);
        pace.made();
      });
    },
    /** Ends a stretch, after which others take so long. */
    async hearOthers(milliseconds = 0) {
      await settled();
      clock.advance(milliseconds);
      pending.shift()?.();
      await settled();
    },
  });
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the pace at which answers are made', () => {
  it('keeps nobody who is alone', async () => {
    const { ask, made } = paced();
    ask('ada');
    await settled();
    expect(made).toEqual(['ada']);
  });

  it('lets clients take turns, however many one of them asks for', async () => {
    const rig = paced();
    rig.answerMs = ANSWERS_BATCH_MS;
    for (let count = 0; count < 100; count += 1) rig.ask('flood');
    rig.ask('ada');
    rig.ask('bob');
    for (let count = 0; count < 4; count += 1) await rig.hearOthers();
    expect(rig.made).toEqual(['flood', 'flood', 'ada', 'bob', 'flood']);
  });

  it('makes few in a batch while they are slow, and many while they are quick, never without an end', async () => {
    const rig = paced();
    for (let count = 0; count < 2_000; count += 1) rig.ask('flood');
    for (let count = 0; count < 10; count += 1) await rig.hearOthers();
    const quick = rig.made.length;
    await rig.hearOthers();
    expect(rig.made.length - quick).toBe(ANSWERS_AT_ONCE_MAX);
    rig.answerMs = ANSWERS_BATCH_MS;
    for (let count = 0; count < 10; count += 1) await rig.hearOthers();
    const slow = rig.made.length;
    await rig.hearOthers();
    expect(rig.made.length - slow).toBe(1);
  });

  it('is not slowed down by what others do between two stretches, as while thousands connect', async () => {
    const rig = paced();
    for (let count = 0; count < 2_000; count += 1) rig.ask('returning');
    for (let count = 0; count < 10; count += 1) await rig.hearOthers(10 * ANSWERS_BATCH_MS);
    const before = rig.made.length;
    await rig.hearOthers(10 * ANSWERS_BATCH_MS);
    expect(rig.made.length - before).toBe(ANSWERS_AT_ONCE_MAX);
  });
});
