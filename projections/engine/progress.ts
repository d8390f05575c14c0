import type { EngineClock } from './clock.ts';
import type { EventLog } from './eventLog.ts';

const MS_PER_SECOND = 1_000;

/** Progress of a build. */
export interface Progress {
  /** `folding`: events of the log. `comparing`: with the live generation. `swapping`: while the projector waits. */
  readonly phase: 'folding' | 'comparing' | 'swapping';
  /** Events of the log passed since the build began, and those to pass in all, as the log counts them. */
  readonly done: number;
  readonly total: number;
  /** Since the build began. */
  readonly eventsPerSecond: number;
  /** Until everything is folded; `null` while there is no estimate. */
  readonly secondsLeft: number | null;
}

/** Counts what a build has done and reports it. */
export interface ProgressCounter {
  /** Events that were folded. */
  readonly events: number;
  /** Position that was reached. */
  readonly position: string;
  aim(total: string): void;
  add(events: number, position: string): void;
  enter(phase: Progress['phase']): void;
  /** Resolves when the last report was made. */
  settled(): Promise<void>;
}

/**
 * Makes the counter of a build. A change of phase is reported at once, with the figures of the last count. The log is
 * asked to count one span at a time, the newest; it is not asked where nobody wants reports.
 *
 * @param start position from which the build goes on
 */
export function createProgressCounter(
  clock: EngineClock,
  log: Pick<EventLog, 'distance'>,
  start: string,
  onProgress: ((progress: Progress) => void) | undefined,
): ProgressCounter {
  const since = clock.now();
  let phase: Progress['phase'] = 'folding';
  let events = 0;
  let position = start;
  let target = start;
  let figures = { done: 0, total: 0 };
  let counting: Promise<void> | null = null;
  let isOutdated = false;

  function report(): void {
    const { done, total } = figures;
    const seconds = (clock.now() - since) / MS_PER_SECOND;
    const speed = seconds > 0 ? done / seconds : 0;
    onProgress?.({
      phase,
      done,
      total,
      eventsPerSecond: seconds > 0 ? Math.round(events / seconds) : 0,
      secondsLeft: speed > 0 ? Math.round((total - done) / speed) : null,
    });
  }

  async function recount(): Promise<void> {
    while (isOutdated) {
      isOutdated = false;
      const counted = await Promise.all([log.distance(start, position), log.distance(start, target)]).catch(() => null);
      // A log that does not answer fails the build where that reads it; the figures stay as they were.
      if (counted === null) continue;
      figures = { done: counted[0], total: counted[1] };
      report();
    }
    counting = null;
  }

  function count(): void {
    if (onProgress === undefined) return;
    isOutdated = true;
    counting ??= recount();
  }

  return {
    get events() {
      return events;
    },
    get position() {
      return position;
    },
    aim(to) {
      target = to;
      count();
    },
    add(more, reached) {
      events += more;
      position = reached;
      if (target < reached) target = reached;
      count();
    },
    enter(next) {
      phase = next;
      report();
    },
    settled: async () => counting ?? undefined,
  };
}
