import type { EngineClock } from './clock.ts';

const MS_PER_SECOND = 1_000;

/** Progress of a build. */
export interface Progress {
  /** `folding`: events of the log. `comparing`: with the live generation. `swapping`: while the projector waits. */
  readonly phase: 'folding' | 'comparing' | 'swapping';
  /** Position reached, and the one to reach, as numbers; a proportion only, since positions may have gaps. */
  readonly done: number;
  readonly total: number;
  /** Since the build began. */
  readonly eventsPerSecond: number;
  /** Until everything is folded; `null` while there is no estimate. */
  readonly secondsLeft: number | null;
}

/** Counts the events of a build and reports its progress. */
export interface ProgressCounter {
  readonly events: number;
  readonly position: string;
  aim(total: string): void;
  add(events: number, position: string): void;
  enter(phase: Progress['phase']): void;
}

export function createProgressCounter(
  clock: EngineClock,
  start: string,
  onProgress: (progress: Progress) => void,
): ProgressCounter {
  const since = clock.now();
  const from = Number(start);
  let phase: Progress['phase'] = 'folding';
  let events = 0;
  let position = start;
  let total = start;

  function report(): void {
    const seconds = (clock.now() - since) / MS_PER_SECOND;
    const done = Number(position);
    const left = Number(total) - done;
    const speed = seconds > 0 ? (done - from) / seconds : 0;
    onProgress({
      phase,
      done,
      total: Number(total),
      eventsPerSecond: seconds > 0 ? Math.round(events / seconds) : 0,
      secondsLeft: speed > 0 ? Math.round(left / speed) : null,
    });
  }

  return {
    get events() {
      return events;
    },
    get position() {
      return position;
    },
    aim(to) {
      total = to;
      report();
    },
    add(count, reached) {
      events += count;
      position = reached;
      if (total < reached) total = reached;
      report();
    },
    enter(next) {
      phase = next;
      report();
    },
  };
}
