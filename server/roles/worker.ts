import { setTimeout as pause } from 'node:timers/promises';
import type { EngineClock } from '#projections/engine/clock.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { type DeadlineWatch, watchDeadlines } from '../kernel/deadlines.ts';
import type { HeldLease } from '../kernel/heldLease.ts';
import type { ProvenTime } from '../kernel/provenTime.ts';
import { createSweeper, type Sweeper } from '../kernel/sweeper.ts';
import { uploadSweep } from '../media/sweep.ts';
import { deadlineDeclarations, dependents, files, reactorDeclarations, shelves, sweepDeclarations } from '../nouns.ts';
import type { CheckpointVault } from '../ports/vault.ts';
import { positionElsewhere, reachedName } from '../reactors/checkpoint.ts';
import type { ReactorParts, SweepParts } from '../reactors/reactorParts.ts';
import type { ReactorStatus } from '../reactors/run.ts';
import { createReactorRunner, type ReactorRunner, type RunnerOptions } from '../reactors/runner.ts';
import { shelfSweep } from '../reactors/shelfSweep.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { Closing } from './closing.ts';
import type { Exclusively } from './exclusive.ts';

/** Parts that follow from the list of nouns. */
type OfNouns = 'files' | 'dependents';

/** Ports of the worker. */
export type WorkerPorts = Omit<ReactorParts, OfNouns | 'pause'> &
  Pick<RunnerOptions, 'log'> & {
    /** Looked at once already, before anybody wrote an event by its clock. */
    readonly time: ProvenTime;
    /** Reactors and sweeps run in one process at a time. */
    readonly exclusively: Exclusively;
  };

/**
 * Name of the lease that the process with the reactors and the sweeps holds. One for all: a lease each would cost the
 * vault some hundred reads and writes a second for every spare that waits, and a take-over would wait for the slowest.
 */
export const WORKER_LEASE = 'worker';

/** A reactor that this process runs, or stands by for. */
export interface WorkersReactor {
  readonly name: string;
  /** `null`: another process runs it. */
  status(): ReactorStatus | null;
  /** Its progress, whichever process runs it; parked events and the reason of a stop are known to its process alone. */
  report(): Promise<ReactorStatus>;
  /** Why it makes no progress here, in words; `null` while all is well, also as a spare. */
  problem(): string | null;
  /**
   * Resolves when all events up to a position are handled, by whichever process.
   * @throws Unavailable it takes too long
   */
  waitFor(position: string, timeoutMs: number): Promise<void>;
}

/** The role that reacts to events: reactors of all nouns, and sweeps. */
export interface WorkerRole {
  readonly reactors: readonly WorkersReactor[];
}

/** Starts reactors, sweeps and deadlines, or stands by for them. */
export async function startWorker(ports: WorkerPorts, closing: Closing): Promise<WorkerRole> {
  const stopping = new AbortController();
  let running: ReadonlyMap<string, ReactorRunner> = new Map();
  const work = await ports.exclusively(WORKER_LEASE, async (lease) => {
    const over = new AbortController();
    const {
      reactors: started,
      sweeper,
      deadlines,
    } = await startWork({
      ...ports,
      pause: pauseUntil(AbortSignal.any([stopping.signal, over.signal])),
      dispatcher: asOnlySender(ports.dispatcher, lease),
    });
    running = started;
    return {
      async stop() {
        running = new Map();
        // The next process tries again what waits for its next try here.
        over.abort();
        await Promise.all([
          sweeper.stop(),
          deadlines.stop(),
          ...[...started.values()].map((reactor) => reactor.stop()),
        ]);
      },
    };
  });
  closing.add('worker', () => work.close());
  // Ends pauses before retries first; the next start retries.
  closing.add('pauses', async () => stopping.abort());
  const reactors = reactorDeclarations.map(([name]) =>
    workersReactor(name, { ...ports, here: () => running.get(name) ?? null, problem: work.problem }),
  );
  return { reactors };
}

/** The dispatcher of reactors and sweeps. `asOnlySender` makes it: the worker does not compile with another. */
export interface OnlySender extends Dispatcher {
  /** Whether no other process can give their commands now. */
  readonly isOnlySender: () => boolean;
}

/**
 * Dispatches commands of reactors and sweeps, which one process gives at a time.
 *
 * @param lease of this process; `null`: no other process can have the stores
 */
export function asOnlySender(dispatcher: Dispatcher, lease: Pick<HeldLease, 'isProven'> | null): OnlySender {
  const isOnlySender = () => lease?.isProven() ?? true;
  return {
    ...dispatcher,
    isOnlySender,
    dispatch: (envelope, context) => dispatcher.dispatch(envelope, { ...context, isOnlySender }),
  };
}

/** Parts of the work of the one process that does it. */
type WorkParts = Omit<ReactorParts, OfNouns> & WorkerPorts & { readonly dispatcher: OnlySender };

/** Starts reactors, sweeps and deadlines. @throws Unavailable a reactor could not be started; nothing runs */
async function startWork(parts: WorkParts) {
  const reactors = await startReactors(parts);
  const sweeper = createSweeps(parts);
  sweeper.start();
  const deadlines = createDeadlines(parts);
  deadlines.start();
  return { reactors, sweeper, deadlines };
}

/** Starts all reactors at once. @throws Unavailable one could not be started; the others have stopped again */
async function startReactors(parts: WorkParts): Promise<ReadonlyMap<string, ReactorRunner>> {
  const created = new Map(reactorDeclarations.map(([name]) => [name, createReactor(name, parts)]));
  const starts = await Promise.allSettled([...created.values()].map((reactor) => reactor.start()));
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed === undefined) return created;
  await Promise.all([...created.values()].map((reactor) => reactor.stop()));
  throw failed.reason;
}

/** A reactor as this process sees it, running here or elsewhere. */
export function workersReactor(
  name: string,
  of: Pick<WorkerPorts, 'vault' | 'timer'> & {
    /** `null`: it does not run here. */
    readonly here: () => ReactorRunner | null;
    /** Why no reactor can run here, in words. */
    readonly problem: () => string | null;
  },
): WorkersReactor {
  const { vault, timer, here, problem } = of;
  return {
    name,
    status: () => here()?.status() ?? null,
    report: async () => here()?.status() ?? reportElsewhere(vault.checkpoints, name),
    problem: () => here()?.status().problem ?? problem(),
    async waitFor(position, timeoutMs) {
      const until = timer.now() + timeoutMs;
      const runner = here();
      try {
        if (runner !== null) return await runner.waitFor(position, timeoutMs);
      } catch (error) {
        if (here() === runner) throw error;
      }
      // Another process runs it, perhaps since a moment ago.
      const left = { timer, timeoutMs: until - timer.now() };
      await checkpointReaches(position, { checkpoints: vault.checkpoints, name, ...left });
    },
  };
}

/** Milliseconds between two looks at the checkpoint of a reactor that another process runs. */
const CHECKPOINT_LOOK_EVERY_MS = 200;

/** A reactor of another process, as the vault shows it. */
async function reportElsewhere(checkpoints: CheckpointVault, name: string): Promise<ReactorStatus> {
  return { name, position: await positionElsewhere(checkpoints, name), parked: [], problem: null };
}

/** Waits for a reactor of another process. @throws Unavailable it takes too long */
async function checkpointReaches(
  position: string,
  of: {
    readonly checkpoints: CheckpointVault;
    readonly name: string;
    readonly timer: EngineClock;
    readonly timeoutMs: number;
  },
): Promise<void> {
  const { checkpoints, name, timer, timeoutMs } = of;
  const until = timer.now() + timeoutMs;
  while ((await positionElsewhere(checkpoints, name)) < position) {
    if (timer.now() >= until) throw new Unavailable(`The reactor ${name} did not reach ${position} in time.`);
    await new Promise<void>((resolve) => void timer.after(CHECKPOINT_LOOK_EVERY_MS, resolve));
  }
}

/** The reactors of all nouns as a process without them sees them. */
export function reactorsElsewhere(
  checkpoints: CheckpointVault,
  timer: EngineClock,
): readonly Pick<WorkersReactor, 'name' | 'report' | 'waitFor'>[] {
  return reactorDeclarations.map(([name]) => ({
    name,
    report: () => reportElsewhere(checkpoints, name),
    waitFor: (position, timeoutMs) => checkpointReaches(position, { checkpoints, name, timer, timeoutMs }),
  }));
}

/** The reactors of all nouns, each with its own checkpoint in the log. */
export function createReactors(
  parts: Omit<ReactorParts, OfNouns> & Pick<RunnerOptions, 'log'>,
): readonly ReactorRunner[] {
  return reactorDeclarations.map(([name]) => createReactor(name, parts));
}

/** A reactor with its own checkpoint in the log. */
function createReactor(name: string, parts: Omit<ReactorParts, OfNouns> & Pick<RunnerOptions, 'log'>): ReactorRunner {
  const { log, vault, timer, logger } = parts;
  const [, create] = reactorDeclarations.find(([declared]) => declared === name) ?? [];
  if (create === undefined) throw new Error(`No noun has the reactor ${name}.`);
  return createReactorRunner({
    reactor: create({ ...parts, files, dependents }),
    log,
    checkpoints: vault.checkpoints,
    clock: timer,
    logger,
  });
}

/** The sweeps of all nouns, and those of their shelves and of uploads. */
export function createSweeps(parts: SweepParts): Sweeper {
  const sweeps = [
    ...sweepDeclarations.map((create) => create(parts)),
    ...shelves.map((each) => shelfSweep(each, parts)),
  ];
  return createSweeper({ ...parts, sweeps: [...sweeps, uploadSweep({ ...parts, files })] });
}

/** The watch of what falls due, of all nouns. */
export function createDeadlines(parts: SweepParts & Pick<ReactorParts, 'clock'>): DeadlineWatch {
  return watchDeadlines({ ...parts, deadlines: deadlineDeclarations.map((create) => create(parts)) });
}

/** Positions in the log that the vault has of each reactor; `null`: none, for one that has never run. */
export async function positionsOfReactors(checkpoints: CheckpointVault): Promise<readonly (string | null)[]> {
  const names = reactorDeclarations.flatMap(([name]) => [name, reachedName(name)]);
  return Promise.all(names.map((name) => checkpoints.find(name)));
}

/** Waits for milliseconds. @throws Unavailable the work, or the server, is being stopped */
function pauseUntil(signal: AbortSignal): (ms: number) => Promise<void> {
  return async (ms) => {
    try {
      await pause(ms, undefined, { signal, ref: false });
    } catch (cause) {
      throw new Unavailable('The work of this process is being stopped.', { cause });
    }
  };
}
