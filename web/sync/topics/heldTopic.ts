import { findTopic } from '#projections/documentRegistry.ts';
import type { Topic } from '#projections/kernel/topic.ts';
import type { Cursor, Refusal } from '#projections/sync/protocol.ts';
import type { TopicState, TopicStatus } from '../documents/view.ts';

/** A topic that a component shows, or did a moment ago. */
export interface HeldTopic {
  readonly name: string;
  /** `null`: this client does not know the name; the hub will refuse it. */
  readonly topic: Topic | null;
  holders: number;
  status: TopicStatus;
  refusal: Refusal | null;
  /** Cursor of the last answer or rows, `null` before the first answer. */
  cursor: Cursor | null;
  /** Order value at which the window ends, `''` at the topic's end; `null` before the first answer. */
  floor: string | null;
  /** It is shown as an earlier visit knew it: the hub has not answered yet. */
  isRecalled: boolean;
  /** A component wants the next page. */
  wantsMore: boolean;
  /** It was refused because a command in the outbox has yet to create its target; it is asked for again then. */
  awaitsOwnCommand: boolean;
  /** Raised by every ask, so that answers to older asks are ignored. */
  asks: number;
  /** Failed asks since the last good answer. */
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
    isRecalled: false,
    wantsMore: false,
    awaitsOwnCommand: false,
    asks: 0,
    failures: 0,
    cancelRetry: () => undefined,
    cancelLinger: () => undefined,
  };
}

/** Resets the topic to unknown; answers on their way will be ignored. */
export function forgetTopic(held: HeldTopic, status: TopicStatus, refusal: Refusal | null = null): void {
  held.cancelRetry();
  held.asks += 1;
  held.cursor = null;
  held.floor = null;
  held.isRecalled = false;
  held.wantsMore = false;
  held.awaitsOwnCommand = false;
  held.failures = 0;
  held.status = status;
  held.refusal = refusal;
}

/** Whether the window ends before its topic does. */
export function hasMore(held: HeldTopic): held is HeldTopic & { floor: string } {
  return held.floor !== null && held.floor !== '';
}

/** The topic's state for components. */
export function topicState(held: HeldTopic): TopicState {
  return { status: held.status, refusal: held.refusal, hasMore: hasMore(held), loadingMore: held.wantsMore };
}
