import type { Reads } from '#projections/engine/mergedReads.ts';
import { createOpenReads, type OpenReads } from '#server/read/openReads.ts';

/** Reads of a store whose documents were folded from open events: nothing is sealed in it. */
export function plainReads(store: Reads): OpenReads {
  return createOpenReads(store, { open: async (documents) => documents });
}
