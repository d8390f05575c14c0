import { AsyncLocalStorage } from 'node:async_hooks';
import type { Commit } from '#projections/engine/readStore.ts';
import type { Stage } from './instruments.ts';

/** Most events that are followed at a time; while the projector is stopped, the oldest are dropped. */
const FOLLOWED_MAX = 10_000;
const MS_PER_SECOND = 1_000;

interface OnDisk {
  readonly position: string;
  readonly at: number;
}

/** Times events of this process from the acceptance of their command until they are sent to readers. */
export interface Stages {
  /** Runs the handling of one command; its appends are timed from now. */
  accepted<T>(handle: () => Promise<T>): Promise<T>;
  onDisk(position: string): void;
  /** Notes a projected commit. @returns a function to call when the commit is sent */
  projected(commit: Pick<Commit, 'to'>): () => void;
  /** Notes that the hub of this process has sent everything up to a position; another process projects. */
  delivered(position: string): void;
}

/**
 * @param observe called with the seconds that an event took for a stage
 * @param now milliseconds of a clock that never goes back
 */
export function createStages(observe: (stage: Stage, seconds: number) => void, now: () => number): Stages {
  const command = new AsyncLocalStorage<number>();
  let followed: OnDisk[] = [];

  const since = (stage: Stage, from: number, to: number) => observe(stage, (to - from) / MS_PER_SECOND);

  /** Events up to a position, which are followed no further. */
  function take(to: string): readonly OnDisk[] {
    const reached = followed.filter(({ position }) => position <= to);
    if (reached.length > 0) followed = followed.filter(({ position }) => position > to);
    return reached;
  }

  return {
    accepted: (handle) => command.run(now(), handle),
    onDisk(position) {
      const at = now();
      const acceptedAt = command.getStore();
      // Appends of reactors and of the demo campus come from no client.
      if (acceptedAt === undefined) return;
      since('on_disk', acceptedAt, at);
      if (followed.length >= FOLLOWED_MAX) followed.shift();
      followed.push({ position, at });
    },
    projected({ to }) {
      const at = now();
      const reached = take(to);
      for (const event of reached) since('projected', event.at, at);
      return () => {
        const sentAt = now();
        for (const _ of reached) since('sent', at, sentAt);
      };
    },
    delivered(position) {
      const at = now();
      for (const event of take(position)) since('delivered', event.at, at);
    },
  };
}
