import { describe, expect, it } from '@jest/globals';
import { dueIn, FEED_TRIGGER_PX, SAVED_TRIGGER_PX } from '#web/kit/useInfiniteScroll.ts';

const LONG_AGO_MS = Number.POSITIVE_INFINITY;

describe('the next page of a list', () => {
  it('[FEED-05] is due 251 px above the bottom of the feed, a fraction of a pixel forgiven', () => {
    const due = [0, 251, 251.9, 252.1, 500].map((below) => dueIn(below, FEED_TRIGGER_PX, LONG_AGO_MS));
    expect(due).toEqual([0, 0, 0, null, null]);
  });

  it('[SAVE-06] is due 1 px above the bottom of the saved list', () => {
    const due = [0, 1, 1.9, 2.1, 251].map((below) => dueIn(below, SAVED_TRIGGER_PX, LONG_AGO_MS));
    expect(due).toEqual([0, 0, 0, null, null]);
  });

  it('[FEED-05] waits until a second has passed since the last one', () => {
    expect([0, 400, 999, 1_000, 5_000].map((since) => dueIn(0, FEED_TRIGGER_PX, since))).toEqual([1_000, 600, 1, 0, 0]);
  });
});
