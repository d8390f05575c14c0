/** Counts checks and collects findings. */
export class Verdict {
  readonly findings: string[] = [];
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

  /** Unexpected findings. */
  found(...findings: readonly string[]): void {
    this.findings.push(...findings);
  }
}
