import type { LeaseVault } from '../../../ports/vault.ts';
import { acquireLease, type LeaseChange, type LeaseState, releaseLease, renewLease } from '../../leaseState.ts';
import type { ChangeDocument } from './changeDocument.ts';
import type { LeaseDoc, VaultCollections } from './collections.ts';

/**
 * Leases: a document each, which is written only if it is as it was read.
 *
 * @param clock milliseconds of the server's clock, asked after the document is read: so it stands before the document's
 *   instants only if it was set back, and a lease never counts from an instant after its write. Behind a sharded cluster
 *   it is the router's; `LEASE_MARGIN_MS` covers the difference between routers, and the epoch the rest.
 */
export function mongoLeases(
  { leases }: Pick<VaultCollections, 'leases'>,
  changeDocument: ChangeDocument,
  clock: () => Promise<number>,
): LeaseVault {
  /** @returns the state of a lease that the caller holds afterwards, `null` otherwise */
  function change(name: string, rule: (before: LeaseState | null, now: number) => LeaseChange) {
    return changeDocument(leases, name, async (before: LeaseDoc | null) => {
      const { isHeld, next } = rule(before === null ? null : stateOf(before), await clock());
      return { result: isHeld ? next : null, ...(next === null ? {} : { next }) };
    });
  }
  return {
    acquire: async (name, holder, forMs) =>
      (await change(name, (before, now) => acquireLease(before, holder, forMs, now)))?.epoch ?? null,
    renew: async (name, holder, epoch, forMs) =>
      (await change(name, (before, now) => renewLease(before, holder, epoch, forMs, now))) !== null,
    release: async (name, holder, epoch) => {
      await change(name, (before) => releaseLease(before, holder, epoch));
    },
  };
}

function stateOf({ epoch, holder, since, until }: LeaseDoc): LeaseState {
  return { epoch, holder, since, until };
}
