/**
 * Runs all tests with Jest but those of the engines (`test/engines.ts`) and the night (`test/nightly.ts`), and browser
 * scenes that failed once more (`test/secondRun.ts`). Prints what failed, what passed in its second run and, alone on the
 * last line, `N passed, N failed` (`, N skipped`). Arguments are Jest's: `npm test -- post`, `npm test -- --selectProjects core`.
 */
import { runJest } from './jest.ts';

const { notes, line, exitCode } = runJest(['--ignoreProjects', 'engines', 'nightly'], process.argv.slice(2));
process.stderr.write('\n');
process.stdout.write(`${[...notes, line].join('\n')}\n`);
process.exitCode = exitCode;
