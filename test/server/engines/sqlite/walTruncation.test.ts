import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTruncation } from '#server/engines/sqlite/walTruncation.ts';

/** Milliseconds for which a commit that comes meanwhile may be made to wait. */
const FELT_MS = 100;

let waits: number[];
let patience: number[];
let due: (() => void) | null;
/** Whether somebody reads what the log still holds. */
let isRead: boolean;

beforeEach(() => {
  [waits, patience, due, isRead] = [[], [], null, false];
});

const truncation = () =>
  createTruncation(
    (patienceMs) => {
      patience.push(patienceMs);
      return !isRead;
    },
    (milliseconds, task) => {
      waits.push(milliseconds);
      due = task;
      return () => {
        due = null;
      };
    },
  );

const next = () => {
  const task = due;
  due = null;
  task?.();
};

describe('what was erased leaves the write-ahead log', () => {
  it('after the answer to the commit, not before it, and once for several commits', () => {
    const erased = truncation();
    erased.owe();
    erased.owe();
    expect([patience, waits, erased.isOwed]).toEqual([[], [0], true]);
    next();
    expect([patience, erased.isOwed, due]).toEqual([[0], false, null]);
  });

  it('as soon as nobody reads it: it is tried ever more patiently, and never so long that others feel it', () => {
    isRead = true;
    const erased = truncation();
    erased.owe();
    for (let tries = 0; tries < 40; tries += 1) next();
    expect(erased.isOwed).toBe(true);
    expect(patience[1]).toBeGreaterThan(0);
    expect(Math.max(...patience)).toBeLessThanOrEqual(FELT_MS);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1_000);
    isRead = false;
    next();
    expect([erased.isOwed, due]).toEqual([false, null]);
  });

  it('at the latest when it is closed', () => {
    const erased = truncation();
    erased.owe();
    erased.close();
    expect([patience.length, erased.isOwed, due]).toEqual([1, false, null]);
    truncation().close();
    expect(patience.length).toBe(1);
  });
});
