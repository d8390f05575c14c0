import type { DatabaseSync } from 'node:sqlite';
import type { LeaseVault } from '../../../ports/vault.ts';
import { acquireLease, type LeaseChange, type LeaseState, releaseLease, renewLease } from '../../leaseState.ts';
import { transaction } from '../database.ts';
import type { Synchronous } from './tables.ts';

/**
 * Milliseconds of the machine's monotonic clock. All processes of a machine share it, and setting the wall clock does
 * not change it. It begins again with the machine, so a lease from before can seem to be of the future: see
 * `acquireLease`.
 */
export function machineClock(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** Leases. @param clock milliseconds since some fixed moment, the same in every process */
export function vaultLeases(db: DatabaseSync, clock: () => number): Synchronous<LeaseVault> {
  const select = db.prepare('SELECT epoch, holder, since, until FROM leases WHERE name = ?');
  const put = db.prepare(
    `INSERT INTO leases VALUES (:name, :epoch, :holder, :since, :until) ON CONFLICT DO UPDATE
     SET epoch = excluded.epoch, holder = excluded.holder, since = excluded.since, until = excluded.until`,
  );

  /** @returns the state of a lease that the caller holds afterwards, `null` otherwise */
  function change(name: string, rule: (before: LeaseState | null, now: number) => LeaseChange): LeaseState | null {
    return transaction(db, () => {
      const before = select.get(name) as LeaseState | undefined;
      const { isHeld, next } = rule(before ?? null, clock());
      if (next !== null) put.run({ name, ...next });
      return isHeld ? next : null;
    });
  }

  return {
    acquire: (name, holder, forMs) =>
      change(name, (before, now) => acquireLease(before, holder, forMs, now))?.epoch ?? null,
    renew: (name, holder, epoch, forMs) =>
      change(name, (before, now) => renewLease(before, holder, epoch, forMs, now)) !== null,
    release: (name, holder, epoch) => {
      change(name, (before) => releaseLease(before, holder, epoch));
    },
  };
}
