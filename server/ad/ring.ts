import { type Sponsored, sponsored } from '#projections/ad/collections.ts';
import type { PageBounds } from '#projections/engine/readStore.ts';
import { type AdFigures, adFigures } from '#projections/impression/collections.ts';
import type { OpenReads } from '../read/openReads.ts';
import { RING_KEPT_MS, RING_STEP } from './limits.ts';

/** A running ad in its place, with the views that it has had. */
export interface Placed extends Pick<Sponsored, 'id' | 'ad' | 'endTime'> {
  readonly views: number;
}

/** The running ads of the campuses. */
export interface Rings {
  /** The ads that run now, in their order (FEED-10). */
  of(campus: string): Promise<readonly Placed[]>;
}

/** Reads the running ads of a campus for everybody who asks within a while. */
export function createRings({
  readStore,
  clock,
}: {
  readonly readStore: Pick<OpenReads, 'get' | 'query'>;
  readonly clock: () => Date;
}): Rings {
  const known = new Map<string, { readonly at: number; readonly ring: Promise<readonly Placed[]> }>();

  function ringOf(campus: string): Promise<readonly Placed[]> {
    const at = clock().getTime();
    const kept = known.get(campus);
    // A clock that was put back reads anew.
    if (kept !== undefined && at >= kept.at && at - kept.at < RING_KEPT_MS) return kept.ring;
    const ring = readRing(readStore, campus);
    known.set(campus, { at, ring });
    // After a failure the next one who asks reads anew.
    ring.catch(() => known.delete(campus));
    return ring;
  }

  return {
    async of(campus) {
      const ring = await ringOf(campus);
      const now = clock().toISOString();
      return ring.filter(({ endTime }) => endTime > now);
    },
  };
}

type Reads = Pick<OpenReads, 'get' | 'query'>;

async function readRing(readStore: Reads, campus: string): Promise<readonly Placed[]> {
  const ring: Placed[] = [];
  let below: string | null = null;
  do {
    const page: PageBounds = { below, atOrAbove: null, limit: RING_STEP };
    const found = await readStore.query(sponsored.name, 'ofCampus', [campus], page);
    const ads = found.map(({ doc }) => doc as Sponsored);
    ring.push(...(await withViews(readStore, ads)));
    below = ads.length < RING_STEP ? null : (ads.at(-1)?.order ?? null);
  } while (below !== null);
  return ring;
}

async function withViews(readStore: Reads, ads: readonly Sponsored[]): Promise<readonly Placed[]> {
  const found = await readStore.get(ads.map(({ ad }) => ({ collection: adFigures.name, key: ad })));
  const views = new Map(found.map(({ key, doc }) => [key, (doc as AdFigures | null)?.views ?? 0]));
  return ads.map(({ id, ad, endTime }) => ({ id, ad, endTime, views: views.get(ad) ?? 0 }));
}
