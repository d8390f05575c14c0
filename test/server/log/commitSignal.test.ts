import { describe, expect, it } from '@jest/globals';
import { START } from '#projections/engine/eventLog.ts';
import { formatPosition } from '#server/engines/position.ts';
import { createCommitSignal } from '#server/log/commitSignal.ts';

const never = new AbortController().signal;

/** Whether a wait is over, once everything that is due has run. */
async function isOver(wait: Promise<void>): Promise<boolean> {
  let over = false;
  void wait.then(() => {
    over = true;
  });
  await new Promise(setImmediate);
  return over;
}

describe('the signal of commits', () => {
  it('lets go at once who is behind already', async () => {
    const signal = createCommitSignal(formatPosition(5));
    expect(await isOver(signal.waitFor(formatPosition(4), never))).toBe(true);
    expect(await isOver(signal.waitFor(formatPosition(5), never))).toBe(false);
  });

  it('lets all go that wait when something is committed', async () => {
    const signal = createCommitSignal(START);
    const waits = [signal.waitFor(START, never), signal.waitFor(START, never)];
    expect(await isOver(Promise.race(waits))).toBe(false);
    signal.committed(formatPosition(1));
    await Promise.all(waits);
    expect(await isOver(signal.waitFor(formatPosition(1), never))).toBe(false);
  });

  it('is not moved back by commits signalled out of order', async () => {
    const signal = createCommitSignal(START);
    signal.committed(formatPosition(9));
    signal.committed(formatPosition(3));
    expect(await isOver(signal.waitFor(formatPosition(8), never))).toBe(true);
  });

  it('ends a wait that is aborted', async () => {
    const signal = createCommitSignal(START);
    const ending = new AbortController();
    const wait = signal.waitFor(START, ending.signal);
    expect(await isOver(wait)).toBe(false);
    ending.abort();
    await wait;
    expect(await isOver(signal.waitFor(START, ending.signal))).toBe(true);
  });
});
