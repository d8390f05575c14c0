import type { EngineClock } from '#projections/engine/clock.ts';
import type { Logger } from '../observability/logging.ts';
import type { LeaseVault } from '../ports/vault.ts';
import { LeasePace } from './leasePace.ts';

/**
 * Milliseconds for which a lease is taken: the most that others wait after its holder has died, but for one poll. Longer
 * where the store answers slowly (`leasePace.ts`).
 */
export const LEASE_MS = 5_000;
/** Share of a lease after which it is renewed. */
export const LEASE_RENEW_SHARE = 1 / 3;
/** Milliseconds between two tries to get a lease that another process holds, and after a call that failed. */
export const LEASE_ASK_EVERY_MS = 500;
/**
 * Milliseconds before its end at which a lease that could not be renewed counts as lost. In this time its owner stops,
 * and by so much may the clocks of machine and store drift apart within one lease.
 */
export const LEASE_MARGIN_MS = 1_000;

export interface LeaseOptions {
  readonly leases: LeaseVault;
  /** Name of the work that the lease is for, such as `projector`. */
  readonly name: string;
  /** Names this process and no other, ever. */
  readonly holder: string;
  readonly clock: EngineClock;
  /** How slowly the store answers; kept from one lease to the next. */
  readonly pace?: LeasePace;
  /** Called each time that another process is found to hold it. */
  readonly onHeldElsewhere?: () => void;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** A lease of this process, renewed until it is lost or released. */
export interface HeldLease {
  /** Goes with every write, so that a store refuses a holder of the past. */
  readonly epoch: number;
  /**
   * Whether no other process can hold it now. Asked before an effect, because a process that was halted for a while gets
   * no signal in time.
   */
  isProven(): boolean;
  /** Aborted as soon as the lease is lost, or cannot be proven any more: its owner must stop at once. */
  readonly lost: AbortSignal;
  /** Ends the renewals and gives the lease up; only after its owner has stopped. Never fails: a lease that could not be released runs out. */
  release(): Promise<void>;
}

/**
 * Waits until this process holds a lease.
 *
 * @param closing ends the wait
 * @returns `null`: the wait was ended
 */
export async function takeLease(options: LeaseOptions, closing: AbortSignal): Promise<HeldLease | null> {
  const { leases, name, holder, clock, logger, pace = new LeasePace(LEASE_MS) } = options;
  while (!closing.aborted) {
    const askedAt = clock.now();
    const forMs = pace.lengthMs();
    try {
      const epoch = await leases.acquire(name, holder, forMs);
      pace.answered(clock.now() - askedAt);
      if (epoch === null) options.onHeldElsewhere?.();
      const lease = epoch === null ? null : new KeptLease({ ...options, pace }, epoch, { askedAt, forMs });
      if (lease?.isProven() && !closing.aborted) {
        logger.info({ lease: name, epoch }, 'This process has the lease.');
        return lease;
      }
      // The answer came too late.
      await lease?.release();
    } catch (error) {
      logger.warn({ err: error, lease: name }, 'A lease could not be asked for.');
    }
    await pause(clock, LEASE_ASK_EVERY_MS, closing);
  }
  return null;
}

/** Resolves after milliseconds, or at once when the signal is aborted. */
export function pause(clock: EngineClock, milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(milliseconds, end);
    signal.addEventListener('abort', end);
  });
}

/** A grant of the store: for so long from some moment after it was asked for. */
interface Grant {
  /** Instant of the process's clock. */
  readonly askedAt: number;
  readonly forMs: number;
}

class KeptLease implements HeldLease {
  readonly epoch: number;
  readonly #options: LeaseOptions & { readonly pace: LeasePace };
  readonly #loss = new AbortController();
  /** Instant of the process's clock until which the lease is proven. */
  #provenUntil = 0;
  #isReleased = false;
  #cancelLoss: () => void = () => undefined;
  #cancelRenewal: () => void = () => undefined;

  constructor(options: LeaseOptions & { readonly pace: LeasePace }, epoch: number, grant: Grant) {
    this.#options = options;
    this.epoch = epoch;
    this.#proven(grant);
  }

  get lost(): AbortSignal {
    return this.#loss.signal;
  }

  isProven(): boolean {
    if (!this.#isOver() && this.#options.clock.now() >= this.#provenUntil)
      this.#lose('It could not be renewed in time.');
    return !this.#isOver();
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    this.#cancelTimers();
    const { leases, name, holder, logger } = this.#options;
    try {
      await leases.release(name, holder, this.epoch);
    } catch (error) {
      logger.warn({ err: error, lease: name }, 'A lease could not be released: it runs out by itself.');
    }
  }

  #proven({ askedAt, forMs }: Grant): void {
    const { clock } = this.#options;
    this.#provenUntil = askedAt + forMs - LEASE_MARGIN_MS;
    this.#cancelTimers();
    if (!this.isProven()) return;
    this.#cancelLoss = clock.after(this.#provenUntil - clock.now(), () =>
      this.#lose('It could not be renewed in time.'),
    );
    this.#renewAfter(Math.max(0, askedAt + forMs * LEASE_RENEW_SHARE - clock.now()));
  }

  #renewAfter(milliseconds: number): void {
    this.#cancelRenewal = this.#options.clock.after(milliseconds, () => void this.#renew());
  }

  async #renew(): Promise<void> {
    const { leases, name, holder, clock, logger, pace } = this.#options;
    const askedAt = clock.now();
    // Never for less than was granted before: the answer may be lost, and what was proven has to stay true.
    const forMs = Math.max(pace.lengthMs(), this.#provenUntil + LEASE_MARGIN_MS - askedAt);
    try {
      const isHeld = await leases.renew(name, holder, this.epoch, forMs);
      pace.answered(clock.now() - askedAt);
      if (this.#isOver()) return;
      if (isHeld) this.#proven({ askedAt, forMs });
      else this.#lose('The store says that it has run out, or that another process has it.');
    } catch (error) {
      if (this.#isOver()) return;
      logger.warn({ err: error, lease: name }, 'A lease could not be renewed.');
      this.#renewAfter(LEASE_ASK_EVERY_MS);
    }
  }

  #lose(why: string): void {
    if (this.#isOver()) return;
    const { name, logger } = this.#options;
    this.#cancelTimers();
    logger.warn({ lease: name, epoch: this.epoch, why }, 'This process has lost the lease.');
    this.#loss.abort(new Error(`The lease ${name} is lost. ${why}`));
  }

  #isOver(): boolean {
    return this.#isReleased || this.#loss.signal.aborted;
  }

  #cancelTimers(): void {
    this.#cancelLoss();
    this.#cancelRenewal();
  }
}
