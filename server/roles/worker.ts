import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createSweeper, type Sweeper } from '../kernel/sweeper.ts';
import { uploadSweep } from '../media/sweep.ts';
import { dependents, pictures, reactorDeclarations, sweepDeclarations } from '../nouns.ts';
import type { CheckpointVault } from '../ports/vault.ts';
import type { ReactorParts, SweepParts } from '../reactors/reactorParts.ts';
import { createReactorRunner, type ReactorRunner, type RunnerOptions } from '../reactors/runner.ts';
import type { Closing } from './closing.ts';

/** Parts that follow from the list of nouns. */
type OfNouns = 'pictures' | 'dependents';

/** Ports of the worker. */
export type WorkerPorts = Omit<ReactorParts, OfNouns | 'pause'> & Pick<RunnerOptions, 'log'>;

/** The role that reacts to events: reactors of all nouns, and sweeps. */
export interface WorkerRole {
  readonly reactors: readonly ReactorRunner[];
}

/** Starts reactors and sweeps. */
export async function startWorker(ports: WorkerPorts, closing: Closing): Promise<WorkerRole> {
  const stopping = new AbortController();
  const parts = { ...ports, pause: pauseUntil(stopping.signal) };
  const reactors = createReactors(parts);
  for (const reactor of reactors) {
    await reactor.start();
    closing.add(`reactor ${reactor.status().name}`, () => reactor.stop());
  }
  // Ends pauses before retries first; the next start retries.
  closing.add('pauses', async () => stopping.abort());
  const sweeper = createSweeps(parts);
  sweeper.start();
  closing.add('sweeper', () => sweeper.stop());
  return { reactors };
}

/** The reactors of all nouns, each with its own checkpoint in the log. */
export function createReactors(
  parts: Omit<ReactorParts, OfNouns> & Pick<RunnerOptions, 'log'>,
): readonly ReactorRunner[] {
  const { log, vault, timer, logger } = parts;
  return reactorDeclarations.map(([, create]) =>
    createReactorRunner({
      reactor: create({ ...parts, pictures, dependents }),
      log,
      checkpoints: vault.checkpoints,
      clock: timer,
      logger,
    }),
  );
}

/** The sweeps of all nouns, and that of uploads. */
export function createSweeps(parts: SweepParts): Sweeper {
  const sweeps = sweepDeclarations.map((create) => create(parts));
  return createSweeper({ ...parts, sweeps: [...sweeps, uploadSweep({ ...parts, pictures })] });
}

/** The position of each reactor; `null` for one that has never run. */
export function positionsOfReactors(checkpoints: CheckpointVault): Promise<readonly (string | null)[]> {
  return Promise.all(reactorDeclarations.map(([name]) => checkpoints.find(name)));
}

/** Waits for milliseconds. @throws Unavailable the server is being stopped */
function pauseUntil(signal: AbortSignal): (ms: number) => Promise<void> {
  return async (ms) => {
    try {
      await pause(ms, undefined, { signal, ref: false });
    } catch (cause) {
      throw new Unavailable('The server is being stopped.', { cause });
    }
  };
}
