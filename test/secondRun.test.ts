import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { runJest } from './jest.ts';
import {
  type FileResult,
  type JestEnd,
  linesOfFailed,
  linesOfPassedAgain,
  merge,
  repeatsOf,
  wordsOf,
} from './secondRun.ts';

const ROOT = '/quad';
const SCENES = `${ROOT}/test/e2e/feed.test.ts`;
const CORE = `${ROOT}/test/web/feed.test.ts`;

const countOf = (files: readonly FileResult[], wanted: string) =>
  files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted).length;

/** A file by the names of its tests, with what became of them; none of a file that could not run. */
const file = (name: string, tests: readonly (readonly [string, string])[]): FileResult => ({
  name,
  status: tests.length > 0 && tests.every(([, status]) => status !== 'failed') ? 'passed' : 'failed',
  assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
});

/** The end of a Jest that ran these files. */
function ended(files: readonly FileResult[], status = 1): JestEnd {
  const report = {
    numPassedTests: countOf(files, 'passed'),
    numFailedTests: countOf(files, 'failed'),
    numPendingTests: countOf(files, 'pending'),
    numTodoTests: 0,
    numRuntimeErrorTestSuites: files.filter(({ assertionResults }) => assertionResults.length === 0).length,
    testResults: files,
  };
  return { report, status };
}

/** The first run, merged with a second of each file that has one. */
function mergedWith(first: JestEnd, ...seconds: readonly JestEnd[]) {
  const repeats = repeatsOf(first, ROOT);
  expect(repeats).toHaveLength(seconds.length);
  return merge(
    first,
    seconds.map((second, index) => [repeats[index] as (typeof repeats)[number], second] as const),
    ROOT,
  );
}

describe('what is run once more', () => {
  const first = ended([
    file(CORE, [['core', 'failed']]),
    file(SCENES, [
      ['a', 'passed'],
      ['b (1+1)', 'failed'],
      ['c', 'failed'],
    ]),
  ]);

  it('are the browser scenes that failed, each file by itself, and never a test of the core', () => {
    const repeats = repeatsOf(first, ROOT);
    expect(repeats.map(({ first: { name }, scenes }) => [name, scenes])).toEqual([[SCENES, ['b (1+1)', 'c']]]);
    const words = repeats.flatMap(wordsOf);
    const pattern = new RegExp(words[words.indexOf('--testNamePattern') + 1] ?? '', 'i');
    expect(['a', 'b (1+1)', 'b 11', 'c', 'cc'].filter((name) => pattern.test(name))).toEqual(['b (1+1)', 'c']);
    expect(words.at(-1)).toBe(SCENES);
  });

  it('is the whole file when it failed outside its scenes', () => {
    const [repeat] = repeatsOf(ended([file(SCENES, [])]), ROOT);
    expect(repeat?.scenes).toEqual([]);
    expect(repeat && wordsOf(repeat)).not.toContain('--testNamePattern');
  });

  it('is nothing after a run that did not come to its end, or failed by something else', () => {
    expect(repeatsOf({ report: null, status: 1 }, ROOT)).toEqual([]);
    expect(repeatsOf({ ...first, status: null as never }, ROOT)).toEqual([]);
    expect(repeatsOf({ ...first, status: 134 }, ROOT)).toEqual([]);
    expect(repeatsOf({ report: first.report && { ...first.report, wasInterrupted: true }, status: 1 }, ROOT)).toEqual(
      [],
    );
  });
});

describe('what counts after a second run', () => {
  const one = ended([
    file(SCENES, [
      ['a', 'passed'],
      ['b', 'failed'],
    ]),
  ]);
  const two = ended([
    file(SCENES, [
      ['a', 'failed'],
      ['b', 'failed'],
      ['b', 'failed'],
    ]),
  ]);

  it('is a pass, and the run is good when nothing else failed', () => {
    const merged = mergedWith(
      one,
      ended(
        [
          file(SCENES, [
            ['a', 'pending'],
            ['b', 'passed'],
          ]),
        ],
        0,
      ),
    );
    expect(merged).toMatchObject({ status: 0, passedAgain: ['b'] });
    // A scene that the second run leaves out was not skipped.
    expect(merged.report).toMatchObject({ numPassedTests: 2, numFailedTests: 0, numPendingTests: 0 });
  });

  it('is a failure when it fails twice, or does not run', () => {
    for (const second of [
      ended([file(SCENES, [['b', 'failed']])]),
      ended([file(SCENES, [['b', 'pending']])], 0),
      ended([file(SCENES, [['other', 'passed']])], 0),
      ended([file(CORE, [['b', 'passed']])], 0),
      ended([file(SCENES, [])]),
      { report: null, status: 1 },
      { ...ended([file(SCENES, [['b', 'passed']]), file(CORE, [])]) },
    ]) {
      const merged = mergedWith(one, second);
      expect(merged).toMatchObject({ status: 1, passedAgain: [] });
      expect(merged.report).toMatchObject({ numPassedTests: 1, numFailedTests: 1 });
    }
  });

  it('is a pass for several scenes of one name only when all of them pass', () => {
    const both = mergedWith(
      two,
      ended([
        file(SCENES, [
          ['a', 'failed'],
          ['b', 'passed'],
          ['b', 'passed'],
        ]),
      ]),
    );
    expect(both).toMatchObject({ status: 1, passedAgain: ['b'] });
    expect(both.report).toMatchObject({ numPassedTests: 2, numFailedTests: 1 });
    const half = mergedWith(
      two,
      ended([
        file(SCENES, [
          ['a', 'passed'],
          ['b', 'passed'],
          ['b', 'failed'],
        ]),
      ]),
    );
    expect(half).toMatchObject({ status: 1, passedAgain: ['a'] });
    expect(half.report).toMatchObject({ numPassedTests: 1, numFailedTests: 2 });
  });

  it('is what a file shows that could not run before', () => {
    const merged = mergedWith(
      ended([file(SCENES, [])]),
      ended(
        [
          file(SCENES, [
            ['a', 'passed'],
            ['b', 'pending'],
          ]),
        ],
        0,
      ),
    );
    expect(merged).toMatchObject({ status: 0, passedAgain: ['test/e2e/feed.test.ts'] });
    expect(merged.report).toMatchObject({ numPassedTests: 1, numPendingTests: 1, numRuntimeErrorTestSuites: 0 });
  });

  it('stays a failure where the core failed too', () => {
    const first = ended([file(CORE, [['core', 'failed']]), file(SCENES, [['b', 'failed']])]);
    const merged = mergedWith(first, ended([file(SCENES, [['b', 'passed']])], 0));
    expect(merged).toMatchObject({ status: 1, passedAgain: ['b'] });
    expect(merged.report).toMatchObject({ numPassedTests: 1, numFailedTests: 1 });
  });

  it('is listed in one line, if there is anything', () => {
    expect(linesOfPassedAgain([])).toEqual([]);
    expect(linesOfPassedAgain(['a', 'b'])).toEqual(['passed in a second run: 2, "a", "b"']);
  });
});

describe('what failed', () => {
  it('is what failed in the core, or twice, or outside the tests of a file', () => {
    const broken = {
      ...file(`${ROOT}/test/broken.test.ts`, []),
      message: '\u001b[31mNo such module\u001b[39m\n\nat line 1',
    };
    const core: FileResult = {
      ...file(CORE, [['core', 'failed']]),
      assertionResults: [
        {
          fullName: 'core',
          status: 'failed',
          failureMessages: [Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n')],
        },
        { fullName: 'fine', status: 'passed' },
      ],
    };
    const scenes = file(SCENES, [
      ['once', 'failed'],
      ['twice', 'failed'],
    ]);
    const { failed } = mergedWith(
      ended([core, broken, scenes]),
      ended([
        file(SCENES, [
          ['once', 'passed'],
          ['twice', 'failed'],
        ]),
      ]),
    );
    const lines = linesOfFailed(failed);
    expect(lines.filter((line) => line.startsWith('failed: '))).toEqual([
      'failed: test/web/feed.test.ts, "core"',
      'failed: test/broken.test.ts',
      'failed: test/e2e/feed.test.ts, "twice"',
    ]);
    expect(lines).toContain('  No such module');
    expect(lines.filter((line) => line.startsWith('  line '))).toHaveLength(16);
  });

  it('is nothing after a file whose second run passed as a whole', () => {
    const { failed } = mergedWith(ended([file(SCENES, [])]), ended([file(SCENES, [['a', 'passed']])], 0));
    expect(failed).toEqual([]);
  });
});

describe('a run of Jest', () => {
  let root: string | undefined;
  afterEach(() => rmSync(root ?? '', { recursive: true, force: true }));

  /** Runs a small project of tests that fail now and then. @returns the run, and how often each of them ran */
  function runSmall(...words: readonly string[]) {
    root = mkdtempSync(join(tmpdir(), 'quad-second-run-'));
    cpSync(join(import.meta.dirname, 'fixtures', 'secondRun'), root, { recursive: true });
    const run = runJest(['--ignoreProjects', 'engines'], words, { root, output: 'ignore' });
    const ran = readFileSync(join(root, 'test', 'ran.txt'), 'utf8')
      .split('\n')
      .filter(Boolean);
    return {
      run,
      times: Object.fromEntries([...new Set(ran)].map((name) => [name, ran.filter((other) => other === name).length])),
    };
  }

  it('repeats the scenes that failed and nothing else', () => {
    const { run, times } = runSmall();
    expect(times).toEqual({ core: 1, always: 1, once: 2, twice: 2, unready: 2, ready: 1 });
    expect(run).toEqual({
      line: '3 passed, 2 failed, 1 skipped',
      exitCode: 1,
      notes: expect.arrayContaining(['passed in a second run: 2, "fails once (a+b) [P1]", "test/e2e/unready.test.js"']),
    });
    expect(run.notes.filter((line) => line.startsWith('failed: '))).toHaveLength(2);
  });

  it('is good when all that failed passes in its second run', () => {
    const { run } = runSmall('e2e/scenes', '--testNamePattern', 'once|always');
    expect(run).toMatchObject({ line: '2 passed, 0 failed, 2 skipped', exitCode: 0 });
    expect(run.notes).toHaveLength(1);
  });
});
