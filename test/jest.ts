import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type JestEnd,
  type JestReport,
  linesOfFailed,
  linesOfPassedAgain,
  merge,
  repeatsOf,
  wordsOf,
} from './secondRun.ts';
import { type Summary, summarise } from './summary.ts';

const ROOT = resolve(import.meta.dirname, '..');
const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

/** A run of Jest, and of what was run once more. */
export interface Run extends Summary {
  /** Lines for the end of the run, before its last one. */
  readonly notes: readonly string[];
}

/** Where a run takes place. */
interface Place {
  /** Folder of the project. */
  readonly root: string;
  /** Whether people see what Jest says. */
  readonly output: 'inherit' | 'ignore';
  /** Variables beside those of this process. */
  readonly variables?: Readonly<Record<string, string>>;
}

const HERE: Place = { root: ROOT, output: 'inherit' };

/**
 * Runs Jest in the root of the project, and browser scenes that failed once more (`secondRun.ts`); its output goes to
 * standard error.
 *
 * @param projects Jest's option that chooses projects, and its values
 * @param words further arguments of Jest
 */
export function runJest(projects: readonly string[], words: readonly string[], place = HERE): Run {
  const { root, output } = place;
  const first = spawnJest(projects, words, place);
  const seconds = repeatsOf(first, root).map((repeat) => {
    if (output === 'inherit') process.stderr.write(`\nOnce more, alone: ${repeat.first.name}\n`);
    return [repeat, spawnJest(['--selectProjects', 'browser'], wordsOf(repeat), place)] as const;
  });
  const { report, status, passedAgain, failed } = merge(first, seconds, root);
  return { ...summarise(report, status), notes: [...linesOfFailed(failed), ...linesOfPassedAgain(passedAgain)] };
}

/** Runs one Jest to its end. */
function spawnJest(projects: readonly string[], words: readonly string[], { root, output, variables }: Place): JestEnd {
  const folder = mkdtempSync(join(tmpdir(), 'quad-test-'));
  const outputFile = join(folder, 'report.json');
  try {
    const jest = spawnSync(
      process.execPath,
      [
        '--experimental-vm-modules',
        '--disable-warning=ExperimentalWarning',
        JEST,
        // First: Jest takes all words behind such an option for projects, up to the next option.
        ...projects,
        '--json',
        `--outputFile=${outputFile}`,
        ...words,
      ],
      // With --json Jest writes the report to standard output too; text for people goes to standard error.
      { stdio: ['inherit', 'ignore', output], cwd: root, env: { ...process.env, ...variables } },
    );
    return { report: readReport(outputFile), status: jest.status };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Jest's report, or `null` when it ended before it could write it. */
function readReport(file: string): JestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JestReport;
  } catch (error) {
    process.stderr.write(`Jest ended without a report: ${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}
