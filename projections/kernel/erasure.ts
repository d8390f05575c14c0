import { z } from 'zod';
import type { EventDefinition, RecordedEvent } from '#domain/kernel/event.ts';
import { type UserEvent, userEvents } from '#domain/user/events.ts';
import { type AnyCollection, defineCollection } from './collection.ts';
import { type Projection, write } from './projection.ts';

/**
 * Erasure (blueprint §3, P10) is not left to each noun's fold: the kernel blanks by what collections and events
 * declare. On `SubjectErased` it blanks every document of the subject; an event of the subject that comes later
 * (written by a command that was already under way) is blanked before it is folded. Both depend on the log alone,
 * so that a rebuild, which finds the subject's key destroyed, gives the same documents.
 */
const erasureSchema = z.strictObject({ id: z.string() });

/** Subjects that were erased. Never told to anybody. Key: user id. */
export const erasures = defineCollection<z.infer<typeof erasureSchema>>({
  name: 'erasures',
  schema: erasureSchema,
  queries: {},
  topics: () => [],
});

type SubjectErased = Extract<UserEvent, { type: 'SubjectErased' }>;

/** Remembers who was erased. */
export const erasureProjection: Projection = {
  name: 'erasure',
  version: 1,
  collections: [erasures],
  folds: {
    SubjectErased: {
      reads: ({ data }: RecordedEvent<SubjectErased>) => [{ collection: erasures.name, key: data.userId }],
      fold: ({ data }: RecordedEvent<SubjectErased>) => [write(erasures, data.userId, { id: data.userId })],
    },
  },
};

/** Id of the person that an event erases, or `null`. */
export function erasedBy(event: RecordedEvent): string | null {
  if (event.type !== userEvents.SubjectErased.type) return null;
  return (event as RecordedEvent<SubjectErased>).data.userId;
}

/** Id of the person whose personal data an event carries, or `null`. */
export function subjectOf(definition: EventDefinition | undefined, event: RecordedEvent): string | null {
  if (definition === undefined || definition.subject === null || definition.personal.length === 0) return null;
  const subject = (event.data as Record<string, unknown>)[definition.subject];
  return typeof subject === 'string' ? subject : null;
}

/** The event without its personal data: what a log whose key is destroyed would give. */
export function blankEvent(definition: EventDefinition, event: RecordedEvent): RecordedEvent {
  return { ...event, data: blankFields(event.data, definition.personal) };
}

/** The document without its subject's personal data. */
export function blankDocument(collection: AnyCollection, doc: unknown): unknown {
  return blankFields(doc, collection.personal);
}

function blankFields(value: unknown, fields: readonly string[]): Record<string, unknown> {
  const blanks = Object.fromEntries(fields.map((field) => [field, null]));
  return { ...(value as Record<string, unknown>), ...blanks };
}

/** Name of the query that finds a subject's documents; a collection with a subject must declare one. */
export function subjectQuery(collection: AnyCollection): string | null {
  if (collection.subject === null) return null;
  const found = Object.entries(collection.queries).find(
    ([, { equals }]) => equals.length === 1 && equals[0] === collection.subject,
  );
  if (found === undefined) {
    throw new Error(`Collection ${collection.name} has a subject but no query by ${collection.subject}.`);
  }
  return found[0];
}
