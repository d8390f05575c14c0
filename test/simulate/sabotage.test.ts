import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Summary } from './report.ts';

/** Seeds within which a broken rule has to be found. */
const SEEDS_MAX = 60;
const TIMEOUT_MS = 300_000;

/** Runs the simulation in a process of its own, with a rule of the program broken on purpose. */
function runBroken(name: string): { readonly status: number | null; readonly summary: Summary } {
  const root = join(import.meta.dirname, '..', '..');
  const words = ['scripts/simulate.ts', '--seeds', String(SEEDS_MAX), '--first', '--json', '--break', name];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  return { status, summary: JSON.parse(stdout) as Summary };
}

describe('the simulation can fail', () => {
  it.each([
    ['hub-skips-rows', 'P5'],
    ['client-takes-older', 'P5'],
    ['dispatcher-forgets-ids', 'P7'],
    ['dispatcher-hopes', 'P7'],
    ['fold-counts-wrong', 'P4'],
  ])(
    '%s: it finds that %s is broken, and a story that shows it',
    (name, promise) => {
      const { status, summary } = runBroken(name);
      expect(status).toBe(1);
      const broken = summary.failed.flatMap(({ findings }) => findings.map((finding) => finding.promise));
      expect(broken).toContain(promise);
      expect(summary.failed[0]?.shrunk?.steps.length).toBeLessThan(30);
    },
    TIMEOUT_MS,
  );
});
