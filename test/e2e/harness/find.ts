import type { Locator, Page } from 'playwright-core';
import type { AlertType } from '#web/kit/alertStore.ts';

/** Finds elements by role and name, as a screen reader does. */

export function field(page: Page | Locator, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true });
}

export function button(page: Page | Locator, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

export function link(page: Page | Locator, name: string): Locator {
  return page.getByRole('link', { name, exact: true });
}

/** A dialog by its title. */
export function dialog(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name, exact: true });
}

/** An alert on screen (SHEL-10), of a type where one is named. */
export function alert(page: Page, text: string, type?: AlertType): Locator {
  const messages = page.getByRole('region', { name: 'Messages' });
  const cards = type === undefined ? messages : messages.locator(`[data-type="${type}"]`);
  return cards.getByText(text, { exact: true });
}

/** The whole message of an alert, with its buttons. */
export function messageOf(page: Page, text: string): Locator {
  const messages = page.getByRole('region', { name: 'Messages' });
  // The innermost of those that have both.
  return messages.locator('div', { hasText: text, has: page.getByRole('button', { name: 'Dismiss' }) }).last();
}

/** The card or row that shows this text: a post, or a comment of a thread. */
export function card(page: Page | Locator, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text });
}

/** Comment, Save or Saved! of a card; the number of those who did it is part of the name. */
export function action(page: Page | Locator, name: 'Comment' | 'Save' | 'Saved!'): Locator {
  return page.getByRole('button', { name: new RegExp(`^${name}( \\d+)?$`) });
}

/** The button of the account's menu; where it fits, it shows the signed-in user. */
export function accountMenu(page: Page): Locator {
  return page.getByRole('button', { name: /^Account menu/ });
}
