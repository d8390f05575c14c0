import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';

const SCRIPT = join(import.meta.dirname, '../fuzz.ts');
const FEW = ['--inputs', '150', '--members', '2', '--seed', '3'];
const BROKEN = ['--break', 'status-500'];

/** Findings are stored below the working directory. */
const cwd = mkdtempSync(join(tmpdir(), 'quad-fuzz-test-'));
afterAll(() => rmSync(cwd, { recursive: true }));

function fuzz(...words: readonly string[]) {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, ...words], { cwd, encoding: 'utf8' });
  return { status, stdout };
}

it('npm run fuzz finds what was broken on purpose, keeps it, and finds it again by --replay', () => {
  const found = fuzz(...FEW, '--only', 'topics', ...BROKEN);
  expect([found.status, found.stdout]).toEqual([1, expect.stringContaining('Status 500')]);
  expect(readdirSync(join(cwd, '.fuzz'))).not.toEqual([]);
  const [, file = ''] = /Status 500\n.*\n\s+kept in (\S+);/.exec(found.stdout) ?? [];

  const again = fuzz('--replay', file, ...BROKEN);
  expect([again.status, again.stdout]).toEqual([1, expect.stringContaining('Status 500')]);
});
