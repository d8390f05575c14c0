import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { watchViews } from '#web/impression/watchViews.ts';

/** Pixels of the screen's height. */
const SCREEN_PX = 800;

/** The second for which half of a slot is in sight (Media Rating Council), in milliseconds. */
const SECOND_MS = 1_000;

type Look = (entries: readonly object[]) => void;

/** A page of which a test says what is in sight. */
function page() {
  let look: Look = () => undefined;
  let isWatching = false;
  const listeners = new Set<() => void>();
  const shownDocument = {
    visibilityState: 'visible',
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
  class Observer {
    constructor(callback: Look) {
      look = callback;
    }
    observe() {
      isWatching = true;
    }
    disconnect() {
      isWatching = false;
    }
  }
  Object.assign(globalThis, { document: shownDocument, IntersectionObserver: Observer });
  return {
    /** Some part of a slot is in sight. */
    show(ratio: number, heightPx = 400 * ratio) {
      const entry = { intersectionRatio: ratio, intersectionRect: { height: heightPx } };
      look([{ ...entry, rootBounds: { height: SCREEN_PX } }]);
    },
    turn(visibilityState: 'visible' | 'hidden') {
      shownDocument.visibilityState = visibilityState;
      for (const listener of listeners) listener();
    },
    isWatched: () => isWatching || listeners.size > 0,
  };
}

const before = { document: globalThis.document, IntersectionObserver: globalThis.IntersectionObserver };
beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Object.assign(globalThis, before);
});

/** A slot that is watched, and how often it was seen. */
function watched() {
  const shown = page();
  const seen = jest.fn();
  const stop = watchViews({} as Element, seen);
  return { ...shown, stop, times: () => seen.mock.calls.length };
}

const wait = (ms: number) => void jest.advanceTimersByTime(ms);

describe('a view of a slot', () => {
  it('[ANLT-02 in part] is half of it in sight for a second, and once', () => {
    const { show, times, isWatched } = watched();
    show(0.5);
    wait(SECOND_MS - 1);
    expect(times()).toBe(0);
    wait(1);
    expect(times()).toBe(1);
    for (let n = 0; n < 5; n += 1) show(1);
    wait(SECOND_MS * 10);
    expect([times(), isWatched()]).toEqual([1, false]);
  });

  it('[ANLT-02 in part] is none of less than half of it, and none of a moment', () => {
    const { show, times } = watched();
    show(0.49);
    wait(SECOND_MS * 10);
    // Scrolled past, again and again: the second begins anew.
    for (let n = 0; n < 5; n += 1) {
      show(0.8);
      wait(SECOND_MS - 1);
      show(0.1);
      wait(SECOND_MS);
    }
    expect(times()).toBe(0);
  });

  it('is as much of it as half of the screen holds, where it is taller', () => {
    const { show, times } = watched();
    show(0.3, SCREEN_PX / 2);
    wait(SECOND_MS);
    expect(times()).toBe(1);
  });

  it('is none of a hidden tab; it begins anew as the tab is shown', () => {
    const { show, turn, times } = watched();
    turn('hidden');
    show(1);
    wait(SECOND_MS * 10);
    expect(times()).toBe(0);
    turn('visible');
    wait(SECOND_MS - 1);
    turn('hidden');
    wait(SECOND_MS);
    expect(times()).toBe(0);
    turn('visible');
    wait(SECOND_MS);
    expect(times()).toBe(1);
  });

  it('is none of a card that is gone', () => {
    const { show, stop, times, isWatched } = watched();
    show(1);
    stop();
    wait(SECOND_MS);
    expect([times(), isWatched()]).toEqual([0, false]);
  });
});
