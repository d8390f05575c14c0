import { STREAM_MAX_EVENTS, STREAM_RESERVED_EVENTS } from './limits.ts';

/** Every state counts the events that made it, so that a stream can be kept below STREAM_MAX_EVENTS. */
export interface Counted {
  readonly eventCount: number;
}

/**
 * Whether a stream takes so many more events (blueprint §3: a stream that could grow without end is cut). Commands that
 * close a matter (deleting, erasing, the answers of reactors) do not ask: they may use the reserved rest.
 */
export function hasRoom({ eventCount }: Counted, added: number): boolean {
  return added === 0 || eventCount + added <= STREAM_MAX_EVENTS - STREAM_RESERVED_EVENTS;
}
