import type { CommandDefinition, CommandDefinitions } from './command.ts';
import type { EventDefinition } from './event.ts';
import { merge } from './merge.ts';
import type { AnyDecider, AnyNoun, Bar, EventDefinitions } from './noun.ts';
import { fillText, type Rejection, type RejectionDefinition, type RejectionKind } from './rejection.ts';
import { kernelRejections } from './rejections.ts';
import { systemEvents } from './systemEvents.ts';

/** The part of a noun that the dispatcher works with: its streams and their rules. */
export interface Aggregate {
  /** Streams are called `category-id`. */
  readonly category: string;
  readonly events: EventDefinitions;
  readonly commands: CommandDefinitions;
  readonly decider: AnyDecider;
  /** Whether a stream in this state owns a unique value (see `ClaimRequest`). `value` is normalised. */
  owns(state: unknown, kind: string, value: string): boolean;
  /** Closures by its streams; `null`: none. */
  readonly bar: Bar<unknown> | null;
}

/** Everything that follows from a list of nouns. */
export interface Registry {
  /** Every event type of the log, the dispatcher's own included. */
  readonly eventDefinitions: Readonly<Record<string, EventDefinition>>;
  readonly commandDefinitions: Readonly<Record<string, CommandDefinition>>;
  /** Nouns with streams, by category. */
  readonly aggregates: Readonly<Record<string, Aggregate>>;
  /** @throws Error no noun of the list has streams of this category */
  aggregateOf(category: string): Aggregate;
  /** Kind and text of every rejection code. */
  readonly rejections: Readonly<Record<string, RejectionDefinition>>;
  /**
   * Text of a rejection for people. A code without a text is a bug that a test finds; people then read the general
   * text.
   */
  rejectionText(rejection: Rejection): string;
  /** Kind of a code, or `null` when no rule has it: then it is one of the edge's own. */
  rejectionKind(code: string): RejectionKind | null;
}

/**
 * Derives everything that is known by name from a list of nouns.
 * @throws Error two nouns share a name, an event, a command, a kind of claim or a code; or one is not complete
 */
export function createRegistry(nouns: readonly AnyNoun[]): Registry {
  const rejections = merge([kernelRejections, ...nouns.map((noun) => noun.rejections)]);
  const definitionOf = (code: string) => (Object.hasOwn(rejections, code) ? rejections[code] : undefined);
  merge(nouns.map((noun) => noun.claims));
  const aggregates = merge(nouns.map(asAggregate));
  return {
    eventDefinitions: byType([systemEvents, ...nouns.map((noun) => noun.events)]),
    commandDefinitions: byType(nouns.map((noun) => noun.commands)),
    aggregates,
    aggregateOf(category) {
      const aggregate = Object.hasOwn(aggregates, category) ? aggregates[category] : undefined;
      if (aggregate === undefined) throw new Error(`No noun has the streams ${category}-….`);
      return aggregate;
    },
    rejections,
    rejectionText: ({ code, data }) =>
      fillText((definitionOf(code) ?? kernelRejections.SOMETHING_WENT_WRONG).text, data),
    rejectionKind: (code) => definitionOf(code)?.kind ?? null,
  };
}

/** The noun's aggregate under its name; nothing when it has no streams. */
function asAggregate({ name, events, commands, decider, claims, bar }: AnyNoun): Readonly<Record<string, Aggregate>> {
  if (decider === null) {
    if (Object.keys({ ...events, ...commands }).length > 0) throw new Error(`The noun ${name} has no decider.`);
    return {};
  }
  for (const { type, category } of Object.values(commands)) {
    if (category !== name) throw new Error(`The command ${type} goes to ${category}, not to its noun ${name}.`);
  }
  const owns: Aggregate['owns'] = (state, kind, value) =>
    Object.hasOwn(claims, kind) && claims[kind]?.(state as never, value) === true;
  // A stream's state is known by its noun's name only.
  return { [name]: { category: name, events, commands, decider, owns, bar: bar as Bar<unknown> | null } };
}

function byType<Definition extends { readonly type: string }>(
  records: readonly Readonly<Record<string, Definition>>[],
): Readonly<Record<string, Definition>> {
  const merged = merge(records);
  for (const [name, { type }] of Object.entries(merged)) {
    if (name !== type) throw new Error(`The definition of ${type} stands under the name ${name}.`);
  }
  return merged;
}
