import type { EngineClock } from '#projections/engine/clock.ts';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import type { Logger } from '../observability/logging.ts';
import type { CheckpointVault } from '../ports/vault.ts';

/**
 * Milliseconds after which a moved checkpoint is written. Each write is a commit to the disk, so not every move gets
 * one: reactors are idempotent, and after a crash handle some events again. It is no longer than this, because the
 * checkpoint also proves that the log was once that long (`roles/tornFolder.ts`).
 */
const KEEP_AFTER_MS = 1_000;
/** Most milliseconds between two tries while the vault takes nothing. */
const BACK_OFF_MAX_MS = 8_000;

/** Position up to which a reactor has handled events, kept in the vault. */
export interface Checkpoint {
  moved(position: string): void;
  /** Why the last write failed, `null` while all is well. */
  problem(): string | null;
  /**
   * Writes the checkpoint if it has moved and is still this process's, and nothing more afterwards. One that the vault
   * does not take is left: the reactor's next run goes over some events again, as after a crash.
   */
  close(): Promise<void>;
}

/** The checkpoint is not where this process left it: another process runs the reactor. */
export class CheckpointTaken extends Error {
  constructor(reactor: string, at: string | null) {
    super(`Another process runs the reactor ${reactor}: its checkpoint stands at ${at ?? 'nothing'}.`);
    this.name = 'CheckpointTaken';
  }
}

export interface CheckpointOptions {
  readonly reactor: string;
  /** Position that the vault has now; `null`: none yet. */
  readonly from: string | null;
  readonly checkpoints: CheckpointVault;
  readonly clock: EngineClock;
  readonly logger: Pick<Logger, 'warn'>;
  /** Called once, when another process has the reactor: this one must stop it. */
  readonly onTaken: (error: CheckpointTaken) => void;
}

/**
 * Name, among the checkpoints of the vault, of the position that a reactor has got to while its checkpoint is held back
 * before an event that is parked or whose answer goes on: other processes would take it for one that stands still.
 */
export function reachedName(reactor: string): string {
  return `reached by ${reactor}`;
}

/** The progress of a reactor as the vault shows it to a process in which it does not run; `START`: it has never run. */
export async function positionElsewhere(checkpoints: CheckpointVault, reactor: string): Promise<string> {
  return furthestOf(await Promise.all([reactor, reachedName(reactor)].map((name) => checkpoints.find(name))));
}

/** The furthest of positions; `START` where there is none. */
export function furthestOf(positions: readonly (string | null)[]): string {
  return positions.reduce<string>((far, each) => (each !== null && each > far ? each : far), START);
}

export function createCheckpoint(options: CheckpointOptions): Checkpoint {
  return new KeptCheckpoint(options);
}

class KeptCheckpoint implements Checkpoint {
  readonly #options: CheckpointOptions;
  /** Position in the vault, as last confirmed. */
  #kept: string | null;
  /** Positions written since without an answer: the vault may have one of them. */
  readonly #tried = new Set<string>();
  #unkept: string | null = null;
  #problem: string | null = null;
  #delay = KEEP_AFTER_MS;
  #isClosed = false;
  #cancel: (() => void) | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: CheckpointOptions) {
    this.#options = options;
    this.#kept = options.from;
  }

  moved(position: string): void {
    if (this.#isClosed || position === (this.#unkept ?? this.#kept)) return;
    this.#unkept = position;
    this.#schedule();
  }

  problem(): string | null {
    return this.#problem;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
    await this.#writing;
    try {
      await this.#write();
    } catch (error) {
      // Taken: the process that has the reactor now keeps its own. Unavailable: a stop must not fail because of it, or
      // the reactor would never run in this process again.
      if (!(error instanceof CheckpointTaken || error instanceof Unavailable)) throw error;
      this.#options.logger.warn({ err: error, reactor: this.#options.reactor }, 'A checkpoint was not kept.');
    }
  }

  #schedule(): void {
    if (this.#isClosed || this.#cancel !== null) return;
    this.#cancel = this.#options.clock.after(this.#delay, () => {
      this.#writing = this.#writeInTime();
    });
  }

  async #writeInTime(): Promise<void> {
    const { reactor, logger, onTaken } = this.#options;
    try {
      await this.#write();
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
      if (error instanceof CheckpointTaken) {
        this.#isClosed = true;
        onTaken(error);
        return;
      }
      this.#delay = Math.min(this.#delay * 2, BACK_OFF_MAX_MS);
      logger.warn({ err: error, reactor, retryInMs: this.#delay }, 'The checkpoint of a reactor could not be kept.');
    }
    this.#cancel = null;
    if (this.#unkept !== null) this.#schedule();
  }

  /** @throws CheckpointTaken, Unavailable */
  async #write(): Promise<void> {
    const position = this.#unkept;
    if (position === null) return;
    this.#tried.add(position);
    if (!(await this.#move(position)) && !(await this.#moveFromTried(position))) {
      this.#unkept = null;
      const { reactor, checkpoints } = this.#options;
      throw new CheckpointTaken(reactor, await checkpoints.find(reactor));
    }
    this.#kept = position;
    this.#tried.clear();
    if (this.#unkept === position) this.#unkept = null;
    this.#problem = null;
    this.#delay = KEEP_AFTER_MS;
  }

  /** Moves on from a position whose write got no answer but may have landed. */
  async #moveFromTried(position: string): Promise<boolean> {
    const found = await this.#options.checkpoints.find(this.#options.reactor);
    if (found === null || !this.#tried.has(found)) return false;
    this.#kept = found;
    return found === position || this.#move(position);
  }

  #move(to: string): Promise<boolean> {
    return this.#options.checkpoints.move(this.#options.reactor, this.#kept, to);
  }
}
