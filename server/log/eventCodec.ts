import type { KeyObject } from 'node:crypto';
import type * as z from 'zod/mini';
import type { EventDefinition, RecordedEvent } from '#domain/kernel/event.ts';
import { parseEvent, parsePersonal } from '#domain/kernel/parseEvent.ts';
import { isSealed, labelSealed, personalFields, readSealed, type SealedValue } from '#domain/kernel/personal.ts';
import { UnknownEvent } from '#projections/engine/eventLog.ts';
import { InvalidAppend, type NewEvent, type StoredEvent } from '../ports/eventStore.ts';
import { openValue, sealValue } from './sealedValue.ts';
import { UnreadableEvent } from './unreadableEvent.ts';

/** Event types by name (`domain/registry.ts`). */
export type EventDefinitions = Readonly<Record<string, EventDefinition>>;
/** An event before it is sealed: plain, in the present version of its type. */
export type UnsealedEvent = Omit<NewEvent, 'version'>;
/** Data of an event: every one is an object. */
type Fields = Readonly<Record<string, unknown>>;

/** The definition of an event to be written. @throws InvalidAppend there is none, or the data does not fit it */
export function definitionOf(definitions: EventDefinitions, { id, type, data }: UnsealedEvent): EventDefinition {
  const definition = find(definitions, type);
  if (definition === undefined) throw new InvalidAppend(`The event ${id} has the unknown type ${type}.`);
  const parsed = definition.schema.safeParse(data);
  if (parsed.success) return definition;
  // Names of fields only: the values may be personal.
  const places = parsed.error.issues
    .flatMap(openIssues)
    .map(({ code, path }) => `${path.join('.') || 'data'} (${code})`);
  throw new InvalidAppend(`The event ${id} does not fit the schema of ${type}: ${places.join(', ')}.`);
}

/** Of a personal field, only the issues of its open form: the caller has passed it open. */
function openIssues(issue: z.core.$ZodIssue): readonly Pick<z.core.$ZodIssue, 'code' | 'path'>[] {
  if (issue.code !== 'invalid_union') return [issue];
  return (issue.errors.at(-1) ?? []).map(({ code, path }) => ({ code, path: [...issue.path, ...path] }));
}

/** Id of the user whose personal data an event holds; `null` if its type holds none in any version. */
export function subjectOf(
  definitions: EventDefinitions,
  { type, data }: Pick<NewEvent, 'type' | 'data'>,
): string | null {
  const definition = find(definitions, type);
  if (definition === undefined || definition.subject === null) return null;
  if (definition.personal.length === 0 && definition.previous.length === 0) return null;
  const subject = (data as Fields)[definition.subject];
  return typeof subject === 'string' ? subject : null;
}

/** Encrypts the personal fields of an event under its subject's key. */
export function sealEvent(definition: EventDefinition, event: UnsealedEvent, key: KeyObject | undefined): NewEvent {
  const sealed: Record<string, unknown> = { ...(event.data as Fields) };
  for (const field of definition.personal) {
    const value = sealed[field];
    if (isEmpty(value)) continue;
    if (isSealed(value)) throw new InvalidAppend(`The event ${event.id} was sealed before.`);
    if (key === undefined) throw new InvalidAppend(`The event ${event.id} has personal data, but names no person.`);
    sealed[field] = { $sealed: sealValue(key, placeOf(event.id, field), value) };
  }
  return { id: event.id, type: event.type, version: definition.version, data: sealed, meta: event.meta };
}

/**
 * Reads a stored event as projections do: upcast and parsed, every personal value sealed and labelled so that it opens
 * without its event. No key is needed.
 *
 * @throws UnknownEvent
 * @throws UnreadableEvent
 */
export function readSealedEvent(definitions: EventDefinitions, stored: StoredEvent): RecordedEvent {
  const definition = find(definitions, stored.type);
  const data = definition === undefined ? stored.data : labelFields(definition, stored);
  const parsed = parseEvent(definitions, { type: stored.type, version: stored.version, data });
  switch (parsed.kind) {
    case 'unknown':
      throw new UnknownEvent(stored.type, stored.version, stored.position);
    case 'invalid':
      throw new UnreadableEvent(stored, 'it does not fit its schema');
    case 'event': {
      const { id, stream, revision, position, type, meta } = stored;
      return { id, stream, revision, position, type, version: parsed.version, data: parsed.event.data, meta };
    }
  }
}

/**
 * Makes a stored event readable: reads it sealed, then opens its personal fields, which upcasts their values.
 *
 * @param key of its subject; `'erased'` makes every personal field `null`
 * @throws UnknownEvent
 * @throws UnreadableEvent
 */
export function openEvent(
  definitions: EventDefinitions,
  stored: StoredEvent,
  key: KeyObject | 'erased' | undefined,
): RecordedEvent {
  const event = readSealedEvent(definitions, stored);
  const personal = find(definitions, stored.type)?.personal ?? [];
  if (personal.length === 0) return event;
  const data: Record<string, unknown> = { ...(event.data as Fields) };
  for (const field of personal) {
    const value = data[field];
    if (value === undefined) continue;
    if (key === 'erased') data[field] = null;
    else if (isSealed(value)) data[field] = openField(definitions, stored, field, value, key);
  }
  return { ...event, data };
}

function openField(
  definitions: EventDefinitions,
  stored: StoredEvent,
  field: string,
  value: SealedValue,
  key: KeyObject | undefined,
): unknown {
  if (key === undefined) throw new UnreadableEvent(stored, 'it names no person');
  try {
    return openPersonal(definitions, value, key);
  } catch (cause) {
    throw new UnreadableEvent(stored, `its personal field ${field} was sealed with another key, or changed`, { cause });
  }
}

/**
 * Opens a sealed value, without its event, and upcasts it to the present version of its event type.
 *
 * @param key of the subject that its label names
 * @throws Error it was sealed with another key or for another event or field, was changed, or fits no schema
 */
export function openPersonal(definitions: EventDefinitions, value: SealedValue, key: KeyObject): unknown {
  const sealed = readSealed(value);
  if (sealed === null) throw new Error('A sealed value has no label.');
  return parsePersonal(definitions, sealed, openValue(key, placeOf(sealed.eventId, sealed.field), sealed.ciphertext));
}

/** The data of a stored event with a label on every sealed value. */
function labelFields(definition: EventDefinition, stored: StoredEvent): Fields {
  const data = stored.data as Fields;
  const { id: eventId, type, version } = stored;
  const fields = personalFieldsOf(definition, version);
  if (fields.length === 0) return data;
  const subject = definition.subject === null ? undefined : data[definition.subject];
  const labelled: Record<string, unknown> = { ...data };
  for (const field of fields) {
    const value = data[field];
    if (isEmpty(value)) continue;
    if (!isSealed(value)) throw new UnreadableEvent(stored, `its personal field ${field} is not sealed`);
    if (typeof subject !== 'string') throw new UnreadableEvent(stored, 'it names no person');
    labelled[field] = labelSealed({ type, version, field, subject, eventId }, value.$sealed);
  }
  return labelled;
}

/** Names of the personal fields in the version in which an event was written. */
function personalFieldsOf(definition: EventDefinition, version: number): readonly string[] {
  const previous = definition.previous[version - 1];
  return previous === undefined ? definition.personal : personalFields(previous.schema);
}

/** An empty value is not personal, and is not sealed: most posts have no pictures, and sealing is the dearest step. */
function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** The place to which a value's ciphertext is bound. */
function placeOf(eventId: string, field: string): string {
  return `${eventId}\n${field}`;
}

function find(definitions: EventDefinitions, type: string): EventDefinition | undefined {
  return Object.hasOwn(definitions, type) ? definitions[type] : undefined;
}
