import type { Actor } from './actor.ts';
import type { CommandDefinitions, CommandOf, FactsOf } from './command.ts';
import type { DomainEvent } from './event.ts';
import { kernelRejection } from './kernelRejection.ts';
import type { Rejection } from './rejection.ts';
import { type Counted, hasRoom } from './streamLimit.ts';

/** Everything that a decision needs and that is not pure. */
export interface DecideContext<Facts> {
  /** ISO 8601 instant in UTC with milliseconds. */
  readonly now: string;
  readonly actor: Actor;
  /** Campus of the site on which the command was given. */
  readonly campus: string;
  /**
   * The keyed hash of a value, for an event that has to recognise it after its owner was erased (P10): 64 hexadecimal
   * digits. The key is the server's, so a prediction has none.
   */
  readonly hash: (value: string) => string;
  /** States of other streams, uploads and held claims that the command declared it needs. */
  readonly facts: Facts;
}

/** Result of `decide`: events to append (none: nothing to do), or the reason for a refusal. */
export type Decision<Event extends DomainEvent> =
  | { readonly ok: true; readonly events: readonly Event[] }
  | { readonly ok: false; readonly rejection: Rejection };

/** An accepted decision. */
export function accept<Event extends DomainEvent>(...events: readonly Event[]): Decision<Event> {
  return { ok: true, events };
}

/** A refused decision. */
export function refuse(rejection: Rejection): { readonly ok: false; readonly rejection: Rejection } {
  return { ok: false, rejection };
}

/** How one command is decided on the state of its stream, with the facts that its definition declares. */
export type Decide<Definition, State, Event extends DomainEvent> = (
  state: State,
  command: CommandOf<Definition>,
  context: DecideContext<FactsOf<Definition>>,
) => Decision<Event>;

/** The rules of one kind of stream (Chassaing's decider). Both functions are total and pure. */
export interface Decider<Commands extends CommandDefinitions, State, Event extends DomainEvent> {
  readonly initial: State;
  decide<Type extends keyof Commands & string>(
    state: State,
    command: CommandOf<Commands[Type]> & { readonly type: Type },
    context: DecideContext<FactsOf<Commands[Type]>>,
  ): Decision<Event>;
  evolve(state: State, event: Event, at: string): State;
}

/**
 * Makes a decider from one function for each command. A command without its function, one that reads a fact which its
 * command does not declare, and a function under another command's name do not compile.
 *
 * @param rules.closing commands that close a matter: they may use the reserved rest of a stream (see `streamLimit`)
 */
export function defineDecider<Commands extends CommandDefinitions, State extends Counted, Event extends DomainEvent>(
  commands: Commands,
  rules: {
    readonly initial: State;
    readonly decide: { readonly [Type in keyof Commands]: Decide<Commands[Type], State, Event> };
    readonly evolve: (state: State, event: Event, at: string) => State;
    readonly closing: readonly (keyof Commands & string)[];
  },
): Decider<Commands, State, Event> {
  const decisions: Readonly<Record<string, unknown>> = rules.decide;
  for (const type of Object.keys(commands)) {
    if (typeof decisions[type] !== 'function') throw new Error(`The command ${type} has no decision.`);
  }
  return {
    initial: rules.initial,
    decide(state, command, context) {
      const decision = rules.decide[command.type](state, command, context);
      if (!decision.ok || rules.closing.includes(command.type)) return decision;
      return hasRoom(state, decision.events.length) ? decision : refuse(kernelRejection('STREAM_FULL'));
    },
    evolve: (state, event, at) => ({ ...rules.evolve(state, event, at), eventCount: state.eventCount + 1 }),
  };
}
