/**
 * Runs all tests with Jest but those of the engines (`test/engines.ts`), and prints, alone on the last line,
 * `N passed, N failed` (`, N skipped`). Arguments are Jest's: `npm test -- post`, `npm test -- --selectProjects core`.
 */
import { runJest } from './jest.ts';

const { line, exitCode } = runJest(['--ignoreProjects', 'engines'], process.argv.slice(2));
process.stderr.write('\n');
process.stdout.write(`${line}\n`);
process.exitCode = exitCode;
