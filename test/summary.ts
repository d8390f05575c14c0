/** The used part of Jest's counts in its `--json` output. */
export interface JestTotals {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Skipped tests. */
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that failed before or outside their tests: none of their tests is counted. */
  readonly numRuntimeErrorTestSuites: number;
}

/** The outcome of a run. */
export interface Summary {
  /** `N passed, N failed`, and `, N skipped` if any were. */
  readonly line: string;
  readonly exitCode: number;
}

/**
 * The last line of a run and its exit code. A file that could not run counts as one failure: it must not look
 * like fewer tests. A run whose totals are unknown, or that ran nothing, fails.
 *
 * @param status exit code of Jest, `null` when a signal ended it
 */
export function summarise(totals: JestTotals | null, status: number | null): Summary {
  if (totals === null) return { line: '0 passed, 1 failed', exitCode: 1 };
  const failed = failuresOf(totals);
  const skipped = totals.numPendingTests + totals.numTodoTests;
  const line = `${totals.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  const ran = totals.numPassedTests > 0 || failed > 0;
  return { line, exitCode: status === 0 && failed === 0 && ran ? 0 : 1 };
}

/** Tests that failed, and files that could not run. */
export function failuresOf(totals: JestTotals): number {
  return totals.numFailedTests + totals.numRuntimeErrorTestSuites;
}
