import type { Page } from 'playwright-core';
import { button, menuItem } from './find.ts';
import { seen } from './look.ts';

/** Labels in the menu of a profile. */
export async function offers(page: Page): Promise<readonly string[]> {
  await button(page, 'Profile options').click();
  await seen(menuItem(page, 'Copy link to profile'));
  const entries = await page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  return entries;
}
