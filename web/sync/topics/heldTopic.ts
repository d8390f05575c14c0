import type { Topic } from '#projections/kernel/topic.ts';
import { findTopic } from '#projections/registry.ts';
import type { Cursor, Refusal } from '#projections/sync/protocol.ts';
import type { TopicState, TopicStatus } from '../documents/view.ts';

/** A topic that somebody looks at, or did a moment ago. */
export interface HeldTopic {
  readonly name: string;
  /** `null`: the name stands for nothing that this client knows; the hub will refuse it. */
  readonly topic: Topic | null;
  holders: number;
  status: TopicStatus;
  refusal: Refusal | null;
  /** Up to where it was told, `null` before the first answer. */
  cursor: Cursor | null;
  /** Order value down to which the window reaches, `''` to the end; `null` before the first answer. */
  floor: string | null;
  /** The next page is wanted. */
  wantsMore: boolean;
  /** Raised by every ask, so that the answer to an older one is not taken. */
  asks: number;
  /** Asks in vain since the last good answer. */
  failures: number;
  cancelRetry: () => void;
  cancelLinger: () => void;
}

export function newHeldTopic(name: string): HeldTopic {
  return {
    name,
    topic: findTopic(name),
    holders: 0,
    status: 'loading',
    refusal: null,
    cursor: null,
    floor: null,
    wantsMore: false,
    asks: 0,
    failures: 0,
    cancelRetry: () => undefined,
    cancelLinger: () => undefined,
  };
}

/** Back to knowing nothing; answers that are on their way will not be taken. */
export function forgetTopic(held: HeldTopic, status: TopicStatus, refusal: Refusal | null = null): void {
  held.cancelRetry();
  held.asks += 1;
  held.cursor = null;
  held.floor = null;
  held.wantsMore = false;
  held.failures = 0;
  held.status = status;
  held.refusal = refusal;
}

/** Whether the window ends before its topic does. */
export function hasMore(held: HeldTopic): held is HeldTopic & { floor: string } {
  return held.floor !== null && held.floor !== '';
}

/** What components see of it. */
export function topicState(held: HeldTopic): TopicState {
  return { status: held.status, refusal: held.refusal, hasMore: hasMore(held), loadingMore: held.wantsMore };
}
