import { describe, expect, it } from '@jest/globals';
import { ANSWERS_AT_ONCE_MAX, ANSWERS_STRETCH_MS } from '#server/hub/limits.ts';
import { Pace } from '#server/hub/pace.ts';
import { standingClock } from './hubRig.ts';

/** A pace whose turns end when the test says so, and the order of admission. */
function paced() {
  const clock = standingClock();
  const pending: (() => void)[] = [];
  const pace = new Pace({ ...clock, soon: (callback) => void pending.push(callback) });
  const made: string[] = [];
  return {
    made,
    ask(client: string) {
      void pace.turnOf(client).then(() => made.push(client));
    },
    /** Ends a turn in which making answers took that long. */
    async hearOthers(milliseconds: number) {
      await settled();
      clock.advance(milliseconds);
      pending.shift()?.();
      await settled();
    },
  };
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
    const { ask, made, hearOthers } = paced();
    for (let count = 0; count < 100; count += 1) ask('flood');
    ask('ada');
    ask('bob');
    for (let count = 0; count < 4; count += 1) await hearOthers(ANSWERS_STRETCH_MS);
    expect(made).toEqual(['flood', 'flood', 'ada', 'bob', 'flood']);
  });

  it('makes few at a stretch while they are slow, and many while they are quick, never without an end', async () => {
    const { ask, made, hearOthers } = paced();
    for (let count = 0; count < 1_000; count += 1) ask('flood');
    for (let count = 0; count < 10; count += 1) await hearOthers(0);
    const before = made.length;
    await hearOthers(0);
    expect(made.length - before).toBe(ANSWERS_AT_ONCE_MAX);
    for (let count = 0; count < 10; count += 1) await hearOthers(ANSWERS_STRETCH_MS);
    const slow = made.length;
    await hearOthers(ANSWERS_STRETCH_MS);
    expect(made.length - slow).toBe(1);
  });
});
