import { COUNTED_RECORDS } from '#server/engines/kurrent/distance.ts';
import type { EventStoreCapabilities } from '../../../contract/eventStoreSamples.ts';

/** The server knows an event id only at its place in the stream, and numbers no events. */
export const KURRENT: EventStoreCapabilities = {
  isDurable: true,
  isGapless: true,
  hasUniqueIds: false,
  countsUpTo: COUNTED_RECORDS,
};
