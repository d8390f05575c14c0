import type * as z from 'zod/mini';
import type { Actor } from './actor.ts';
import type { Media } from './media.ts';
import type { Rejection } from './rejection.ts';

/** A command as it reaches a decider: `id` is the effective id. */
export interface Command<Type extends string = string, Data = unknown> {
  readonly id: string;
  readonly type: Type;
  readonly data: Data;
}

/** A unique value that a command wants for its stream, as the first free one of its candidates. */
export interface ClaimRequest<Kind extends string = string> {
  /** Kind of claim; also the name under which the held value reaches `decide` in `facts.claimed`. */
  readonly kind: Kind;
  /** Normalised candidates in order of preference; may be endless, the dispatcher tries a limited number. */
  readonly candidates: Iterable<string>;
  /** The answer when none is free. */
  readonly taken: Rejection;
}

/** Exists for the compiler only: the state that a stream fact has. */
declare const factState: unique symbol;

/** A stream whose state a decision needs; a noun makes them by `streamFact`. */
export interface StreamFact<State = unknown> {
  readonly category: string;
  readonly id: string;
  readonly [factState]?: State;
}

/** How commands name the streams of one noun as facts: `const userFact = streamFact<UserState>('user')`. */
export function streamFact<State>(category: string): (id: string) => StreamFact<State> {
  return (id) => ({ category, id });
}

/** Uploaded files that a command names: `folder` as in `posts/<postId>`. */
export interface FileFact {
  readonly folder: string;
  readonly names: readonly string[];
}

/** Stream facts by the name under which they reach `facts`. */
export type StreamFacts = Readonly<Record<string, StreamFact>>;

/** Stream facts that follow from other facts. */
export type FurtherFacts = Readonly<Record<string, StreamFact | null>>;

/** Origin of a command: `client` over HTTP and the socket, `server` from our edges and reactors. */
export type CommandOrigin = 'client' | 'server';

/** The declaration of a command: its schema, its target stream, and the needs of its decision. */
export interface CommandDefinition<
  Type extends string = string,
  Schema extends z.ZodMiniObject = z.ZodMiniObject,
  Category extends string = string,
  Origin extends CommandOrigin = CommandOrigin,
  Streams extends StreamFacts = StreamFacts,
  Files extends FileFact | null = FileFact | null,
  Kind extends string = string,
  Further extends FurtherFacts = FurtherFacts,
> {
  readonly type: Type;
  /** Version of the payload; an outbox may still hold older ones. */
  readonly version: number;
  readonly schema: Schema;
  readonly origin: Origin;
  /** Noun of the target stream. */
  readonly category: Category;
  /** Id of the target stream: a function of the command (and its sender) alone. The stream is `category-id`. */
  target(command: Command<Type, z.infer<Schema>>, actor: Actor): string;
  /**
   * Whether it is taken whatever became of the stream: also if it is full, or if its personal data cannot be opened. So
   * its decision sees all personal data as absent. It takes effect at most once in a stream.
   */
  readonly isLast: boolean;
  /** Other streams whose state the decision needs, by the name under which they reach `facts`. */
  facts(command: Command<Type, z.infer<Schema>>, actor: Actor): Streams;
  /** Streams that only the states of `facts` name: the campus of the post that a command names. `null`: none. */
  further(facts: StatesOf<Streams>): Further;
  /** Uploads that the command names; they reach `decide` as `facts.uploads` (a record by file name). */
  files(command: Command<Type, z.infer<Schema>>, actor: Actor): Files;
  /** Unique values that the command wants; held ones reach `decide` as `facts.claimed` (a record by kind). */
  claims(command: Command<Type, z.infer<Schema>>, actor: Actor): readonly ClaimRequest<Kind>[];
  /**
   * A name that commands share which a browser sends one after the other, as they were given, although each has a stream of
   * its own: the messages of a conversation. `null`: only its streams say what it waits for.
   */
  inOrderWith(command: Command<Type, z.infer<Schema>>): string | null;
}

/**
 * Declares a command. A decision receives exactly the declared `facts`, `files` and `claims` (`FactsOf`); one that
 * reads anything else does not compile.
 */
export function defineCommand<
  const Type extends string,
  Schema extends z.ZodMiniObject,
  const Category extends string,
  const Origin extends CommandOrigin = 'client',
  Streams extends StreamFacts = NoFacts,
  Files extends FileFact | null = null,
  const Kind extends string = never,
  Further extends FurtherFacts = NoFacts,
>(
  options: Pick<
    CommandDefinition<Type, Schema, Category, Origin, Streams, Files, Kind, Further>,
    'type' | 'schema' | 'category' | 'target'
  > &
    Partial<
      Pick<
        CommandDefinition<Type, Schema, Category, Origin, Streams, Files, Kind, Further>,
        'version' | 'origin' | 'isLast' | 'facts' | 'further' | 'files' | 'claims' | 'inOrderWith'
      >
    >,
): CommandDefinition<Type, Schema, Category, Origin, Streams, Files, Kind, Further> {
  const undeclared = {
    version: 1,
    origin: 'client',
    isLast: false,
    facts: () => ({}),
    further: () => ({}),
    files: () => null,
    claims: () => [],
    inOrderWith: () => null,
  };
  // The type parameters of omitted options have these very defaults.
  return { ...undeclared, ...options } as CommandDefinition<
    Type,
    Schema,
    Category,
    Origin,
    Streams,
    Files,
    Kind,
    Further
  >;
}

/** The commands of a noun, by type. */
export type CommandDefinitions = Readonly<Record<string, CommandDefinition>>;

/** The command that a definition declares, as it reaches its decision. */
export type CommandOf<Definition> =
  Definition extends CommandDefinition<infer Type, infer Schema> ? Command<Type, z.infer<Schema>> : never;

/** The union of the commands that a record of definitions declares, or several of them. */
export type AnyCommandOf<Definitions> = Definitions extends unknown
  ? { [Type in keyof Definitions]: CommandOf<Definitions[Type]> }[keyof Definitions]
  : never;

/** No facts of other streams. */
export type NoFacts = Readonly<Record<never, never>>;

/** Type of `context.facts` in a command's decision: exactly the declared facts. */
export type FactsOf<Definition> =
  Definition extends CommandDefinition<
    string,
    z.ZodMiniObject,
    string,
    CommandOrigin,
    infer Streams,
    infer Files,
    infer Kind,
    infer Further
  >
    ? StatesOf<Streams> & StatesOf<Further> & UploadsOf<Files> & ClaimedOf<Kind>
    : never;

/** States of the declared streams. */
type StatesOf<Streams extends FurtherFacts> = {
  readonly [Name in keyof Streams]: StateOf<Streams[Name]>;
};

/** Distributes over a union: a fact that may be `null` has a state that may be `null`. */
type StateOf<Fact> = Fact extends StreamFact<infer State> ? State : null;

/** Files that the command names and that its sender really uploaded, by name. */
type UploadsOf<Files extends FileFact | null> = [Files] extends [null]
  ? unknown
  : { readonly uploads: Readonly<Record<string, Media>> };

/** Unique values that are held for the command, by kind of claim. */
type ClaimedOf<Kind extends string> = [Kind] extends [never]
  ? unknown
  : { readonly claimed: Readonly<Partial<Record<Kind, string>>> };
