import type { DomainEvent } from './event.ts';
import type { Rejection } from './rejection.ts';

/** Who acts. */
export type Actor =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'system'; readonly name: string };

/** The actor as it stands in event metadata and in effective command ids. */
export function actorId(actor: Actor): string {
  switch (actor.kind) {
    case 'visitor':
      return 'visitor';
    case 'user':
      return actor.userId;
    case 'system':
      return actor.name;
    default:
      return assertNever(actor);
  }
}

/** Everything that a decision needs and that is not pure. */
export interface DecideContext<Facts> {
  /** ISO 8601 instant in UTC with milliseconds. */
  readonly now: string;
  readonly actor: Actor;
  /** Campus of the site on which the command was given. */
  readonly campus: string;
  /** States of other streams, uploads and held claims that the command declared it needs. */
  readonly facts: Facts;
}

/** What `decide` answers: events to append (none: nothing to do), or why not. */
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

/** A command as it reaches a decider: `id` is the effective id. */
export interface Command<Type extends string = string, Data = unknown> {
  readonly id: string;
  readonly type: Type;
  readonly data: Data;
}

/**
 * The rules of one kind of stream (Chassaing's decider). Both functions are total and pure.
 *
 * `Facts` is the union of what the commands' `facts` ask for.
 */
export interface Decider<State, Cmd extends Command, Event extends DomainEvent, Facts> {
  readonly initial: State;
  readonly decide: (state: State, command: Cmd, context: DecideContext<Facts>) => Decision<Event>;
  readonly evolve: (state: State, event: Event, at: string) => State;
}

/** Proves at compile time that every case was handled; reaching it at run time is a bug. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
