/**
 * `npm run test:cluster`: runs the browser tests with a cluster in the place of each server: two API processes, two
 * hubs, a projector and a spare, and a worker, over a double of KurrentDB and a FerretDB, behind a load balancer.
 * Prints what passed in its second run and, alone on the last line, `N passed, N failed` (`, N skipped`). Arguments are Jest's:
 * `npm run test:cluster -- live`. Exit codes: 0 nothing failed (or this machine cannot run a FerretDB: the reason is
 * printed), 1 something failed.
 */

import { mongoDouble } from './doubles/mongo/double.ts';
import { runJest } from './jest.ts';

const database = await mongoDouble.prepare();
if ('skipped' in database) {
  process.stdout.write(`Left out: ${database.skipped}\n0 passed, 0 failed\n`);
} else {
  process.env.QUAD_CLUSTER = '1';
  // One cluster at a time: it is nine processes, besides the browser.
  const { notes, line, exitCode } = runJest(['--selectProjects', 'browser', '--maxWorkers=1'], process.argv.slice(2));
  process.stdout.write(
    `\nOn ${database.verifiedAgainst}, and a double of KurrentDB.\n${[...notes, line].join('\n')}\n`,
  );
  process.exitCode = exitCode;
}
