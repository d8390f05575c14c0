import { forEachOf, ORPHAN_MS, type Sweep } from '../kernel/sweeper.ts';
import type { ShelfRecord, Shelves } from '../ports/shelf.ts';
import type { SweepParts } from './reactorParts.ts';

/** How a noun uses its shelf of the vault (`server/ports/shelf.ts`). */
export interface ShelfUse {
  /** Whether its state names a record. One that it does not name is swept after a day: the vault is written first. */
  isNamed(record: Pick<ShelfRecord, 'id' | 'subject'>, parts: Pick<SweepParts, 'dispatcher'>): Promise<boolean>;
}

/** Removes records from the shelf of a noun that no event has come to name, or none names any more. */
export function shelfSweep(
  { noun, isNamed }: ShelfUse & { readonly noun: string },
  { vault, ...parts }: Pick<SweepParts, 'dispatcher'> & { readonly vault: Pick<Shelves, 'shelf'> },
): Sweep {
  const shelf = vault.shelf(noun);
  return async (now) => {
    const old = await shelf.olderThan(new Date(now.getTime() - ORPHAN_MS).toISOString());
    await forEachOf(old, `looks at the shelf of ${noun}`, async (record) => {
      if (!(await isNamed(record, parts))) await shelf.remove(record.id);
    });
  };
}
