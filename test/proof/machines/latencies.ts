/** The longest time that is kept exactly, in milliseconds; longer ones count as this. */
const LONGEST_MS = 60_000;

/** How long things took, by the millisecond: one entry stands for many. */
export class Latencies {
  readonly #counts = new Float64Array(LONGEST_MS + 1);
  #total = 0;

  get total(): number {
    return this.#total;
  }

  add(milliseconds: number, times = 1): void {
    const at = Math.min(LONGEST_MS, Math.max(0, Math.round(milliseconds)));
    this.#counts[at] = (this.#counts[at] ?? 0) + times;
    this.#total += times;
  }

  /** Milliseconds below which a share lies; `NaN` of none. */
  quantile(share: number): number {
    if (this.#total === 0) return Number.NaN;
    let left = this.#total * share;
    for (let at = 0; at <= LONGEST_MS; at += 1) {
      left -= this.#counts[at] ?? 0;
      if (left < 0) return at;
    }
    return LONGEST_MS;
  }
}
