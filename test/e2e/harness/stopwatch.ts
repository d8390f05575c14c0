import type { Page } from 'playwright-core';

/** Milliseconds by which a stopped clock goes ahead, so that it never goes back; the socket's heartbeat is slower. */
const AHEAD_MS = 10_000;

/**
 * Stops the page's clock: from now on its timers run with `page.clock.runFor` alone, whatever else this machine does.
 * `page.clock.resume` lets it go on.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + AHEAD_MS);
}

/** Notes when something was pressed in one browser; both browsers read the clock of this machine. */
export async function armClicks(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener('pointerdown', () => sessionStorage.setItem('pressed-at', String(Date.now())), { capture: true });
  });
}

/** When this page was last pressed, in milliseconds since 1970. */
export async function pressedAt(page: Page): Promise<number> {
  return Number(await page.evaluate(() => sessionStorage.getItem('pressed-at')));
}

/**
 * The time when the text appeared in this page (in its content or in the hint of an element), to the millisecond: the
 * page itself watches. Start it before the other browser acts.
 */
export function appearedAt(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const main = document.getElementById('main') ?? document.body;
        const isThere = () =>
          main.textContent?.includes(wanted) === true || main.querySelector(`[title^="${wanted}"]`) !== null;
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          resolve(Date.now());
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      }),
    text,
  );
}

/** Says how long something took, where a person who runs the tests reads it. */
export function report(what: string, milliseconds: number): void {
  process.stderr.write(`      ${what}: ${milliseconds} ms\n`);
}
