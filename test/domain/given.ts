import { expect } from '@jest/globals';
import type { Actor } from '#domain/kernel/actor.ts';
import type { CommandDefinitions, CommandOf, FactsOf } from '#domain/kernel/command.ts';
import type { DecideContext, Decider, Decision } from '#domain/kernel/decider.ts';
import type { DomainEvent } from '#domain/kernel/event.ts';
import { hashOf } from './hashOf.ts';

/** Default instant of a history's events. */
export const YESTERDAY = '2026-03-01T09:00:00.000Z';
/** Default instant of a command's decision. */
export const NOW = '2026-03-02T09:00:00.000Z';

/** An event that happened at another instant than `YESTERDAY`. */
export interface Dated<Event> {
  readonly event: Event;
  readonly at: string;
}

/** An instant, seconds from `NOW`. */
export function seconds(fromNow: number): string {
  return new Date(Date.parse(NOW) + fromNow * 1_000).toISOString();
}

/** The acting user. */
export function as(userId: string): Actor {
  return { kind: 'user', userId };
}

export const visitor: Actor = { kind: 'visitor' };
export const system: Actor = { kind: 'system', name: 'reactor:test' };

/** The outcome of a command; each check is exact. */
export interface Result<Event extends DomainEvent> {
  readonly decision: Decision<Event>;
  /** Exactly these events in this order. */
  thenExactly(...events: readonly Event[]): void;
  /** Accepted, and nothing happened. */
  thenNothing(): void;
  thenRefused(code: string, data?: Readonly<Record<string, string | number>>): void;
}

/** The state that a history leads to. */
export function stateAfter<State, Event extends DomainEvent>(
  decider: Pick<Decider<CommandDefinitions, State, Event>, 'initial' | 'evolve'>,
  history: readonly NoInfer<Event | Dated<Event>>[],
): State {
  return history.reduce<State>((state, entry) => {
    const { event, at } = 'event' in entry ? entry : { event: entry, at: YESTERDAY };
    return decider.evolve(state, event, at);
  }, decider.initial);
}

/** Given these events, when this command comes, then exactly these events follow. */
export function given<Commands extends CommandDefinitions, State, Event extends DomainEvent>(
  decider: Decider<Commands, State, Event>,
  ...history: readonly NoInfer<Event | Dated<Event>>[]
) {
  const state = stateAfter(decider, history);
  return {
    state,
    when<Type extends keyof Commands & string>(
      command: CommandOf<Commands[Type]> & { readonly type: Type },
      context: Pick<DecideContext<FactsOf<Commands[Type]>>, 'actor' | 'facts'> &
        Partial<DecideContext<FactsOf<Commands[Type]>>>,
    ): Result<Event> {
      const decision = decider.decide(state, command, { now: NOW, campus: 'ou', hash: hashOf, ...context });
      return {
        decision,
        thenExactly: (...events) => expect(decision).toStrictEqual({ ok: true, events }),
        thenNothing: () => expect(decision).toStrictEqual({ ok: true, events: [] }),
        thenRefused: (code, data = {}) => expect(decision).toStrictEqual({ ok: false, rejection: { code, data } }),
      };
    },
  };
}
