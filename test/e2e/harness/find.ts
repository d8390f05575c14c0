import type { Locator, Page } from 'playwright-core';
import type { AlertType } from '#web/kit/alertStore.ts';

/**
 * Finds elements by role and name, as a screen reader does. Names are compared whole and with their case: one that only has to
 * contain a text is a regular expression, so that it can be seen where it stands.
 */

type Role = Parameters<Page['getByRole']>[0];

/** An element of any role. */
export function named(page: Page | Locator, role: Role, name: string | RegExp): Locator {
  return page.getByRole(role, { name, exact: true });
}

const ofRole = (role: Role) => (page: Page | Locator, name: string | RegExp) => named(page, role, name);

export const button = ofRole('button');
export const checkbox = ofRole('checkbox');
export const combobox = ofRole('combobox');
/** A dialog by its title. */
export const dialog = ofRole('dialog');
export const field = ofRole('textbox');
export const heading = ofRole('heading');
export const link = ofRole('link');
export const menuItem = ofRole('menuitem');
export const radio = ofRole('radio');
export const region = ofRole('region');

/** An alert on screen (SHEL-10), of a type where one is named. */
export function alert(page: Page, text: string, type?: AlertType): Locator {
  const messages = region(page, 'Messages');
  const cards = type === undefined ? messages : messages.locator(`[data-type="${type}"]`);
  return cards.getByText(text, { exact: true });
}

/** The whole message of an alert, with its buttons. */
export function messageOf(page: Page, text: string): Locator {
  const messages = region(page, 'Messages');
  // The innermost of those that have both.
  return messages.locator('div', { hasText: text, has: button(page, 'Dismiss') }).last();
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
