import type { Page } from 'playwright-core';
import { seen } from './look.ts';

/** Presses of Tab after which a control counts as out of reach. */
const MAX_STEPS = 80;

/** Characters of a control's text that a message repeats. */
const TEXT_MAX_CHARACTERS = 40;

/** The focused element, read at once: the page may be changing. */
function focused(page: Page): Promise<string> {
  return page.evaluate((max) => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'nothing';
    const text = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return `${element.tagName.toLowerCase()} ${text.slice(0, max)}`;
  }, TEXT_MAX_CHARACTERS);
}

/**
 * Reaches a control with the Tab key alone, once it is there.
 *
 * @param name of the control as it is read out
 */
export async function tabTo(page: Page, role: string, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role as Parameters<Page['getByRole']>[0], { name, exact: true });
  await seen(wanted);
  const passed: string[] = [];
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
    passed.push(await focused(page));
  }
  throw new Error(`The Tab key does not reach ${role} ${name}. It went over:\n${passed.join('\n')}`);
}

/** Reaches a control with the Tab key and writes into it. */
export async function tabAndType(page: Page, role: string, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Reaches a control with the Tab key and presses Enter on it. */
export async function tabAndPress(page: Page, role: string, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press(key);
}
