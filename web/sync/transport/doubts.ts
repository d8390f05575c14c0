import { deviceNow } from '../../kit/time/serverClock.ts';
import { CLOCK_JUMP_MS, CLOCK_LOOK_MS, HIDDEN_DOUBT_MS } from './limits.ts';

/**
 * Calls back when this page may have slept: it is seen again after a while, came out of the browser's cache, was thawed, or
 * its clock has jumped.
 */
export function followDoubts(doubt: () => void, clockJumped: () => void): void {
  let hiddenAt: number | null = null;
  document.addEventListener('visibilitychange', () => {
    const slept = hiddenAt === null ? 0 : deviceNow() - hiddenAt;
    hiddenAt = document.visibilityState === 'hidden' ? deviceNow() : null;
    if (hiddenAt === null && slept >= HIDDEN_DOUBT_MS) doubt();
  });
  addEventListener('pageshow', ({ persisted }) => persisted && doubt());
  document.addEventListener('resume', doubt);
  let lookedAt = deviceNow();
  setInterval(() => {
    const passed = deviceNow() - lookedAt;
    lookedAt = deviceNow();
    if (passed > CLOCK_LOOK_MS + CLOCK_JUMP_MS) doubt();
    if (passed < 0 || passed > CLOCK_LOOK_MS + CLOCK_JUMP_MS) clockJumped();
  }, CLOCK_LOOK_MS);
}
