/** A lease as a store keeps it. The instants are milliseconds of the store's clock. */
export interface LeaseState {
  /** Rises with every change of holder. */
  readonly epoch: number;
  /** `null`: it was released. */
  readonly holder: string | null;
  /** When it was acquired or last renewed. */
  readonly since: number;
  /** When it runs out. */
  readonly until: number;
}

/** A lease after a call, and the call's answer. */
export interface LeaseChange {
  /** Whether the caller holds the lease if `next` is stored. */
  readonly isHeld: boolean;
  /** State to store in one step over the one that was read; `null`: nothing changes. */
  readonly next: LeaseState | null;
}

const REFUSED: LeaseChange = { isHeld: false, next: null };

/**
 * The rule of `LeaseVault.acquire`.
 *
 * The clock stands before the last renewal only if it was set back. Then the lease starts its full time again from now:
 * its holder never has it for less than it was promised, and nobody waits for the clock to come back.
 *
 * @param before the stored state, `null` for none
 * @param now milliseconds of the store's clock
 */
export function acquireLease(before: LeaseState | null, holder: string, forMs: number, now: number): LeaseChange {
  const taken = { holder, since: now, until: now + forMs };
  if (before === null || isFree(before, now)) {
    // At least the clock: a store that is restored from a backup then gives no epoch a second time.
    return { isHeld: true, next: { ...taken, epoch: Math.max((before?.epoch ?? 0) + 1, Math.floor(now)) } };
  }
  if (before.holder === holder) return { isHeld: true, next: { ...taken, epoch: before.epoch } };
  if (now >= before.since) return REFUSED;
  return { isHeld: false, next: { ...before, since: now, until: now + (before.until - before.since) } };
}

/** The rule of `LeaseVault.renew`. */
export function renewLease(
  before: LeaseState | null,
  holder: string,
  epoch: number,
  forMs: number,
  now: number,
): LeaseChange {
  if (before?.holder !== holder || before.epoch !== epoch || isFree(before, now)) return REFUSED;
  return { isHeld: true, next: { ...before, since: now, until: now + forMs } };
}

/** The rule of `LeaseVault.release`. The state stays, so that the epoch goes on rising. */
export function releaseLease(before: LeaseState | null, holder: string, epoch: number): LeaseChange {
  if (before?.holder !== holder || before.epoch !== epoch) return REFUSED;
  return { isHeld: false, next: { ...before, holder: null } };
}

function isFree({ holder, until }: LeaseState, now: number): boolean {
  return holder === null || now >= until;
}
