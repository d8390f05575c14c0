import { Collection } from 'mongodb';

const WRITES = ['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'deleteOne', 'deleteMany'] as const;

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
  for (const [name, original] of originals) {
    prototype[name] = async function (...args) {
      writes += 1;
      if (writes > nth || (writes === nth && when === 'before')) throw new Died();
      if (writes < nth) return original.apply(this, args);
      const [docs, ...rest] = args;
      if (when === 'midway' && name === 'insertMany')
        await original.call(this, (docs as unknown[]).slice(0, 1), ...rest);
      else await original.apply(this, args);
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
