import type { ReadStore } from '#projections/engine/readStore.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { PersonalData } from './personalData.ts';

/** The read models with personal data open, for code that answers a person. */
export interface OpenReads
  extends Pick<ReadStore, 'checkpoint' | 'get' | 'query' | 'feedEnd' | 'feedAfter' | 'leftSince' | 'feedFloor'> {
  /** Opens documents from another source, such as the rows of a commit. */
  open<Document extends Versioned>(documents: readonly Document[]): Promise<readonly Document[]>;
}

/** Adds the opening of personal data to a read store. */
export function createOpenReads(store: ReadStore, { open }: Pick<PersonalData, 'open'>): OpenReads {
  return {
    checkpoint: () => store.checkpoint(),
    get: async (refs) => open(await store.get(refs)),
    query: async (...query) => open(await store.query(...query)),
    feedEnd: () => store.feedEnd(),
    async feedAfter(...after) {
      const page = await store.feedAfter(...after);
      return page === null ? null : { ...page, rows: await open(page.rows) };
    },
    leftSince: (...left) => store.leftSince(...left),
    feedFloor: () => store.feedFloor(),
    open,
  };
}
