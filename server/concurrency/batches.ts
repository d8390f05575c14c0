import { setImmediate } from 'node:timers/promises';

/**
 * Maps a list in batches, and yields to the event loop between them.
 * @param size items of a batch: as many as take a millisecond or two
 */
export async function mapInBatches<Item, Result>(
  items: readonly Item[],
  size: number,
  map: (item: Item) => Result,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await setImmediate();
    for (const item of items.slice(start, start + size)) results.push(map(item));
  }
  return results;
}
