import { type FeedMark, type ReadStore, StaleReadModels } from '#projections/engine/readStore.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { PersonalData } from './personalData.ts';

/** The read models with personal data open, for code that answers a person. */
export interface OpenReads
  extends Pick<ReadStore, 'checkpoint' | 'get' | 'query' | 'feedEnd' | 'feedAfter' | 'leftSince' | 'feedFloor'> {
  /** Opens documents from another source, such as the rows of a commit. */
  open<Document extends Versioned>(documents: readonly Document[]): Promise<readonly Document[]>;
}

/** A read store as far as people are answered from it. */
export type SealedReads = Pick<
  ReadStore,
  'stale' | 'checkpoint' | 'get' | 'query' | 'feedEnd' | 'feedAfter' | 'leftSince' | 'feedFloor'
>;

/**
 * Adds the opening of personal data to a read store, and refuses read models of another release: a newer one may build
 * its own beside this process, whose documents and rows are not for this one to hand out.
 */
export function createOpenReads(store: SealedReads, { open }: Pick<PersonalData, 'open'>): OpenReads {
  /** Generation that was found to be of this release; another release's has another name. */
  let own: string | null = null;

  /** @throws StaleReadModels */
  async function feedEnd(): Promise<FeedMark> {
    const end = await store.feedEnd();
    if (end.generation === own) return end;
    const stale = await store.stale();
    if (stale.length > 0) throw new StaleReadModels(stale);
    own = end.generation;
    return end;
  }

  return {
    checkpoint: () => store.checkpoint(),
    get: async (refs) => open(await store.get(refs)),
    query: async (...query) => open(await store.query(...query)),
    feedEnd,
    async feedAfter(...after) {
      const page = await store.feedAfter(...after);
      return page === null ? null : { ...page, rows: await open(page.rows) };
    },
    leftSince: (...left) => store.leftSince(...left),
    feedFloor: () => store.feedFloor(),
    open,
  };
}
