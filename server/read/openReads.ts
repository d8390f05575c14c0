import type { ReadStore } from '#projections/engine/readStore.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { PersonalData } from './personalData.ts';

/** The read models as those read them who answer a person: with personal data open. */
export interface OpenReads
  extends Pick<
    ReadStore,
    'generation' | 'checkpoint' | 'get' | 'query' | 'feedEnd' | 'feedAfter' | 'leftSince' | 'feedFloor'
  > {
  /** Opens documents that were come by otherwise, such as the rows of a commit. */
  open<Document extends Versioned>(documents: readonly Document[]): Promise<readonly Document[]>;
}

/** A read store seen through what opens its personal data. */
export function createOpenReads(store: ReadStore, { open }: Pick<PersonalData, 'open'>): OpenReads {
  return {
    get generation() {
      return store.generation;
    },
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
