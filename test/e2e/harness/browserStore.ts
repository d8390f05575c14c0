import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** Waits until the draft of a new post lies in this browser with so many pictures: it is written down after a rest. */
export function draftStored(page: Page, photos: number): Promise<true> {
  return eventually(`a draft with ${photos} pictures is stored`, async () => {
    const stored = await page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('quad-drafts');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const reading = opening.result.transaction('drafts').objectStore('drafts').get('post');
            reading.onerror = () => reject(reading.error);
            reading.onsuccess = () => {
              opening.result.close();
              resolve((reading.result as { photos?: unknown[] } | undefined)?.photos?.length ?? -1);
            };
          };
        }),
    );
    return stored === photos ? true : undefined;
  });
}

/** A part of the client that comes last of those that are fetched while the page is idle. */
const LAST_CODE = /\/assets\/RichEditor-/;

/** Waits until the page has fetched the code that it will need while nothing can be fetched. */
export function codeFetched(page: Page): Promise<true> {
  return eventually('the code for later was fetched', async () => {
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    return names.some((name) => LAST_CODE.test(name)) ? true : undefined;
  });
}
