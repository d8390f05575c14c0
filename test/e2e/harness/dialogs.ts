import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { button, dialog, named } from './find.ts';
import { gone, seen } from './look.ts';

/** Pixels from the corner of the page: there is the backdrop, whatever stands below it. */
const CORNER_PX = 4;

/** How a dialog is closed without an answer. */
const WAYS: Readonly<Record<string, (page: Page, window: Locator) => Promise<void>>> = {
  Escape: (page) => page.keyboard.press('Escape'),
  'a press beside it': (page) => page.mouse.click(CORNER_PX, CORNER_PX),
  'its button': (_page, window) => button(window, 'Close').click(),
};

/** Lets a task of the page pass. */
function nextTask(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

/** Waits until a dialog hears presses beside it: Radix begins to listen a task after it has taken the focus. */
async function isListening(page: Page, window: Locator, task: (page: Page) => Promise<unknown>): Promise<void> {
  await seen(window.and(page.locator(':focus')).or(window.locator(':focus')));
  await task(page);
}

/** A dialog, and how one gets to it. */
export interface OpenedFrom {
  readonly title: string;
  /** Has the focus again when the dialog is closed. */
  readonly opener: Locator;
  /** Left out: a press on the opener. */
  readonly open?: () => Promise<void>;
  /** The window over which it is opened, and which stays; left out: none. */
  readonly over?: Locator;
  /** Lets the tasks of the page pass that are due, where its clock stands. */
  readonly tick?: (page: Page) => Promise<unknown>;
}

/**
 * Opens a dialog and closes it, in every way that there is: it stands alone, and the focus returns to where it came from (SHEL-12).
 *
 * @param name as the dialog is declared (`dialog('share post')`); of one that is not, its title
 */
export async function closesEveryWay(page: Page, name: string, from: OpenedFrom): Promise<void> {
  const { title, opener, open, over, tick } = from;
  for (const [way, close] of Object.entries(WAYS)) {
    await (open ?? (() => opener.click()))();
    const window = await seen(dialog(page, title));
    await isListening(page, window, tick ?? nextTask);
    expect([name, await page.getByRole('dialog').count()]).toEqual([name, 1]);
    await close(page, window);
    try {
      await gone(over === undefined ? page.getByRole('dialog') : window);
      if (over !== undefined) await seen(over);
      await tick?.(page);
      await seen(opener.and(page.locator(':focus')));
    } catch (error) {
      throw new Error(`After ${way}, the dialog "${name}" is there, or its opener has no focus.`, { cause: error });
    }
  }
}

/** Nothing behind a progress overlay can be pressed, by pointer or by keys, and Escape does not end it (SHEL-13). */
export async function blocksPage(page: Page, title: string): Promise<void> {
  const overlay = await seen(named(page, 'alertdialog', title));
  const focus = page.locator(':focus');
  await seen(overlay.and(focus).or(overlay.locator(':focus')));
  const { behind, reached } = await overlay.evaluate((covers) => {
    const controls = [...document.querySelectorAll('button, a[href], input, textarea, [contenteditable]')];
    const outside = controls.filter((control) => !covers.contains(control) && control.checkVisibility());
    const hit = outside.filter((control) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      return control.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    return { behind: outside.length, reached: hit.map((control) => control.outerHTML.slice(0, 80)) };
  });
  expect(behind).toBeGreaterThan(0);
  expect(reached).toEqual([]);
  for (const key of ['Tab', 'Shift+Tab', 'Escape']) {
    await page.keyboard.press(key);
    await seen(overlay.and(focus).or(overlay.locator(':focus')));
  }
}
