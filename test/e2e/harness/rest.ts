import type { Page } from 'playwright-core';

/** Turns of the page's event loop after which what React has put off is done. */
const TURNS = 5;

/**
 * Waits until a page has done what it puts off until it is drawn, such as listening for keys: a driver that sees a drawn
 * page presses sooner than any finger. A page that is being left is not waited for.
 */
async function rest(page: Page): Promise<void> {
  try {
    await page.evaluate(async (turns) => {
      for (let turn = 0; turn < turns; turn += 1) {
        // React's own way, and no timer: the page's clock may stand.
        const { port1, port2 } = new MessageChannel();
        const heard = new Promise((resolve) => Object.assign(port1, { onmessage: resolve }));
        port2.postMessage(null);
        await heard;
        port1.close();
      }
    }, TURNS);
  } catch (error) {
    if (!/context was destroyed|has been closed|navigat/i.test(String(error))) throw error;
  }
}

/** Has every key of a page wait until the page is at rest. */
export function pressAtRest(page: Page): void {
  const { keyboard } = page;
  const { press, type } = { press: keyboard.press.bind(keyboard), type: keyboard.type.bind(keyboard) };
  keyboard.press = async (...all) => {
    await rest(page);
    await press(...all);
  };
  keyboard.type = async (...all) => {
    await rest(page);
    await type(...all);
  };
}
