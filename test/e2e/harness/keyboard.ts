import type { Page } from 'playwright-core';

/** Presses of Tab after which a control counts as out of reach. */
const MAX_STEPS = 80;

/** What has the focus, as a screen reader would call it: "button Create account". */
async function focused(page: Page): Promise<string> {
  const element = page.locator(':focus');
  if ((await element.count()) === 0) return 'nothing';
  const [line] = (await element.first().ariaSnapshot()).split('\n');
  return line ?? 'nothing';
}

/**
 * Goes to a control with the Tab key alone.
 *
 * @param name of the control as it is read out
 */
export async function tabTo(page: Page, role: string, name: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const here = page
      .getByRole(role as Parameters<Page['getByRole']>[0], { name, exact: true })
      .and(page.locator(':focus'));
    if ((await here.count()) > 0) return;
    await page.keyboard.press('Tab');
    seen.push(await focused(page));
  }
  throw new Error(`The Tab key does not reach ${role} ${name}. It went over:\n${seen.join('\n')}`);
}

/** Goes to a control with the Tab key and writes into it. */
export async function tabAndType(page: Page, role: string, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Goes to a control with the Tab key and presses Enter on it. */
export async function tabAndPress(page: Page, role: string, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press(key);
}
