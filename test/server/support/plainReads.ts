import { createOpenReads, type OpenReads, type SealedReads } from '#server/read/openReads.ts';

/** Reads of a store whose documents were folded from open events: nothing is sealed in it. */
export function plainReads(store: SealedReads): OpenReads {
  return createOpenReads(store, { open: async (documents) => documents });
}
