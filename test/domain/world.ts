import { expect } from '@jest/globals';
import { type Actor, actorId } from '#domain/kernel/actor.ts';
import type { Command, FurtherFacts } from '#domain/kernel/command.ts';
import type { Decision } from '#domain/kernel/decider.ts';
import type { DomainEvent } from '#domain/kernel/event.ts';
import { derivedId, effectiveCommandId } from '#domain/kernel/ids.ts';
import type { Media } from '#domain/kernel/media.ts';
import { parseEvent } from '#domain/kernel/parseEvent.ts';
import { type Rejection, rejection } from '#domain/kernel/rejection.ts';
import type { PostState } from '#domain/post/state.ts';
import { aggregateOf, aggregates, commandDefinitions, eventDefinitions, rejections } from '#domain/registry.ts';
import type { UserState } from '#domain/user/state.ts';
import { hashOf } from './hashOf.ts';

/** How one command reaches the world. */
export interface Given {
  readonly actor: Actor;
  readonly campus: string;
  /** ISO instant. */
  readonly now: string;
  /** Files that were uploaded for the command. */
  readonly uploads: readonly Media[];
}

/** An event with where and when it happened. */
export interface Happened {
  readonly stream: string;
  readonly event: DomainEvent;
  readonly at: string;
  readonly actor: Actor;
}

/** Candidates that the world tries for one claim. */
const MAX_CANDIDATES = 10;

/**
 * All streams in memory with the plainest possible dispatcher: one command after the other, facts and claims by their
 * definition. Every accepted command is checked against the invariants (`expectSound`).
 */
export class World {
  readonly log: Happened[] = [];
  private readonly states = new Map<string, unknown>();
  private commands = 0;

  user(id: string): UserState {
    return this.stateOf('user', id) as UserState;
  }

  post(id: string): PostState {
    return this.stateOf('post', id) as PostState;
  }

  /** Streams that have events, by category, as ids. */
  ids(category: string): readonly string[] {
    return [...this.states.keys()]
      .filter((stream) => stream.startsWith(`${category}-`))
      .map((stream) => stream.slice(category.length + 1));
  }

  /** Gives a command; data that its schema refuses is answered like the edge would. */
  dispatch(type: string, data: unknown, given: Given): Decision<DomainEvent> {
    const definition = commandDefinitions[type];
    if (definition === undefined) throw new Error(`There is no command ${type}.`);
    const parsed = definition.schema.safeParse(data);
    if (!parsed.success) return { ok: false, rejection: rejection('COMMAND_INVALID') };
    this.commands += 1;
    const command = {
      id: effectiveCommandId(actorId(given.actor), derivedId('command', String(this.commands))),
      type,
      data: parsed.data,
    };
    return this.take(command, given);
  }

  private take(command: Command<string, Record<string, unknown>>, given: Given): Decision<DomainEvent> {
    const definition = commandDefinitions[command.type];
    if (definition === undefined) throw new Error(`There is no command ${command.type}.`);
    const { category } = definition;
    const id = definition.target(command, given.actor);
    const { decider } = aggregateOf(category);
    const decide = () => decider.decide(this.stateOf(category, id), command, this.contextOf(command, given));

    const barred = given.actor.kind === 'user' ? this.barOf(given.actor.userId, command.type) : null;
    const decision: Decision<DomainEvent> = barred === null ? decide() : { ok: false, rejection: barred };
    if (!decision.ok) {
      expect(rejections).toHaveProperty(decision.rejection.code);
      return decision;
    }
    for (const event of decision.events) this.append(category, id, event, given);
    this.expectRepeatable(decide, this.stateOf(category, id), () => this.stateOf(category, id));
    return decision;
  }

  /** P2: the same command on the state after it changes nothing or is refused. */
  private expectRepeatable(decide: () => Decision<DomainEvent>, before: unknown, after: () => unknown): void {
    const again = decide();
    expect(again.ok ? again.events : []).toEqual([]);
    expect(after()).toBe(before);
  }

  /** Adds an event: of a decision, or of a time before the story. */
  append(category: string, id: string, event: DomainEvent, { now: at, actor }: Given): void {
    expectSound(event);
    const { decider } = aggregateOf(category);
    this.states.set(`${category}-${id}`, decider.evolve(this.stateOf(category, id), event, at));
    this.log.push({ stream: `${category}-${id}`, event, at, actor });
  }

  private contextOf(command: Command<string, Record<string, unknown>>, { actor, campus, now, uploads }: Given) {
    const definition = commandDefinitions[command.type];
    const wanted = definition?.files(command, actor)?.names ?? [];
    const statesOf = (facts: FurtherFacts) =>
      Object.fromEntries(
        Object.entries(facts).map(([name, fact]) => [name, fact && this.stateOf(fact.category, fact.id)] as const),
      );
    const streams = statesOf(definition?.facts(command, actor) ?? {});
    const uploaded = uploads.filter((file) => wanted.includes(file.name)).map((file) => [file.name, file] as const);
    return {
      now,
      actor,
      campus,
      hash: hashOf,
      facts: {
        ...streams,
        ...statesOf(definition?.further(streams) ?? {}),
        uploads: Object.fromEntries(uploaded),
        claimed: this.claim(command, actor),
      },
    };
  }

  /** The first candidates without another owner. */
  private claim(command: Command<string, Record<string, unknown>>, actor: Actor): Record<string, string> {
    const claimed: Record<string, string> = {};
    const definition = commandDefinitions[command.type];
    if (definition === undefined) return claimed;
    const own = definition.target(command, actor);
    const { category } = definition;
    for (const { kind, candidates } of definition.claims(command, actor)) {
      let tried = 0;
      for (const value of candidates) {
        const others = this.ids(category).filter((id) => id !== own);
        if (!others.some((id) => aggregateOf(category).owns(this.stateOf(category, id), kind, value))) {
          claimed[kind] = value;
          break;
        }
        tried += 1;
        if (tried === MAX_CANDIDATES) break;
      }
    }
    return claimed;
  }

  /** The refusal of everything that a user does. */
  private barOf(userId: string, type: string): Rejection | null {
    for (const { category, bar } of Object.values(aggregates)) {
      if (bar === null || bar.spares?.commands.includes(type) === true) continue;
      const refusal = bar.refuse(this.stateOf(category, userId));
      if (refusal !== null) return refusal;
    }
    return null;
  }

  /** State of a stream of any noun. */
  stateOf(category: string, id: string): unknown {
    return this.states.get(`${category}-${id}`) ?? aggregateOf(category).decider.initial;
  }
}

/** Invariants of every decided event: it fits its schema exactly and survives JSON unchanged. */
function expectSound(event: DomainEvent): void {
  const definition = eventDefinitions[event.type];
  if (definition === undefined) throw new Error(`${event.type} is not declared.`);
  const stored = JSON.parse(JSON.stringify(event.data));
  expect(stored).toStrictEqual(event.data);
  const parsed = parseEvent(eventDefinitions, { type: event.type, version: definition.version, data: stored });
  expect(parsed).toStrictEqual({ kind: 'event', event, version: definition.version });
}
