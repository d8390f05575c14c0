import { VIEW_AFTER_MS } from '#domain/impression/limits.ts';

/** The part of a slot that has to be in sight. */
const HALF = 0.5;
/** Parts of a slot at which the browser tells how much of it is in sight: one that is taller than the screen is never half seen. */
const STEPS = [0, 0.1, 0.2, 0.3, 0.4, HALF];

/** Whether enough of something is in sight: half of it, or as much as half of the screen holds. */
function isInSight({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  const screen = rootBounds?.height ?? Number.POSITIVE_INFINITY;
  return intersectionRatio >= HALF || intersectionRect.height >= screen * HALF;
}

/**
 * Calls back once half of an element was in sight for a second, in a tab that is shown (MRC). It starts anew when the element
 * leaves, or the tab is hidden.
 *
 * @returns stops it
 */
export function watchViews(element: Element, seen: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inSight = false;
  const decide = () => {
    clearTimeout(timer);
    timer = inSight && document.visibilityState === 'visible' ? setTimeout(done, VIEW_AFTER_MS) : undefined;
  };
  const observer = new IntersectionObserver(
    (entries) => {
      const now = entries.some(isInSight);
      if (now === inSight) return;
      inSight = now;
      decide();
    },
    { threshold: STEPS },
  );
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('visibilitychange', decide);
  };
  const done = () => {
    stop();
    seen();
  };
  observer.observe(element);
  document.addEventListener('visibilitychange', decide);
  return stop;
}
