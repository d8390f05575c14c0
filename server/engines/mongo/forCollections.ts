import { createSlots } from '../../concurrency/slots.ts';

/** Collections that are prepared at a time. */
const AT_A_TIME = 8;

/**
 * Prepares many collections. A server with much to do answers each call late, and a process that made its some fifty
 * indexes one after the other would take a minute to start. After a failure nothing more begins.
 *
 * @throws the first error, once nothing is under way any more
 */
export async function forCollections<Named>(
  collections: Iterable<Named>,
  prepare: (collection: Named) => Promise<void>,
): Promise<void> {
  const slots = createSlots(AT_A_TIME);
  const errors: unknown[] = [];
  const prepareNext = async (collection: Named) => {
    if (errors.length > 0) return;
    try {
      await prepare(collection);
    } catch (error) {
      errors.push(error);
    }
  };
  await Promise.all(Array.from(collections, (collection) => slots.run(() => prepareNext(collection))));
  if (errors.length > 0) throw errors[0];
}
