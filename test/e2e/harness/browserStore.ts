import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** Number of pictures where there is no draft. */
export const NO_DRAFT = -1;

/** Waits until this browser has stored its one draft, with that many pictures: it is stored after a pause. */
export function draftStored(page: Page, photos: number): Promise<true> {
  return eventually(`a draft with ${photos} pictures is stored`, async () => {
    const stored = await page.evaluate(
      (none) =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('quad-drafts');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
            reading.onerror = () => reject(reading.error);
            reading.onsuccess = () => {
              opening.result.close();
              const lengths = (reading.result as { photos: unknown[] }[]).map(({ photos: { length } }) => length);
              resolve(lengths[0] ?? none);
            };
          };
        }),
      NO_DRAFT,
    );
    return stored === photos ? true : undefined;
  });
}

/** The last chunk of the client that is loaded while the page is idle. */
const LAST_CODE = /\/assets\/RichEditor-/;

/** Waits until the page has fetched the code that it will need while nothing can be fetched. */
export function codeFetched(page: Page): Promise<true> {
  return eventually('the code for later was fetched', async () => {
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    return names.some((name) => LAST_CODE.test(name)) ? true : undefined;
  });
}
