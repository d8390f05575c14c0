import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JestTotals, summarise } from './summary.ts';

/**
 * Runs Jest in the root of the project; its output goes to standard error. Returns the last line and the exit code.
 *
 * @param projects Jest's option that chooses projects, and its values
 * @param words further arguments of Jest
 */
export function runJest(projects: readonly string[], words: readonly string[]): { line: string; exitCode: number } {
  const folder = mkdtempSync(join(tmpdir(), 'quad-test-'));
  const outputFile = join(folder, 'totals.json');
  try {
    const jest = spawnSync(
      process.execPath,
      [
        '--experimental-vm-modules',
        '--disable-warning=ExperimentalWarning',
        join('node_modules', 'jest', 'bin', 'jest.js'),
        // First: Jest takes all words behind such an option for projects, up to the next option.
        ...projects,
        '--json',
        `--outputFile=${outputFile}`,
        ...words,
      ],
      // With --json Jest writes the totals to standard output too; text for people goes to standard error.
      { stdio: ['inherit', 'ignore', 'inherit'], cwd: join(import.meta.dirname, '..') },
    );
    return summarise(readTotals(outputFile), jest.status);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
