import type { Command, DecideContext, Decider, Decision } from './decider.ts';
import { refuse } from './decider.ts';
import type { DomainEvent } from './event.ts';
import { STREAM_MAX_EVENTS, STREAM_RESERVED_EVENTS } from './limits.ts';
import { rejection } from './rejection.ts';

/** Every state counts the events that made it, so that a stream can be kept below STREAM_MAX_EVENTS. */
export interface Counted {
  readonly eventCount: number;
}

/**
 * Adds the limit of a stream's length to a decider (blueprint §3: a stream that could grow without end is cut).
 * What closes a matter (`closing`: deleting, erasing, the answers of reactors) may use the reserved rest.
 */
export function withStreamLimit<State extends Counted, Cmd extends Command, Event extends DomainEvent, Facts>(
  decider: Decider<State, Cmd, Event, Facts>,
  closing: readonly Cmd['type'][],
): Decider<State, Cmd, Event, Facts> {
  return {
    initial: decider.initial,
    decide: (state: State, command: Cmd, context: DecideContext<Facts>): Decision<Event> => {
      const decision = decider.decide(state, command, context);
      if (!decision.ok || decision.events.length === 0 || closing.includes(command.type)) return decision;
      const room = STREAM_MAX_EVENTS - STREAM_RESERVED_EVENTS - state.eventCount;
      return decision.events.length > room ? refuse(rejection('STREAM_FULL')) : decision;
    },
    evolve: (state: State, event: Event, at: string): State => ({
      ...decider.evolve(state, event, at),
      eventCount: state.eventCount + 1,
    }),
  };
}
