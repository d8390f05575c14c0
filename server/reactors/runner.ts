import { LEASE_MS } from '../kernel/heldLease.ts';
import { CheckpointTaken } from './checkpoint.ts';
import { ReactorRun, type ReactorStatus, type RunOptions } from './run.ts';

/**
 * Milliseconds after which a run begins that follows on one whose checkpoint was taken. Who took it had the lease, so that
 * of this process had ended: by then it has noticed, and has stopped the reactor.
 */
const RESTART_AFTER_MS = LEASE_MS;

/** Runs one reactor. */
export interface ReactorRunner {
  /** Starts at the checkpoint in the vault; a new reactor starts at the head of the log. */
  start(): Promise<void>;
  /** Finishes the event under way and stops for good. */
  stop(): Promise<void>;
  status(): ReactorStatus;
  /** Resolves when all events up to a position are handled, parked, or under way. @throws Unavailable it takes too long */
  waitFor(position: string, timeoutMs: number): Promise<void>;
}

export type RunnerOptions = Omit<RunOptions, 'onTaken'>;

/**
 * Runs a reactor over the log. When its checkpoint was moved by another process, which had the right to this reactor
 * until a moment ago, it begins again from the vault's: who may run it is decided by a lease, not by the checkpoint.
 */
export function createReactorRunner(options: RunnerOptions): ReactorRunner {
  return new Runner(options);
}

class Runner implements ReactorRunner {
  readonly #options: RunnerOptions;
  #run: ReactorRun;
  #stopped = false;
  #cancelRestart: () => void = () => undefined;
  #restarting: Promise<void> = Promise.resolve();

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#run = this.#newRun();
  }

  start(): Promise<void> {
    return this.#run.start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelRestart();
    await this.#restarting;
    await this.#run.stop();
  }

  status(): ReactorStatus {
    return this.#run.status();
  }

  waitFor(position: string, timeoutMs: number): Promise<void> {
    return this.#run.waitFor(position, timeoutMs);
  }

  #newRun(): ReactorRun {
    return new ReactorRun({ ...this.#options, onTaken: (error) => this.#restartLater(error) });
  }

  #restartLater(error: unknown): void {
    if (this.#stopped) return;
    const { reactor, clock, logger } = this.#options;
    const fields = { err: error, reactor: reactor.name, restartInMs: RESTART_AFTER_MS };
    // The last write of a process that had the reactor before may come late: nothing is wrong with either.
    const say = error instanceof CheckpointTaken ? logger.warn : logger.error;
    say.call(logger, fields, 'A reactor has stopped, and begins again.');
    this.#cancelRestart = clock.after(RESTART_AFTER_MS, () => {
      this.#restarting = this.#restart();
    });
  }

  async #restart(): Promise<void> {
    const next = this.#newRun();
    try {
      await next.start();
      this.#run = next;
    } catch (error) {
      this.#restartLater(error);
    }
  }
}
