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

/**
 * Times events of this process from the acceptance of their command until they are sent to readers. An event that was
 * projected before its append was answered takes no time for the stages that it has passed.
 */
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
  /** The last passing on. A store may answer an append later than the projector, which reads beside it, has its event. */
  let newest: { readonly to: string; readonly take: (event: OnDisk) => void } | null = null;

  /** Up to here everything has been sent by this process. */
  let sentTo = '';

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
      const event = { position, at };
      if (newest !== null && position <= newest.to) return newest.take(event);
      if (followed.length >= FOLLOWED_MAX) followed.shift();
      followed.push(event);
    },
    projected({ to }) {
      const at = now();
      let [unsent, isSent] = [0, false];
      const project = (event: OnDisk) => {
        since('projected', Math.min(event.at, at), at);
        if (isSent || event.position <= sentTo) since('sent', at, at);
        else unsent += 1;
      };
      newest = { to, take: project };
      take(to).forEach(project);
      return () => {
        isSent = true;
        if (to > sentTo) sentTo = to;
        const sentAt = now();
        for (; unsent > 0; unsent -= 1) since('sent', at, sentAt);
      };
    },
    delivered(position) {
      const at = now();
      const deliver = (event: OnDisk) => since('delivered', Math.min(event.at, at), at);
      newest = { to: position, take: deliver };
      take(position).forEach(deliver);
    },
  };
}
