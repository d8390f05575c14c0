import { setImmediate } from 'node:timers/promises';
import { START } from '#projections/engine/eventLog.ts';
import type { EventStore, StoredEvent } from '../ports/eventStore.ts';

/** Milliseconds that reads wait for the follower to reach the head of the log, before they go to the store. */
const FOLLOW_WAIT_MS = 250;

export interface FollowerOptions {
  /** Called with each event after the head of the start, in order. */
  readonly onEvents: (events: readonly StoredEvent[]) => void;
  /** Called when what was followed counts no more. */
  readonly onForget: () => void;
  /** Called when following has ended by itself. */
  readonly onLost: (error: Error) => void;
  readonly waitMs: number | undefined;
}

/** Follows the log of a store, and knows when it has reached the end. */
export interface Follower {
  /** Begins at the head; once, however often it is called. */
  start(): Promise<void>;
  /**
   * Whether all events that were in the log at the time of the call have been followed. Calls that wait share one
   * question for the head.
   *
   * @throws Unavailable the store does not say where its head is
   */
  isCurrent(): Promise<boolean>;
  /** Position of the last event that was followed. */
  reached(): string;
  /** Names the present stretch of following without a gap; `null`: nothing is followed. */
  term(): object | null;
  close(): Promise<void>;
}

type FollowedStore = Pick<EventStore, 'head' | 'subscribe'>;

export function createFollower(store: FollowedStore, options: FollowerOptions): Follower {
  const { onEvents, onForget, onLost, waitMs = FOLLOW_WAIT_MS } = options;
  let term: object | null = null;
  let started: Promise<void> | null = null;
  let isClosed = false;
  let subscription: ReturnType<EventStore['subscribe']> | null = null;
  let reached = START;
  let grown = Promise.withResolvers<void>();
  /** The head at which a wait was in vain: nobody waits before it is reached. */
  let late: string | null = null;
  let underWay: Promise<unknown> = Promise.resolve();
  /** The question that is not sent yet. */
  let next: Promise<boolean> | null = null;

  function wake(): void {
    grown.resolve();
    grown = Promise.withResolvers<void>();
  }

  function forget(): void {
    term = null;
    late = null;
    onForget();
    wake();
  }

  function begin(head: string): void {
    const own = {};
    term = own;
    reached = head;
    const handle = async (events: readonly StoredEvent[]) => {
      if (term !== own) return;
      onEvents(events);
      reached = events.at(-1)?.position ?? reached;
      wake();
    };
    subscription = store.subscribe(head, handle, (error) => {
      if (term !== own) return;
      forget();
      onLost(error);
    });
  }

  /** Waits until a position is followed. */
  async function reach(head: string, own: object): Promise<boolean> {
    const isThere = () => term !== own || reached >= head;
    await waitFor(isThere, () => grown.promise, waitMs);
    return term === own && reached >= head;
  }

  async function ask(before: Promise<unknown>): Promise<boolean> {
    await Promise.allSettled([before]);
    // Who asks in this turn comes along.
    await setImmediate();
    next = null;
    const own = term;
    if (own === null || (late !== null && reached < late)) return false;
    const followed = reached;
    const head = await store.head();
    if (term !== own) return false;
    if (head < followed) {
      // The log ends before what was followed of it: it was restored from a backup.
      forget();
      void subscription?.close();
      begin(head);
      return false;
    }
    const isReached = await reach(head, own);
    if (!isReached && term === own) late = head;
    return isReached;
  }

  return {
    start() {
      started ??= store.head().then((head) => {
        if (!isClosed) begin(head);
      });
      return started;
    },
    async isCurrent() {
      if (late !== null && reached >= late) late = null;
      if (term === null || late !== null) return false;
      if (next === null) {
        next = ask(underWay);
        underWay = next;
      }
      return next;
    },
    reached: () => reached,
    term: () => term,
    async close() {
      isClosed = true;
      if (term !== null) forget();
      await subscription?.close();
    },
  };
}

/** Waits until something holds, which may be so each time that `grown` resolves. */
async function waitFor(isThere: () => boolean, grown: () => Promise<void>, waitMs: number): Promise<void> {
  if (isThere()) return;
  const { promise: expired, resolve: expire } = Promise.withResolvers<'expired'>();
  const timer = setTimeout(() => expire('expired'), waitMs);
  while (!isThere() && (await Promise.race([grown(), expired])) !== 'expired');
  clearTimeout(timer);
}
