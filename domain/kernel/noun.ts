import type { Denial, Reader } from './access.ts';
import type { ClaimRequest, CommandDefinition, CommandDefinitions } from './command.ts';
import type { Decider, Decision } from './decider.ts';
import type { DomainEvent, EventDefinition, EventOf } from './event.ts';
import type { Rejection, Rejections } from './rejection.ts';

/** The events of a noun, by type. */
export type EventDefinitions = Readonly<Record<string, EventDefinition>>;

/** Types of a noun's client commands; each needs an access rule. */
type ClientCommand<Commands extends CommandDefinitions> = {
  [Type in keyof Commands]: Commands[Type] extends { readonly origin: 'client' } ? Type : never;
}[keyof Commands];

/** Kinds of unique values that commands claim. */
type ClaimedKind<Commands extends CommandDefinitions> = {
  [Type in keyof Commands]: ReturnType<Commands[Type]['claims']> extends readonly ClaimRequest<infer Kind>[]
    ? Kind
    : never;
}[keyof Commands];

/** Who may see a noun's documents and give its commands; each rule takes the arguments it needs. */
export interface Access<Command extends PropertyKey = string> {
  maySee(reader: Reader, about: never): boolean;
  readonly mayDo: { readonly [Type in Command]: (reader: Reader, about: never) => Denial };
}

/**
 * Closes things by the streams of a noun, whatever other rules say: the stream `<name>-<userId>` every command of that
 * user and every way of signing in, the stream `<name>-<keyed hash>` the claim to that value (`barredValue` in the
 * server).
 */
export interface Bar<State> {
  /** `null`: a stream in this state closes nothing. */
  readonly refuse: (state: State) => Rejection | null;
  /**
   * Kinds of claims whose values may be closed, each with the values that close one of them: itself, and what stands for
   * the thing behind it.
   */
  readonly claims: Readonly<Record<string, (value: string) => readonly string[]>>;
  /** Acts that a closed person may still do; left out: none. */
  readonly spares?: {
    readonly signIn: boolean;
    /** Types of commands. */
    readonly commands: readonly string[];
  };
}

/** The manifest of a noun in the domain: everything that the rules say about it. */
export interface Noun<
  Name extends string,
  Events extends EventDefinitions,
  Commands extends CommandDefinitions,
  State,
  Code extends string,
> {
  /** Its streams are called `<name>-<id>`. */
  readonly name: Name;
  readonly events: Events;
  readonly commands: Commands;
  /** `null`: it has no streams. */
  readonly decider: Decider<Commands, State, EventOf<Events>> | null;
  /** Whether a stream in this state owns a unique value, by kind of claim. `value` is normalised. */
  readonly claims: { readonly [Kind in ClaimedKind<Commands>]: (state: State, value: string) => boolean };
  readonly rejections: Rejections<Code>;
  readonly access: Access<ClientCommand<Commands>>;
  /** `null`: its streams close nothing. */
  readonly bar: Bar<State> | null;
}

/** Declares a noun; omitted parts are empty. */
export function defineNoun<
  const Name extends string,
  Code extends string,
  Events extends EventDefinitions = NoDefinitions,
  Commands extends Readonly<Record<string, CommandDefinitionIn<Name>>> = NoDefinitions,
  State = never,
>(
  options: Pick<Noun<Name, Events, Commands, State, Code>, 'name' | 'rejections' | 'access'> &
    Partial<Pick<Noun<Name, Events, Commands, State, Code>, 'events' | 'commands' | 'decider' | 'claims' | 'bar'>>,
): Noun<Name, Events, Commands, State, Code> {
  const nothing = { events: {}, commands: {}, decider: null, claims: {}, bar: null };
  // The type parameters of omitted options have these very defaults.
  return { ...nothing, ...options } as Noun<Name, Events, Commands, State, Code>;
}

/** No events, or no commands. */
type NoDefinitions = Readonly<Record<never, never>>;

/** A command whose stream is this noun's. */
type CommandDefinitionIn<Name extends string> = Omit<CommandDefinition, 'category'> & { readonly category: Name };

/** A decider of any noun, for code that treats all alike; each noun's own files keep the types. */
export interface AnyDecider {
  readonly initial: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: a state, command or event read from the log is known by its name only
  decide(state: any, command: any, context: any): Decision<DomainEvent>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  evolve(state: any, event: any, at: string): unknown;
}

/** Any noun, for code that treats all alike. */
export interface AnyNoun {
  readonly name: string;
  readonly events: EventDefinitions;
  readonly commands: CommandDefinitions;
  readonly decider: AnyDecider | null;
  readonly claims: Readonly<Record<string, (state: never, value: string) => boolean>>;
  readonly rejections: Rejections;
  readonly access: Access;
  readonly bar: Bar<never> | null;
}
