import type { Decision } from './decider.ts';
import type { DomainEvent } from './event.ts';
import { STREAM_MAX_EVENTS, STREAM_RESERVED_EVENTS } from './limits.ts';
import { kernelRejection } from './rejections.ts';

/** Every state counts the events that made it, so that a stream can be kept below STREAM_MAX_EVENTS. */
export interface Counted {
  readonly eventCount: number;
}

/**
 * The decision, or the refusal of it where its events would fill the stream (blueprint §3: a stream that could grow
 * without end is cut). Commands that close a matter (deleting, erasing, the answers of reactors) are not asked: they
 * may use the reserved rest.
 */
export function keepRoom<Event extends DomainEvent>(state: Counted, decision: Decision<Event>): Decision<Event> {
  if (!decision.ok) return decision;
  const room = STREAM_MAX_EVENTS - STREAM_RESERVED_EVENTS - state.eventCount;
  const fits = decision.events.length === 0 || decision.events.length <= room;
  return fits ? decision : { ok: false, rejection: kernelRejection('STREAM_FULL') };
}
