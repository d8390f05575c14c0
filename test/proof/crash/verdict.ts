/** What was checked, and what did not hold. */
export class Verdict {
  readonly findings: string[] = [];
  #checks = 0;

  /** How many single statements were compared with what is there. */
  get checks(): number {
    return this.#checks;
  }

  /** One check. @param finding what to say if it does not hold; a sentence */
  expect(holds: boolean, finding: () => string): void {
    this.#checks += 1;
    if (!holds) this.findings.push(finding());
  }

  /** Something that nobody had expected. */
  found(...findings: readonly string[]): void {
    this.findings.push(...findings);
  }
}
