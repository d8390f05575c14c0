import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createSilenceTimeout } from '#web/sync/transport/silenceTimeout.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Milliseconds that the fake clock takes for a turn of the event loop. */
const A_TURN_MS = 1;

describe('waiting for an answer', () => {
  it('ends when nothing comes', () => {
    const giveUp = jest.fn();
    createSilenceTimeout(Date.now).wait(10_000, giveUp);
    jest.advanceTimersByTime(9_999);
    expect(giveUp).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1 + A_TURN_MS);
    expect(giveUp).toHaveBeenCalledTimes(1);
  });

  it('goes on as long as something comes: on a slow line other answers come first', () => {
    const silence = createSilenceTimeout(Date.now);
    const giveUp = jest.fn();
    silence.wait(10_000, giveUp);
    for (let second = 0; second < 40; second += 8) {
      jest.advanceTimersByTime(8_000);
      silence.heard();
    }
    expect(giveUp).not.toHaveBeenCalled();
    jest.advanceTimersByTime(9_999);
    expect(giveUp).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1 + A_TURN_MS);
    expect(giveUp).toHaveBeenCalledTimes(1);
  });

  it('goes on when packets came while the page was held up, though its timer runs before it reads them', () => {
    const silence = createSilenceTimeout(Date.now);
    const giveUp = jest.fn();
    silence.wait(10_000, giveUp);
    // Held up for all that time: then the timer runs, and then the packet is read.
    setTimeout(silence.heard, 10_000);
    jest.advanceTimersByTime(10_000 + A_TURN_MS);
    expect(giveUp).not.toHaveBeenCalled();
    jest.advanceTimersByTime(10_000 + A_TURN_MS);
    expect(giveUp).toHaveBeenCalledTimes(1);
  });

  it('is called off by the answer, and what came before the question is no answer to it', () => {
    const silence = createSilenceTimeout(Date.now);
    silence.heard();
    jest.advanceTimersByTime(9_000);
    const giveUp = jest.fn();
    const stop = silence.wait(10_000, giveUp);
    jest.advanceTimersByTime(9_000);
    stop();
    jest.advanceTimersByTime(60_000);
    expect(giveUp).not.toHaveBeenCalled();
  });
});
