/**
 * Runs all tests with Jest and prints, alone on the last line, `N passed, N failed` (`, N skipped`).
 * Arguments are Jest's: `npm test -- post`, `npm test -- --selectProjects core`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JestTotals, summarise } from './summary.ts';

const folder = mkdtempSync(join(tmpdir(), 'quad-test-'));
const outputFile = join(folder, 'totals.json');
try {
  const jest = spawnSync(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      join('node_modules', 'jest', 'bin', 'jest.js'),
      '--json',
      `--outputFile=${outputFile}`,
      ...process.argv.slice(2),
    ],
    // With --json Jest writes the totals to standard output too; text for people goes to standard error.
    { stdio: ['inherit', 'ignore', 'inherit'], cwd: join(import.meta.dirname, '..') },
  );
  const { line, exitCode } = summarise(readTotals(outputFile), jest.status);
  process.stderr.write('\n');
  process.stdout.write(`${line}\n`);
  process.exitCode = exitCode;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Jest's totals, or `null` when it ended before it could write them. */
function readTotals(file: string): JestTotals | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JestTotals;
  } catch (error) {
    process.stderr.write(`Jest ended without totals: ${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}
