import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EXIT } from '#scripts/cli/failure.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Milliseconds for one run on a busy machine. */
const TIMEOUT_MS = 300_000;

/** A short run of `npm run crash`, in a process of its own. Twenty kills are a step of `.ci/run`. */
function crash(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('scripts', 'crash.ts'), ...words], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  // What a run with findings keeps for whoever looks into them.
  const kept = /kept in (\S*quad-crash-\w+)\./.exec(stdout)?.[1];
  if (kept !== undefined) rmSync(kept, { recursive: true, force: true });
  return { status, output: stdout + stderr };
}

describe('npm run crash', () => {
  it(
    '[P1] [P2] [P4] [P5] [P7] finds nothing lost, doubled or untrue after three kills',
    () => {
      const { status, output } = crash('--kills', '3', '--seed', '7');
      expect({ status, output }).toEqual({
        status: EXIT.ok,
        output: expect.stringMatching(/^3 kills in .*Nothing lost, nothing doubled\.\n$/),
      });
    },
    TIMEOUT_MS,
  );

  // A proof that can't fail proves nothing.
  it.each([
    ['early-acknowledgement', /was acknowledged and did nothing|was acknowledged and is missing/],
    ['skipped-row', /The page of .* (shows an old|does not show|shows)/],
    ['doubled-event', /made PostSaved twice/],
    ['lost-claim', /have the user name robindoe|have the user name|have the address/],
    ['unfolded-document', /quad verify: |A rebuild had to correct/],
  ])(
    'finds the program out that was broken on purpose: %s',
    (breakage, finding) => {
      const { status, output } = crash('--kills', '1', '--seed', '7', '--break', breakage);
      expect({ status, output }).toEqual({ status: EXIT.finding, output: expect.stringMatching(finding) });
    },
    TIMEOUT_MS,
  );

  it('says how it is called', () => {
    const { status, output } = crash('--help');
    expect(status).toBe(EXIT.ok);
    for (const word of ['--kills', '--seed', '--break', 'Exit codes']) expect(output).toContain(word);
    expect(crash('--kills', 'many').status).toBe(EXIT.usage);
  });
});
