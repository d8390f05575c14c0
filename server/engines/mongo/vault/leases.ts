import type { LeaseVault } from '../../../ports/vault.ts';
import { acquireLease, type LeaseChange, type LeaseState, releaseLease, renewLease } from '../../leaseState.ts';
import type { ChangeDocument } from './changeDocument.ts';
import type { LeaseDoc, VaultCollections } from './collections.ts';

/**
 * Leases: a document each, which is written only if it is as it was read.
 *
 * A renewal asks for the time while the document is read, a round trip less of three: a busy server answers late, and a
 * renewal that is answered too late costs the work. The time may then be of before the read. That only shortens the
 * lease, and the document says that no other process has had it.
 *
 * @param clock milliseconds of the server's clock. For a lease to be acquired it is asked after the document is read: so it stands before the document's
 *   instants only if it was set back, and a lease never counts from an instant after its write. Behind a sharded cluster
 *   it is the router's; `LEASE_MARGIN_MS` covers the difference between routers, and the epoch the rest.
 */
export function mongoLeases(
  { leases }: Pick<VaultCollections, 'leases'>,
  changeDocument: ChangeDocument,
  clock: () => Promise<number>,
): LeaseVault {
  /** @returns the state of a lease that the caller holds afterwards, `null` otherwise */
  function change(
    name: string,
    rule: (before: LeaseState | null, now: number) => LeaseChange,
    time: () => Promise<number> = clock,
  ) {
    return changeDocument(leases, name, async (before: LeaseDoc | null) => {
      const { isHeld, next } = rule(before === null ? null : stateOf(before), await time());
      return { result: isHeld ? next : null, ...(next === null ? {} : { next }) };
    });
  }
  return {
    acquire: async (name, holder, forMs) =>
      (await change(name, (before, now) => acquireLease(before, holder, forMs, now)))?.epoch ?? null,
    async renew(name, holder, epoch, forMs) {
      const asked = clock();
      // Awaited with the document; if that cannot be read, the fault is its own.
      asked.catch(() => undefined);
      const rule = (before: LeaseState | null, now: number) => renewLease(before, holder, epoch, forMs, now);
      return (await change(name, rule, () => asked)) !== null;
    },
    release: async (name, holder, epoch) => {
      await change(name, (before) => releaseLease(before, holder, epoch));
    },
  };
}

function stateOf({ epoch, holder, since, until }: LeaseDoc): LeaseState {
  return { epoch, holder, since, until };
}
