import type { EngineClock } from '#projections/engine/clock.ts';
import type { Logger } from '../observability/logging.ts';
import type { ProvenTime } from './provenTime.ts';
import { type Sweep, TIME_IN_DOUBT } from './sweeper.ts';

/**
 * What falls due at a time, such as a mail five minutes after its cause. Each looks at its own pace, unlike the sweeps, and
 * most at the clock as it is: what they let happen is a command that decides again.
 */
export interface Deadline {
  /** For the log. */
  readonly name: string;
  /** Milliseconds between the end of a look and the next one. */
  readonly everyMs: number;
  /**
   * It moves money, which a clock that is wrong for a minute must not: it waits when the clock has jumped. Default: it looks at the
   * clock as it is.
   */
  readonly movesMoney?: true;
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
  readonly time: Pick<ProvenTime, 'hasJumped'>;
  readonly timer: Pick<EngineClock, 'after'>;
  readonly logger: Pick<Logger, 'warn'>;
}): DeadlineWatch {
  const { deadlines, clock, time, timer, logger } = options;
  let isSaid = false;
  const cancels = new Map<Deadline, () => void>();
  const running = new Map<Deadline, Promise<void>>();
  let isStopped = false;

  /** Whether the clock has jumped, which is said once. */
  function hasJumped(): boolean {
    const isDoubtful = time.hasJumped();
    if (isDoubtful && !isSaid) {
      logger.warn({ event: TIME_IN_DOUBT }, 'The clock has jumped: nothing that moves money falls due for an hour.');
    }
    isSaid = isDoubtful;
    return isDoubtful;
  }

  async function look({ name, movesMoney, look: act }: Deadline): Promise<void> {
    try {
      if (movesMoney === true && hasJumped()) return;
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
