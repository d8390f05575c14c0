import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  deviceNow,
  inServerTime,
  learnFromAnswer,
  learnServerTime,
  onServerClock,
  serverNow,
  TOLERANCE_MS,
} from '#web/kit/time/serverClock.ts';

const DEVICE = Date.parse('2026-03-02T12:00:00.400Z');
const DAY_MS = 24 * 3_600_000;

afterEach(() => {
  learnServerTime(0, 0);
  jest.useRealTimers();
});

describe('the two clocks of a page', () => {
  it('agree where the device’s is right: small differences are the network’s', () => {
    jest.useFakeTimers({ now: DEVICE });
    for (const off of [0, 900, -TOLERANCE_MS, TOLERANCE_MS]) learnServerTime(DEVICE + off, DEVICE);
    expect(serverNow()).toBe(deviceNow());
    expect(deviceNow()).toBe(DEVICE);
  });

  it('the server’s goes on with the time of a device that is a day behind, and says so once', () => {
    jest.useFakeTimers({ now: DEVICE });
    const changed = jest.fn();
    const leave = onServerClock(changed);
    learnServerTime(DEVICE + DAY_MS, DEVICE);
    learnServerTime(DEVICE + DAY_MS + 700, DEVICE);
    expect(changed).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(60_000);
    expect(serverNow()).toBe(DEVICE + DAY_MS + 60_000);
    expect(inServerTime(DEVICE)).toBe(DEVICE + DAY_MS);
    leave();
  });

  it('the device’s counts again once somebody has set it right', () => {
    jest.useFakeTimers({ now: DEVICE });
    learnServerTime(DEVICE - DAY_MS, DEVICE);
    jest.setSystemTime(DEVICE - DAY_MS);
    learnServerTime(DEVICE - DAY_MS + 300, deviceNow());
    expect(serverNow()).toBe(deviceNow());
  });

  it('learn from the date of an answer, in its middle', () => {
    jest.useFakeTimers({ now: DEVICE + 800 });
    learnFromAnswer('Tue, 03 Mar 2026 12:00:00 GMT', DEVICE);
    expect(serverNow()).toBe(DEVICE + 800 + DAY_MS - 300);
  });

  it('learn nothing from an answer without a date, from nonsense, or from one across a sleep or a set clock', () => {
    jest.useFakeTimers({ now: DEVICE });
    learnFromAnswer(null, DEVICE);
    learnFromAnswer('yesterday', DEVICE);
    learnFromAnswer('Tue, 03 Mar 2026 12:00:00 GMT', DEVICE - 11_000);
    learnFromAnswer('Tue, 03 Mar 2026 12:00:00 GMT', DEVICE + 1);
    learnServerTime(Number.NaN, DEVICE);
    expect(serverNow()).toBe(DEVICE);
  });
});
