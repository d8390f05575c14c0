import { AsyncLocalStorage } from 'node:async_hooks';
import type { Commit } from '#projections/engine/readStore.ts';
import type { Stage } from './instruments.ts';

/** Events that are followed at a time; while the projector stands still the oldest are let go. */
const FOLLOWED_MAX = 10_000;
const MS_PER_SECOND = 1_000;

interface OnDisk {
  readonly position: string;
  readonly at: number;
}

/** Follows events of this process from the acceptance of their command until they were sent to their readers. */
export interface Stages {
  /** Runs the handling of one command; what it appends counts from now on. */
  accepted<T>(handle: () => Promise<T>): Promise<T>;
  onDisk(position: string): void;
  /** A commit was projected. @returns to be called when it was sent */
  projected(commit: Pick<Commit, 'to'>): () => void;
}

/** @param observe told how many seconds an event took for a stage @param now milliseconds of a clock that never goes back */
export function createStages(observe: (stage: Stage, seconds: number) => void, now: () => number): Stages {
  const command = new AsyncLocalStorage<number>();
  let followed: OnDisk[] = [];

  const since = (stage: Stage, from: number, to: number) => observe(stage, (to - from) / MS_PER_SECOND);

  return {
    accepted: (handle) => command.run(now(), handle),
    onDisk(position) {
      const at = now();
      const acceptedAt = command.getStore();
      // What reactors and the demo campus append was not accepted from anybody.
      if (acceptedAt === undefined) return;
      since('on_disk', acceptedAt, at);
      if (followed.length >= FOLLOWED_MAX) followed.shift();
      followed.push({ position, at });
    },
    projected({ to }) {
      const at = now();
      const reached = followed.filter(({ position }) => position <= to);
      if (reached.length > 0) followed = followed.filter(({ position }) => position > to);
      for (const event of reached) since('projected', event.at, at);
      return () => {
        const sentAt = now();
        for (const _ of reached) since('sent', at, sentAt);
      };
    },
  };
}
