import type { EngineClock } from '#projections/engine/clock.ts';
import type { HeldLease } from '../kernel/heldLease.ts';
import { type LeasedWork, whileLeased } from '../kernel/whileLeased.ts';
import type { Logger } from '../observability/logging.ts';
import type { LeaseVault } from '../ports/vault.ts';

/** Work that at most one process does at a time; this one does it, or stands by. */
export interface ExclusiveWork {
  /** Epoch of the lease under which this process does it; `null`: it stands by, or nothing has to be shared. */
  epoch(): number | null;
  /** Why this process cannot do it, in words; `null` while all is well, also as a spare. */
  problem(): string | null;
  /** Stops the work, and lets another process begin. */
  close(): Promise<void>;
}

/**
 * Starts work that at most one process may do at a time. Where the stores are shared, `start` is called whenever this
 * process gets the right to it, and the work is stopped before another process can get it.
 *
 * @param name of the work, the same in every process
 * @param start `lease`: `null` where no other process can have the stores
 */
export type Exclusively = (
  name: string,
  start: (lease: HeldLease | null) => Promise<LeasedWork>,
) => Promise<ExclusiveWork>;

/** The stores belong to this process alone: it starts the work at once. An error of `start` is thrown. */
export const asOnlyProcess: Exclusively = async (_name, start) => {
  const work = await start(null);
  return { epoch: () => null, problem: () => null, close: () => work.stop() };
};

/** The stores are shared: a lease in the vault decides. */
export function byLease(options: {
  readonly leases: LeaseVault;
  /** Names this process and no other, ever. */
  readonly process: string;
  readonly clock: EngineClock;
  /** Called once for each work that this process waits for or does. */
  readonly onWork: (name: string, work: Pick<ExclusiveWork, 'epoch'>) => void;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}): Exclusively {
  const { process, onWork, ...shared } = options;
  return async (name, start) => {
    const leased = whileLeased({ ...shared, name, holder: `${process} ${name}`, start });
    onWork(name, leased);
    return { epoch: leased.epoch, problem: leased.problem, close: leased.close };
  };
}
