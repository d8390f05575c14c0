/**
 * Browser scenes depend on how fast the machine is at that moment. One that fails is run once more, alone, after all
 * others, and what passes then counts. Nothing else is ever repeated: what fails now and then in the core is a fault.
 */
import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JestTotals } from './summary.ts';

/** Folder of the browser scenes, from the root of the project. */
const SCENES = 'test/e2e/';

/** The used part of a test in Jest's `--json` output. */
export interface TestResult {
  /** Its title behind those of the groups in which it stands. */
  readonly fullName: string;
  readonly status: string;
  /** Of a test that failed. */
  readonly failureMessages?: readonly string[];
}

/** The used part of a test file in Jest's `--json` output. */
export interface FileResult {
  /** Absolute path. */
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly TestResult[];
  /** Why it failed, also before or outside its tests. */
  readonly message?: string;
}

/** Jest's `--json` output: its counts, and its files. */
export interface JestReport extends JestTotals {
  readonly testResults: readonly FileResult[];
  /** Jest gave up before all files had run. */
  readonly wasInterrupted?: boolean;
}

/** The end of one Jest. */
export interface JestEnd {
  /** `null` when it ended before it could write it. */
  readonly report: JestReport | null;
  /** Its exit code, `null` when a signal ended it. */
  readonly status: number | null;
}

/** A file of which something is run once more. */
export interface Repeat {
  readonly first: FileResult;
  /** Names of the scenes that failed. Empty: the file failed before or outside its scenes, and all of it is run. */
  readonly scenes: readonly string[];
}

/** The first run, as it counts after what was run once more. */
export interface Merged extends JestEnd {
  /** Names of all that passed in its second run, for people. */
  readonly passedAgain: readonly string[];
  readonly failed: readonly Failure[];
}

/** A failure, of the second run where there was one. */
export interface Failure {
  /** From the root of the project. */
  readonly path: string;
  /** Name of a test, or `null`: the file failed before or outside its tests. */
  readonly name: string | null;
  /** The words of Jest. */
  readonly message: string;
}

/** Lines of a failure's message that stand at the end of a run. */
const MESSAGE_LINES = 16;

/** Jest's exit code when tests failed; with another one, something else is wrong that no second run mends. */
const TESTS_FAILED = 1;

/**
 * Lists all that is run once more: nothing of a run that did not come to its end.
 *
 * @param root folder of the project
 */
export function repeatsOf({ report, status }: JestEnd, root: string): readonly Repeat[] {
  if (report === null || report.wasInterrupted === true || status !== TESTS_FAILED) return [];
  const failed = report.testResults.filter((file) => file.status === 'failed' && isScenes(file, root));
  return failed.map((first) => ({
    first,
    scenes: [...new Set(first.assertionResults.filter(isFailed).map(({ fullName }) => fullName))],
  }));
}

/**
 * Words for the Jest that runs it once more: one file, nothing beside it, and only the scenes that failed.
 */
export function wordsOf({ first, scenes }: Repeat): readonly string[] {
  const only = scenes.length === 0 ? [] : ['--testNamePattern', `^(?:${scenes.map(escaped).join('|')})$`];
  return ['--runInBand', ...only, '--runTestsByPath', first.name];
}

/**
 * The first run with what passed in a second one in the place of what failed.
 *
 * @param seconds what was run once more, and what came of it
 * @param root folder of the project
 */
export function merge(first: JestEnd, seconds: readonly (readonly [Repeat, JestEnd])[], root: string): Merged {
  if (first.report === null) return { ...first, passedAgain: [], failed: [] };
  const mended = seconds.map(([repeat, end]) => ({ file: repeat.first.name, ...mendedBy(repeat, end, root) }));
  const report = mended.reduce((sum, { change }) => add(sum, change), first.report);
  const namesOf = (file: FileResult) => mended.find((one) => one.file === file.name)?.names ?? [];
  const isMended = report.numFailedTests + report.numRuntimeErrorTestSuites === 0;
  return {
    report,
    status: isMended && first.status === TESTS_FAILED ? 0 : first.status,
    passedAgain: mended.flatMap(({ names }) => names),
    failed: report.testResults.flatMap((file) => failuresIn(file, namesOf(file), root)),
  };
}

/** @param mended names of what passed in its second run, or the path of the file if all of it did */
function failuresIn(file: FileResult, mended: readonly string[], root: string): readonly Failure[] {
  const path = pathOf(file, root);
  if (file.status !== 'failed' || mended.includes(path)) return [];
  const tests = file.assertionResults.filter(isFailed);
  if (tests.length === 0) return [{ path, name: null, message: file.message ?? '' }];
  return tests
    .filter(({ fullName }) => !mended.includes(fullName))
    .map(({ fullName, failureMessages = [] }) => ({ path, name: fullName, message: failureMessages.join('\n') }));
}

/** The lines at the end of the run that say what failed: who reads the end alone knows where to look. */
export function linesOfFailed(failed: readonly Failure[]): readonly string[] {
  return failed.flatMap(({ path, name, message }) => {
    const lines = stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() !== '');
    const shown = lines.slice(0, MESSAGE_LINES).map((line) => `  ${line}`);
    return [`failed: ${path}${name === null ? '' : `, "${name}"`}`, ...shown];
  });
}

/** The line at the end of the run that lists what passed in its second run, if anything did. */
export function linesOfPassedAgain(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return [`passed in a second run: ${names.length}, ${names.map((name) => `"${name}"`).join(', ')}`];
}

type Change = Pick<JestTotals, 'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numRuntimeErrorTestSuites'>;

/** The changes that a second run makes to the counts, and the names of all that it mends. */
interface Mended {
  readonly change: Change;
  readonly names: readonly string[];
}

const NO_CHANGE: Change = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numRuntimeErrorTestSuites: 0,
};
const NOT_MENDED: Mended = { change: NO_CHANGE, names: [] };

function mendedBy({ first, scenes }: Repeat, { report }: JestEnd, root: string): Mended {
  const second = report?.testResults.find(({ name }) => name === first.name);
  // A file whose end fails has not shown that its scenes leave the machine as it was.
  if (report === null || second === undefined || report.numRuntimeErrorTestSuites > 0) return NOT_MENDED;
  return scenes.length === 0 ? mendedFile(first, second, root) : mendedScenes(first, scenes, second);
}

/** All of a file counts as its second run says, if nothing of it failed. */
function mendedFile(first: FileResult, second: FileResult, root: string): Mended {
  const passed = countOf(second, 'passed');
  if (second.assertionResults.some(isFailed) || passed === 0) return NOT_MENDED;
  const change = {
    numPassedTests: passed - countOf(first, 'passed'),
    numFailedTests: 0,
    numPendingTests: countOf(second, 'pending') - countOf(first, 'pending'),
    numRuntimeErrorTestSuites: -1,
  };
  return { change, names: [pathOf(first, root)] };
}

/** Scenes by themselves; where several have one name, all of that name must have passed. */
function mendedScenes(first: FileResult, scenes: readonly string[], second: FileResult): Mended {
  const names = scenes.filter((scene) => {
    const results = second.assertionResults.filter(({ fullName }) => fullName === scene);
    return results.length > 0 && results.every(({ status }) => status === 'passed');
  });
  const tests = first.assertionResults.filter((test) => isFailed(test) && names.includes(test.fullName)).length;
  return { change: { ...NO_CHANGE, numPassedTests: tests, numFailedTests: -tests }, names };
}

function add(report: JestReport, change: Change): JestReport {
  return {
    ...report,
    numPassedTests: report.numPassedTests + change.numPassedTests,
    numFailedTests: report.numFailedTests + change.numFailedTests,
    numPendingTests: report.numPendingTests + change.numPendingTests,
    numRuntimeErrorTestSuites: report.numRuntimeErrorTestSuites + change.numRuntimeErrorTestSuites,
  };
}

const isFailed = ({ status }: TestResult) => status === 'failed';

const countOf = (file: FileResult, status: string) =>
  file.assertionResults.filter((test) => test.status === status).length;

const pathOf = ({ name }: FileResult, root: string) => relative(root, name).split(sep).join('/');

const isScenes = (file: FileResult, root: string) => pathOf(file, root).startsWith(SCENES);

/** Text as a pattern that means just it; Jest matches without regard to case. */
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
