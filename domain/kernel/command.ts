import type { z } from 'zod';
import type { Actor, Command } from './decider.ts';
import type { Rejection } from './rejection.ts';

/** A unique value that a command wants for its stream, as the first free one of its candidates. */
export interface ClaimRequest {
  /** Kind of claim; also the name under which the held value reaches `decide` in `facts.claimed`. */
  readonly kind: 'email' | 'username' | 'school-email';
  /** Normalised candidates in order of preference; may be endless, the dispatcher tries a limited number. */
  readonly candidates: Iterable<string>;
  /** What to answer when none is free. */
  readonly taken: Rejection;
}

/** A stream whose state a decision needs. */
export interface StreamFact {
  readonly category: 'user' | 'post' | 'save';
  readonly id: string;
}

/** Uploaded files that a command names: `folder` as in `posts/<postId>`. */
export interface FileFact {
  readonly folder: string;
  readonly names: readonly string[];
}

/** The declaration of a command: how it is checked, where it goes, what it needs. */
export interface CommandDefinition<Type extends string = string, Schema extends z.ZodObject = z.ZodObject> {
  readonly type: Type;
  /** Version of the payload; an outbox may still hold older ones. */
  readonly version: number;
  readonly schema: Schema;
  /** `client`: may come over HTTP and the socket. `server`: only from our own edges and reactors. */
  readonly origin: 'client' | 'server';
  /** Kind of the target stream. */
  readonly category: StreamFact['category'];
  /** Id of the target stream: a function of the command (and its sender) alone. The stream is `category-id`. */
  target(command: Command<Type, z.infer<Schema>>, actor: Actor): string;
  /** Whether it is taken also by a stream that is full. It takes effect at most once in a stream. */
  readonly isLast: boolean;
  /** Other streams whose state the decision needs, by the name under which they reach `facts`. */
  facts(command: Command<Type, z.infer<Schema>>, actor: Actor): Readonly<Record<string, StreamFact | null>>;
  /** Uploads that the command names; they reach `decide` as `facts.uploads` (a record by file name). */
  files(command: Command<Type, z.infer<Schema>>, actor: Actor): FileFact | null;
  /** Unique values that the command wants; held ones reach `decide` as `facts.claimed` (a record by kind). */
  claims(command: Command<Type, z.infer<Schema>>, actor: Actor): readonly ClaimRequest[];
}

/** Declares a command. */
export function defineCommand<const Type extends string, Schema extends z.ZodObject>(
  options: Pick<CommandDefinition<Type, Schema>, 'type' | 'schema' | 'category' | 'target'> &
    Partial<Pick<CommandDefinition<Type, Schema>, 'version' | 'origin' | 'isLast' | 'facts' | 'files' | 'claims'>>,
): CommandDefinition<Type, Schema> {
  return {
    version: 1,
    origin: 'client',
    isLast: false,
    facts: () => ({}),
    files: () => null,
    claims: () => [],
    ...options,
  };
}

/** The union of the commands that a record of definitions declares. */
export type CommandOf<Definitions extends Record<string, CommandDefinition>> = {
  [K in keyof Definitions]: Definitions[K] extends CommandDefinition<infer Type, infer Schema>
    ? Command<Type, z.infer<Schema>>
    : never;
}[keyof Definitions];
