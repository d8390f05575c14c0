import type { EngineClock } from '#projections/engine/clock.ts';
import type { Logger } from '../observability/logging.ts';
import type { Sweep } from './sweeper.ts';

/**
 * What falls due at a time, such as a mail five minutes after its cause. Each looks at its own pace, unlike the sweeps, and at
 * the clock as it is: what it lets happen is a command that decides again, and costs nothing that could not be undone.
 */
export interface Deadline {
  /** For the log. */
  readonly name: string;
  /** Milliseconds between the end of a look and the next one. */
  readonly everyMs: number;
  readonly look: Sweep;
}

/** Looks at deadlines until it is stopped. */
export interface DeadlineWatch {
  start(): void;
  /** Resolves when no look is under way any more. */
  stop(): Promise<void>;
}

/** Makes the watch. A look that fails is logged and comes again at its pace; the others go on meanwhile. */
export function watchDeadlines(options: {
  readonly deadlines: readonly Deadline[];
  readonly clock: () => Date;
  readonly timer: Pick<EngineClock, 'after'>;
  readonly logger: Pick<Logger, 'warn'>;
}): DeadlineWatch {
  const { deadlines, clock, timer, logger } = options;
  const cancels = new Map<Deadline, () => void>();
  const running = new Map<Deadline, Promise<void>>();
  let isStopped = false;

  async function look({ name, look: act }: Deadline): Promise<void> {
    try {
      await act(clock());
    } catch (error) {
      logger.warn({ err: error, deadline: name }, 'A look at what falls due failed; the next one tries again.');
    }
  }

  function schedule(deadline: Deadline): void {
    if (isStopped) return;
    const due = () =>
      void running.set(
        deadline,
        look(deadline).then(() => schedule(deadline)),
      );
    cancels.set(deadline, timer.after(deadline.everyMs, due));
  }

  return {
    start() {
      for (const deadline of deadlines) schedule(deadline);
    },
    async stop() {
      isStopped = true;
      for (const cancel of cancels.values()) cancel();
      await Promise.all(running.values());
    },
  };
}
