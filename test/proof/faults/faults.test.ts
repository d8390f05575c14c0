import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { EXIT } from '#scripts/cli/failure.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

function faults(...words: readonly string[]) {
  return spawnSync(process.execPath, [join('test', 'proof', 'faults.ts'), ...words], { cwd: ROOT, encoding: 'utf8' });
}

it('[P1] [P3] [P6] npm run faults finds nothing in fifty torn logs', () => {
  const { status, stdout } = faults('--cuts', '50', '--no-disk');
  expect([status, stdout]).toEqual([EXIT.ok, expect.stringMatching(/^50 torn write-ahead logs in/)]);
});

it('says how it is called', () => {
  expect(faults('--help').stdout).toContain('--cuts');
  expect(faults('--cuts', 'many').status).toBe(EXIT.usage);
});
