import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXIT } from '#scripts/cli/failure.ts';
import { type CrashBreakage, crashBreakages } from '../breakages.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
/** Milliseconds for all runs at once, on a busy machine. */
const TIMEOUT_MS = 300_000;
/** The other breakages need several kills, or rare moments: `npm run crash -- --break <name>` finds them. */
const SHOWN: readonly string[] = ['early-acknowledgement', 'skipped-row', 'doubled-event', 'lost-claim'];

/** One kill of a server that was broken on purpose. */
async function crashBroken({ name }: CrashBreakage, folder: string) {
  const words = [join('test', 'proof', 'crash.ts'), '--kills', '1', '--seed', '7', '--break', name];
  const crash: ChildProcessByStdio<null, Readable, Readable> = spawn(process.execPath, words, {
    cwd: ROOT,
    // What runs with findings keep goes with the test.
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [status]] = await Promise.all([text(crash.stdout), text(crash.stderr), once(crash, 'exit')]);
  return { status: status as number, findings: findingsIn(output), output: output + errors };
}

/** The lines that begin with a dash, without it. */
function findingsIn(output: string): readonly string[] {
  return output.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
}

// A proof that can't fail proves nothing.
describe('npm run crash', () => {
  const broken = crashBreakages.filter(({ name }) => SHOWN.includes(name));
  const runs = new Map<string, Awaited<ReturnType<typeof crashBroken>>>();
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quad-broken-'));
    // All at once: most of the time they wait for a server to start.
    await Promise.all(broken.map(async (breakage) => runs.set(breakage.name, await crashBroken(breakage, folder))));
  }, TIMEOUT_MS);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(broken.map((breakage) => [breakage.name, breakage] as const))('finds %s', (name, { foundAs }) => {
    const run = runs.get(name);
    expect(run?.findings).toContainEqual(expect.stringMatching(foundAs));
    expect(run?.status).toBe(EXIT.finding);
  });
});
