import type { Page } from 'playwright-core';
import { codeFile } from './codeFile.ts';
import { eventually } from './eventually.ts';

/** Number of pictures where there is no draft. */
export const NO_DRAFT = -1;

/** Everything in a table of the browser's database; it is made when the page needs it first. */
function stored(page: Page, database: string, table: string): Promise<readonly unknown[]> {
  return page.evaluate(
    ([database, table]) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open(database);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(table).objectStore(table).getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
    [database, table] as const,
  );
}

/** Waits until this browser has stored its one draft, with that many pictures: it is stored after a pause. */
export function draftStored(page: Page, photos: number): Promise<true> {
  return eventually(`a draft with ${photos} pictures is stored`, async () => {
    // Beside the draft, the table has its files.
    const records = (await stored(page, 'quad-drafts', 'drafts')) as readonly {
      readonly photos?: readonly unknown[];
    }[];
    const draft = records.find(({ photos }) => photos !== undefined);
    return (draft?.photos?.length ?? NO_DRAFT) === photos ? true : undefined;
  });
}

/** Waits until everything that was done here is acknowledged. */
export function outboxEmpty(page: Page): Promise<true> {
  return eventually('the outbox is empty', async () =>
    (await stored(page, 'quad.outbox', 'entries')).length === 0 ? true : undefined,
  );
}

/** Chunks of the client, loaded while the page is idle and in no fixed order, without which scenes of a page that is cut off fail. */
const LATE_CODE = ['web/post/compose/RichEditor.tsx', 'web/post/card/PendingState.tsx'] as const;

/**
 * Waits until the page has fetched the code that it will need while nothing can be fetched.
 *
 * @param further modules that only this scene needs, by their paths from the root
 */
export function codeFetched(page: Page, further: readonly string[] = []): Promise<true> {
  const files = [...LATE_CODE, ...further].map(codeFile);
  return eventually('the code for later was fetched', async () => {
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    return files.every((file) => names.some((name) => file.test(name))) ? true : undefined;
  });
}
