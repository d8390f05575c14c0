/**
 * `npm run test:nightly`: runs the tests that take too long for every change (files `*.nightly.ts`), and prints, alone on
 * the last line, `N passed, N failed` (`, N skipped`). Arguments are Jest's. `.ci/nightly` runs it.
 */
import { runJest } from './jest.ts';

const { line, exitCode } = runJest(['--selectProjects', 'nightly'], process.argv.slice(2));
process.stderr.write('\n');
process.stdout.write(`${line}\n`);
process.exitCode = exitCode;
