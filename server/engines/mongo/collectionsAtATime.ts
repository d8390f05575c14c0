import { createSlots } from '../../concurrency/slots.ts';

/** Collections that are prepared at a time. */
const AT_A_TIME = 8;

/**
 * Prepares many collections. A server with much to do answers each call late, and a process that made its forty-odd
 * indexes one after the other would take a minute to start.
 */
export async function forCollections<Named>(
  collections: Iterable<Named>,
  prepare: (collection: Named) => Promise<void>,
): Promise<void> {
  const slots = createSlots(AT_A_TIME);
  await Promise.all(Array.from(collections, (collection) => slots.run(() => prepare(collection))));
}
