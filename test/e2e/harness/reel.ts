import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Network } from './network.ts';

/** The browser thaws a page that it had frozen. */
export const thaw = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('resume')));

/** Deaths of connections, one after the other at an even pace, while somebody writes. */
export interface Reel {
  readonly deaths: number;
  /** Milliseconds from one to the next; nothing is waited for where the writing takes as long. */
  readonly everyMs: number;
}

/**
 * Lets a network die again and again, and has something written after each death; each second time the page is seen again.
 *
 * @param write gets the number of the death, from 0
 */
export async function playReel(
  { deaths, everyMs }: Reel,
  network: Network,
  page: Page,
  write: (death: number) => Promise<void>,
): Promise<void> {
  const from = Date.now();
  for (let death = 0; death < deaths; death += 1) {
    network.die();
    if (death % 2 === 1) await thaw(page);
    await write(death);
    await pause(Math.max(0, from + (death + 1) * everyMs - Date.now()));
  }
}
