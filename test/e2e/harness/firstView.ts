import type { Page } from 'playwright-core';

/** Loads of a browser until the first post could be painted, and layout shifts then and after. */
export interface FirstView {
  /** Addresses that were asked for before. */
  readonly asked: readonly string[];
  /** Cumulative layout shift, as Core Web Vitals count it. */
  readonly shift: number;
}

interface Noted {
  feedAt: number;
  shift: number;
}

/** Reloads the page and observes it. */
export async function watchFirstView(page: Page): Promise<FirstView> {
  await page.addInitScript(() => {
    const noted: Noted = { feedAt: Number.POSITIVE_INFINITY, shift: 0 };
    Object.assign(window, { noted });
    new MutationObserver((_records, observer) => {
      if (document.querySelector('article') === null) return;
      noted.feedAt = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) noted.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.reload();
  await page.locator('article').first().waitFor();
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => {
    const { feedAt, shift } = (window as unknown as { noted: Noted }).noted;
    const asked = performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime <= feedAt)
      .map(({ name }) => name);
    return { asked, shift };
  });
}
