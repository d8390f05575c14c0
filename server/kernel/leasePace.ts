/** Answers of the store that a lease must outlast: the one that grants it, a renewal that fails, and one that is granted. */
const ANSWERS_IN_A_LEASE = 4;
/** Milliseconds of the longest lease: what others wait, at most, for one whose holder has died while the store was slow. */
export const LEASE_MAX_MS = 30_000;

/**
 * Length of leases by how slowly their store answers. A store that takes longer to answer than a lease lasts could
 * otherwise grant none to anybody, though it works: each would have run out when its holder learns of it.
 */
export class LeasePace {
  readonly #usualMs: number;
  /** Milliseconds of the slowest answer of late. */
  #slowestMs = 0;

  /** @param usualMs length of a lease where the store answers quickly */
  constructor(usualMs: number) {
    this.#usualMs = usualMs;
  }

  /** Notes how long the store took to answer. A slow answer counts for half with each one after it. */
  answered(ms: number): void {
    this.#slowestMs = Math.max(ms, this.#slowestMs / 2);
  }

  /** Milliseconds for which to ask for a lease, or for its renewal, now. */
  lengthMs(): number {
    return Math.min(LEASE_MAX_MS, Math.max(this.#usualMs, ANSWERS_IN_A_LEASE * this.#slowestMs));
  }
}
