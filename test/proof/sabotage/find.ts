import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { findBySimulation } from './findBySimulation.ts';
import type { Proof, Sabotage } from './sabotage.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Seeds of the crash run and the fuzz run. */
const CRASH_SEED = 7;
const FUZZ_SEED = 3;
/** Torn logs within which one is found. */
const CUTS = 200;
/** Inputs and members of a fuzz run: few of the kind that finds it, or many of all kinds. */
const FEW = { inputs: 150, members: 2 };
const MANY = { inputs: 800, members: 6 };

/** A proof's result on the broken program. */
export interface Found {
  /** The finding that says it; `null`: it was not found. */
  readonly finding: string | null;
  /** The seed of the story that found it. */
  readonly seed?: number;
}

/** Runs a proof on a sabotage, as the command line would. */
export async function find(proof: Proof, sabotage: Sabotage): Promise<Found> {
  const { simulate, crash, faults, fuzz } = sabotage.foundBy;
  if (proof === 'simulate' && simulate !== undefined) {
    const { seed, problem } = await findBySimulation(sabotage, simulate);
    return seed === null ? { finding: null } : { finding: `${simulate.promise}: ${problem}`, seed };
  }
  if (proof === 'crash' && crash !== undefined) {
    return run(sabotage, crash.as, ['crash.ts', '--kills', crash.kills, '--seed', CRASH_SEED]);
  }
  if (proof === 'faults' && faults !== undefined) {
    return run(sabotage, faults.as, ['faults.ts', '--cuts', CUTS, '--no-disk']);
  }
  if (proof === 'fuzz' && fuzz !== undefined) {
    const { inputs, members } = fuzz.only === undefined ? MANY : FEW;
    const only = fuzz.only === undefined ? [] : ['--only', fuzz.only];
    const words = ['fuzz.ts', '--inputs', inputs, '--members', members, '--seed', FUZZ_SEED, ...only];
    return run(sabotage, fuzz.as, words);
  }
  throw new Error(`${proof} is not said to find ${sabotage.name}.`);
}

/** Runs a proof on the broken program: it must end with 1 and print the finding. */
async function run({ name }: Sabotage, as: RegExp, words: readonly (string | number)[]): Promise<Found> {
  const [script = '', ...rest] = words.map(String);
  // Folders that a run with findings keeps are removed with this one.
  const folder = await mkdtemp(join(tmpdir(), 'quad-sabotage-'));
  try {
    const proof: ChildProcessByStdio<null, Readable, Readable> = spawn(
      process.execPath,
      [join(ROOT, 'test', 'proof', script), ...rest, '--break', name],
      { cwd: folder, env: { ...process.env, TMPDIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const [output, , [status]] = await Promise.all([text(proof.stdout), text(proof.stderr), once(proof, 'exit')]);
    const lines = output.split('\n').map((line) => line.replace(/^- /, ''));
    const finding = status === 1 ? lines.find((line) => as.test(line)) : undefined;
    return { finding: finding ?? null };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
