import type { AnyCommandOf } from './kernel/command.ts';
import type { EventOf, Recorded } from './kernel/event.ts';
import { createRegistry } from './kernel/registry.ts';
import type { kernelRejections } from './kernel/rejections.ts';
import type { SystemEvent } from './kernel/systemEvents.ts';
import { nouns } from './nouns.ts';

type Noun = (typeof nouns)[number];

/** Every event: the nouns' and the dispatcher's own, discriminated by `type`. */
export type AnyEvent = EventOf<Noun['events']> | SystemEvent;
/** Every recorded event. */
export type AnyRecordedEvent = Recorded<AnyEvent>;
/** The event of a type. */
export type EventNamed<Type extends AnyEvent['type']> = Extract<AnyEvent, { readonly type: Type }>;

/** Every command. */
export type AnyCommand = AnyCommandOf<Noun['commands']>;
/** Data of a command, by its type: `CommandMap['AddComment']`. */
export type CommandMap = { readonly [Command in AnyCommand as Command['type']]: Command['data'] };
/** Every client command, with its data. */
export type ClientCommandMap = Pick<CommandMap, ClientCommandType<Noun['commands']> & keyof CommandMap>;

type ClientCommandType<Commands> = Commands extends unknown
  ? { [Type in keyof Commands]: Commands[Type] extends { readonly origin: 'client' } ? Type : never }[keyof Commands]
  : never;

/** Every rejection code. */
export type RejectionCode = KeyOf<typeof kernelRejections> | KeyOf<Noun['rejections']>;
/** Every noun with streams. */
export type Category = (Noun & { readonly decider: object })['name'];

type KeyOf<Records> = Records extends unknown ? keyof Records & string : never;

/** Everything that follows from the list of nouns. */
export const registry = createRegistry(nouns);

export const {
  eventDefinitions,
  commandDefinitions,
  aggregates,
  aggregateOf,
  rejections,
  rejectionText,
  rejectionKind,
} = registry;
