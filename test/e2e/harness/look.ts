import { deepEqual } from 'node:assert/strict';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { ALERTS_MARK, type AlertType } from '#web/kit/alertStore.ts';
import { eventually, PATIENCE_MS } from './eventually.ts';
import { heading } from './find.ts';

/** Name of the list of alerts in a document, of those that no scene has asked for yet. */
const ALERTS = 'alertsShown';

interface ShownAlert {
  readonly type: string | undefined;
  readonly text: string | null | undefined;
}

/** Waits until it can be seen, and answers it. */
export async function seen(locator: Locator, patienceMs = PATIENCE_MS): Promise<Locator> {
  await locator.first().waitFor({ state: 'visible', timeout: patienceMs });
  return locator.first();
}

/** Waits until a text can be seen: the whole text of an element, or a part of one by a pattern. */
export function seesText(page: Page | Locator, text: string | RegExp, patienceMs = PATIENCE_MS): Promise<Locator> {
  return seen(page.getByText(text, { exact: typeof text === 'string' }), patienceMs);
}

/** Looks at a page until it has a heading. */
export const headed = (name: string | RegExp) => (page: Page) => seen(heading(page, name));

/** Waits until none of it can be seen any more. */
export async function gone(locator: Locator): Promise<void> {
  await eventually(`${locator} is gone`, async () => {
    const visible = await Promise.all((await locator.all()).map((each) => each.isVisible()));
    return visible.includes(true) ? undefined : true;
  });
}

/** Waits until the address shows this path (and query). */
export async function at(page: Page, path: string | RegExp): Promise<void> {
  const matches = (url: URL) => {
    const here = url.pathname + url.search;
    return typeof path === 'string' ? here === path : path.test(here);
  };
  try {
    await page.waitForURL(matches, { waitUntil: 'commit' });
  } catch (error) {
    throw new Error(`The page is at ${page.url()}, not at ${path}.`, { cause: error });
  }
}

/** Fails when the page can be scrolled sideways, and names the elements that stick out. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { tooWide, culprits } = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const wide = [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`);
    return { tooWide: scrollWidth - clientWidth, culprits: wide.slice(0, 5) };
  });
  deepEqual(
    { url: page.url(), tooWide, culprits: tooWide > 0 ? culprits : [] },
    { url: page.url(), tooWide: 0, culprits: [] },
  );
}

/** Brings running transitions to their end: sizes and colours half-way between two states have no meaning. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
    }
  });
}

/** Has the documents of a browser note their alerts: an alert goes by itself, and on a slow machine before anybody looks. */
export async function noteAlerts(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    ([list, mark]) => {
      const shown: ShownAlert[] = [];
      const noted = new WeakSet<Element>();
      Object.assign(window, { [list]: shown });
      new MutationObserver(() => {
        for (const card of document.querySelectorAll<HTMLElement>(`[${mark}] [data-type]`)) {
          if (noted.has(card)) continue;
          noted.add(card);
          shown.push({ type: card.dataset.type, text: card.querySelector('span')?.textContent });
        }
      }).observe(document, { subtree: true, childList: true });
    },
    [ALERTS, ALERTS_MARK] as const,
  );
}

/**
 * Waits until an alert of the present document has said this (SHEL-10), be it gone again by now. Each alert counts once.
 *
 * @param type left out: any
 */
export async function alerted(page: Page, text: string, type?: AlertType): Promise<void> {
  await eventually(`an alert says "${text}"`, () =>
    page.evaluate(
      ([list, words, kind]) => {
        const alerts = (window as unknown as Readonly<Record<string, ShownAlert[]>>)[list] ?? [];
        const at = alerts.findIndex((each) => each.text === words && (kind === undefined || each.type === kind));
        return at !== -1 && alerts.splice(at, 1).length > 0 ? true : undefined;
      },
      [ALERTS, text, type] as const,
    ),
  );
}

/** The text that a person can read, hear or see in the tab. */
export function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [content]')].flatMap(
      (element) =>
        ['aria-label', 'title', 'placeholder', 'alt', 'content'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.textContent, ...named].join('\n');
  });
}
