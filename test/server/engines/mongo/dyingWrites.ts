import { Collection } from 'mongodb';

const WRITES = [
  'insertOne',
  'insertMany',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'bulkWrite',
] as const;
/** Writes of several documents, which are their first argument. */
const OF_SEVERAL: ReadonlySet<string> = new Set(['insertMany', 'bulkWrite']);

/** Where in a write a process ends; `midway`: after the first of several documents. */
export const WHENS = ['before', 'midway', 'after'] as const;
export type When = (typeof WHENS)[number];

/** The process has ended. */
export class Died extends Error {}

type Write = (this: Collection, ...args: unknown[]) => Promise<unknown>;

/**
 * Runs some work whose process ends at its `nth` write (from 1).
 * @returns whether it ended there; `false`: the work makes fewer writes, and is done
 */
export async function diesAt(nth: number, when: When, work: () => Promise<unknown>): Promise<boolean> {
  const prototype = Collection.prototype as unknown as Record<string, Write>;
  const originals = WRITES.map((name) => [name, prototype[name] as Write] as const);
  let writes = 0;
  // The driver makes an `insertMany` of a `bulkWrite`, which is no write of its own.
  let isInside = false;
  for (const [name, original] of originals) {
    const make: Write = function (...args) {
      isInside = true;
      try {
        return original.apply(this, args);
      } finally {
        isInside = false;
      }
    };
    prototype[name] = async function (...args) {
      if (isInside) return original.apply(this, args);
      writes += 1;
      if (writes > nth || (writes === nth && when === 'before')) throw new Died();
      if (writes < nth) return make.apply(this, args);
      const [all, ...rest] = args;
      if (when === 'midway' && OF_SEVERAL.has(name)) await make.call(this, (all as unknown[]).slice(0, 1), ...rest);
      else await make.apply(this, args);
      throw new Died();
    };
  }
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof Died) return true;
    throw error;
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
  }
}
