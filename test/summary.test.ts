import { describe, expect, it } from '@jest/globals';
import { type JestTotals, summarise } from './summary.ts';

const clean: JestTotals = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
};

describe('the summary of a test run', () => {
  it('is one line of passed and failed', () => {
    expect(summarise(clean, 0)).toEqual({ line: '3 passed, 0 failed', exitCode: 0 });
  });

  it('names skipped tests only when there are some', () => {
    expect(summarise({ ...clean, numPendingTests: 2 }, 0).line).toBe('3 passed, 0 failed, 2 skipped');
  });

  it('counts a file that could not run as a failure', () => {
    const totals = { ...clean, numRuntimeErrorTestSuites: 1 };
    expect(summarise(totals, 1)).toEqual({ line: '3 passed, 1 failed', exitCode: 1 });
  });

  it('fails when Jest ended without totals, by a signal, or without any test', () => {
    expect(summarise(null, null).exitCode).toBe(1);
    expect(summarise(clean, null).exitCode).toBe(1);
    expect(summarise({ ...clean, numPassedTests: 0 }, 0).exitCode).toBe(1);
  });
});
