import { type Difference, differenceOf } from '#projections/engine/differences.ts';
import type { Versioned } from '#projections/kernel/collection.ts';

/** Documents that are read at a time for a comparison. */
const SCAN_DOCUMENTS = 500;

/** Documents of a collection after a key, in key order, tombstones too. */
export type Scan = (after: string, limit: number) => Promise<readonly Versioned[]>;

/** Keys of the documents that are not equal, or not of the same version, in two generations of a collection. */
export async function* unsettledKeys(live: Scan, folded: Scan): AsyncGenerator<string, undefined> {
  for await (const [a, b] of pairs(live, folded)) {
    const ref = a ?? b;
    const isSettled = a?.position === b?.position && differenceOf(a, b) === null;
    if (!isSettled && ref !== undefined) yield ref.key;
  }
}

/** A live document beside the folded one: their difference, and whether the folded one is to get the live version. */
export function settle(
  live: Versioned | undefined,
  folded: Versioned | undefined,
): { readonly difference: Difference | null; readonly keepsLiveVersion: boolean } {
  const difference = differenceOf(live, folded);
  const isNewer = live !== undefined && folded !== undefined && live.position > folded.position;
  return { difference, keepsLiveVersion: difference === null && isNewer };
}

/** Merges two generations of a collection by key. */
async function* pairs(
  live: Scan,
  folded: Scan,
): AsyncGenerator<readonly [Versioned | undefined, Versioned | undefined], undefined> {
  const lives = documentsOf(live);
  const foldeds = documentsOf(folded);
  let a = (await lives.next()).value;
  let b = (await foldeds.next()).value;
  while (a !== undefined || b !== undefined) {
    const isLive = a !== undefined && (b === undefined || a.key <= b.key);
    const isFolded = b !== undefined && (a === undefined || b.key <= a.key);
    yield [isLive ? a : undefined, isFolded ? b : undefined];
    if (isLive) a = (await lives.next()).value;
    if (isFolded) b = (await foldeds.next()).value;
  }
}

async function* documentsOf(scan: Scan): AsyncGenerator<Versioned, undefined> {
  let after = '';
  for (;;) {
    const documents = await scan(after, SCAN_DOCUMENTS);
    yield* documents;
    const last = documents.at(-1);
    if (last === undefined) return undefined;
    after = last.key;
  }
}
