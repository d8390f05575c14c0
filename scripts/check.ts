/**
 * `npm run check`: everything that can be said about the source without running it. One line for each check, what
 * it found below, and a summary. Exit codes: 0 nothing found, 1 something found.
 */
import { join } from 'node:path';
import { type Check, type Finding, sourceChecks } from './check/sourceChecks.ts';
import { toolChecks } from './check/toolChecks.ts';

const root = join(import.meta.dirname, '..');

function print(check: Check, finding: Finding, seconds: number): void {
  const mark = finding.problems.length === 0 ? 'ok  ' : 'FAIL';
  process.stdout.write(`${mark}  ${check.name.padEnd(24)} ${finding.note} (${seconds.toFixed(1)} s)\n`);
  for (const problem of finding.problems) process.stdout.write(`${problem.replace(/^/gm, '      ')}\n`);
}

let failed = 0;
const checks = [...toolChecks(root), ...sourceChecks(root)];
for (const check of checks) {
  const start = performance.now();
  const finding = await check.run();
  print(check, finding, (performance.now() - start) / 1_000);
  if (finding.problems.length > 0) failed += 1;
}
process.stdout.write(`\n${checks.length - failed} of ${checks.length} checks passed\n`);
process.exitCode = failed === 0 ? 0 : 1;
