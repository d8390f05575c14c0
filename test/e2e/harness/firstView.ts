import type { Page } from 'playwright-core';

/** Loads of a browser until the first content could be painted, and layout shifts then and after. */
export interface FirstView {
  /** Addresses that were asked for before. */
  readonly asked: readonly string[];
  /** Cumulative layout shift, as Core Web Vitals count it. */
  readonly shift: number;
}

interface Noted {
  contentAt: number;
  shift: number;
}

/** Reloads the page and observes it. @param content how many of which elements are there when it is drawn */
export async function watchFirstView(page: Page, content = { selector: 'article', count: 1 }): Promise<FirstView> {
  await page.addInitScript(({ selector, count }) => {
    const noted: Noted = { contentAt: Number.POSITIVE_INFINITY, shift: 0 };
    Object.assign(window, { noted });
    new MutationObserver((_records, observer) => {
      if (document.querySelectorAll(selector).length < count) return;
      noted.contentAt = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) noted.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  }, content);
  await page.reload();
  await page
    .locator(content.selector)
    .nth(content.count - 1)
    .waitFor();
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => {
    const { contentAt, shift } = (window as unknown as { noted: Noted }).noted;
    const asked = performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime <= contentAt)
      .map(({ name }) => name);
    return { asked, shift };
  });
}
