import { LESS_MOTION } from '../useMediaQuery.ts';

/** Distance, in window heights, that is scrolled visibly; the rest is jumped over. */
const SHOWN_WINDOWS = 2;
/** Frames without motion after which a way that is not at its end has been cut off. */
const STILL_FRAMES = 8;

/** Scrolls to the page's top, for the eye to follow; at once for those who want no motion. */
export function goToTop(): void {
  if (matchMedia(LESS_MOTION).matches) {
    scrollTo({ top: 0, behavior: 'instant' });
    return;
  }
  const start = SHOWN_WINDOWS * innerHeight;
  if (scrollY > start) scrollTo({ top: start, behavior: 'instant' });
  scrollTo({ top: 0, behavior: 'smooth' });
  arrive();
}

/** Cards that are measured on the way can cut it off, and so can the person's own hand: only the latter is meant. */
function arrive(): void {
  const hand = new AbortController();
  const { signal } = hand;
  for (const kind of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    addEventListener(kind, () => hand.abort(), { passive: true, signal });
  }
  let last = scrollY;
  let still = 0;
  const look = () => {
    if (signal.aborted) return;
    still = scrollY === last ? still + 1 : 0;
    last = scrollY;
    if (scrollY > 0 && still < STILL_FRAMES) return void requestAnimationFrame(look);
    hand.abort();
    if (scrollY > 0) scrollTo({ top: 0, behavior: 'instant' });
  };
  requestAnimationFrame(look);
}
