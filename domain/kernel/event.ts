import type * as z from 'zod/mini';
import { personalFields } from './personal.ts';

/** An event as a decider makes it: a fact in the past tense. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** Metadata of an event. */
export interface EventMeta {
  /** Effective id of the command that caused it (`effectiveCommandId`). */
  readonly commandId: string;
  /** Keyed hash of the command's payload: another payload under a known id is refused. */
  readonly commandHash: string;
  /** Id of the acting user, or the name of the acting system part (`reactor:mail`). */
  readonly actor: string;
  /** Campus on whose site it happened. */
  readonly campus: string;
  /** ISO 8601 instant in UTC with milliseconds. */
  readonly at: string;
  /** Id of the event that a reactor answered with this one, else `null`. */
  readonly causedBy: string | null;
}

/** An event of the log, upcast to its present version; its personal data is sealed or open, as its reader wants it. */
export interface RecordedEvent<E extends DomainEvent = DomainEvent> {
  readonly id: string;
  readonly stream: string;
  /** Index in its stream, from 0, without gaps. */
  readonly revision: number;
  /** Position in the log: a fixed-width string whose byte order is log order. */
  readonly position: string;
  readonly type: E['type'];
  readonly version: number;
  readonly data: E['data'];
  readonly meta: EventMeta;
}

/** A union of recorded events, discriminated by `type`. */
export type Recorded<E extends DomainEvent> = E extends DomainEvent ? RecordedEvent<E> : never;

/** An older version of an event and the way up to the next one. */
export interface PreviousVersion {
  readonly schema: z.ZodMiniObject;
  /**
   * Data of this version in, data of the next version out. Pure and total. Personal fields are opaque to it: it copies
   * them under the same name or leaves them out.
   */
  readonly upcast: (data: never) => unknown;
  /**
   * One for each personal field: its open value of this version in, that of the next version out. `null`: the next
   * version has no such field. A sealed value passes through them when it is opened.
   */
  readonly personal?: Readonly<Record<string, ((value: never) => unknown) | null>>;
}

/** The declaration of an event type: schema per version, subject of its personal data, upcasts. */
export interface EventDefinition<Type extends string = string, Schema extends z.ZodMiniObject = z.ZodMiniObject> {
  readonly type: Type;
  /** Present version, from 1; equals `previous.length + 1`. */
  readonly version: number;
  readonly schema: Schema;
  /** Older versions, index 0 is version 1. */
  readonly previous: readonly PreviousVersion[];
  /** Name of the data field that holds the id of the user whose personal data this is; `null` if it has none. */
  readonly subject: string | null;
  /** Names of the personal fields in the present version. */
  readonly personal: readonly string[];
}

/**
 * Declares an event type.
 *
 * @throws Error personal fields have no subject, or a version says not how one of them becomes that of the next: bugs
 */
export function defineEvent<const Type extends string, Schema extends z.ZodMiniObject>(options: {
  type: Type;
  schema: Schema;
  subject?: keyof z.infer<Schema> & string;
  previous?: readonly PreviousVersion[];
}): EventDefinition<Type, Schema> {
  const previous = options.previous ?? [];
  const personal = personalFields(options.schema);
  if (personal.length > 0 && options.subject === undefined) {
    throw new Error(`Event ${options.type} has personal fields (${personal.join(', ')}) but names no subject.`);
  }
  previous.forEach((older, index) => {
    requirePersonalUpcasts(
      `${options.type} version ${index + 1}`,
      older,
      previous[index + 1]?.schema ?? options.schema,
    );
  });
  return {
    type: options.type,
    version: previous.length + 1,
    schema: options.schema,
    previous,
    subject: options.subject ?? null,
    personal,
  };
}

function requirePersonalUpcasts(name: string, { schema, personal = {} }: PreviousVersion, next: z.ZodMiniObject): void {
  const before = personalFields(schema);
  const after = personalFields(next);
  for (const field of new Set([...before, ...Object.keys(personal)])) {
    const upcast = personal[field];
    if (!before.includes(field) || upcast === undefined) {
      throw new Error(`${name} must have an upcast of its own for each personal field, and for no other (${field}).`);
    }
    if ((upcast !== null) !== after.includes(field)) {
      throw new Error(
        `${name} has an upcast of ${field} although the next version has no such personal field, or none.`,
      );
    }
  }
  // Older events have the field in plain in the log, and an erasure could not remove it.
  const plain = after.find((field) => field in schema.shape && !before.includes(field));
  if (plain !== undefined) throw new Error(`${name} has ${plain} in plain: it can't become personal afterwards.`);
}

/** The union of the events that a record of definitions declares, or several of them. */
export type EventOf<Definitions> = Definitions extends unknown
  ? {
      [K in keyof Definitions]: Definitions[K] extends EventDefinition<infer Type, infer Schema>
        ? DomainEvent<Type, z.infer<Schema>>
        : never;
    }[keyof Definitions]
  : never;
