/** Counts checks and collects findings. */
export class Verdict {
  readonly findings: string[] = [];
  /** Milliseconds that each part of the checks took, by its name. */
  readonly took = new Map<string, number>();
  #checks = 0;

  /** Number of single statements that were checked. */
  get checks(): number {
    return this.#checks;
  }

  /** One check. @param finding the sentence to report if it fails */
  expect(holds: boolean, finding: () => string): void {
    this.#checks += 1;
    if (!holds) this.findings.push(finding());
  }

  /** Does a part of the checks, and notes how long it took. */
  async timed<T>(part: string, act: () => Promise<T>): Promise<T> {
    const from = performance.now();
    try {
      return await act();
    } finally {
      this.took.set(part, (this.took.get(part) ?? 0) + performance.now() - from);
    }
  }

  /** Unexpected findings. */
  found(...findings: readonly string[]): void {
    this.findings.push(...findings);
  }
}
