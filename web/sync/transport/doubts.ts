import { CLOCK_JUMP_MS, CLOCK_LOOK_MS, HIDDEN_DOUBT_MS } from './limits.ts';

/**
 * Calls back when this page may have slept: it is seen again after a while, came out of the browser's cache, was thawed, or
 * its clock has jumped.
 */
export function followDoubts(doubt: () => void): void {
  let hiddenAt: number | null = null;
  document.addEventListener('visibilitychange', () => {
    const slept = hiddenAt === null ? 0 : Date.now() - hiddenAt;
    hiddenAt = document.visibilityState === 'hidden' ? Date.now() : null;
    if (hiddenAt === null && slept >= HIDDEN_DOUBT_MS) doubt();
  });
  addEventListener('pageshow', ({ persisted }) => persisted && doubt());
  document.addEventListener('resume', doubt);
  let lookedAt = Date.now();
  setInterval(() => {
    const passed = Date.now() - lookedAt;
    lookedAt = Date.now();
    if (passed > CLOCK_LOOK_MS + CLOCK_JUMP_MS) doubt();
  }, CLOCK_LOOK_MS);
}
