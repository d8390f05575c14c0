import type { KeyObject } from 'node:crypto';
import type { EventDefinition, RecordedEvent } from '#domain/kernel/event.ts';
import { parseEvent } from '#domain/kernel/parseEvent.ts';
import { personalFields } from '#domain/kernel/personal.ts';
import { UnknownEvent } from '#projections/engine/eventLog.ts';
import { InvalidAppend, type NewEvent, type StoredEvent } from '../ports/eventStore.ts';
import { isSealed, openValue, sealValue } from './sealedValue.ts';

/** Event types by name (`domain/registry.ts`). */
export type EventDefinitions = Readonly<Record<string, EventDefinition>>;
/** An event before it is sealed: plain, in the present version of its type. */
export type UnsealedEvent = Omit<NewEvent, 'version'>;
/** Data of an event: every one is an object. */
type Fields = Readonly<Record<string, unknown>>;

/** An event in the log can't be read: the log or the vault was changed from outside. It stops the reader. */
export class UnreadableEvent extends Error {
  readonly position: string;
  constructor(event: StoredEvent, reason: string, options?: { cause?: unknown }) {
    super(`The event ${event.id} (${event.type}) at position ${event.position} can't be read: ${reason}.`, options);
    this.name = 'UnreadableEvent';
    this.position = event.position;
  }
}

/** The definition of an event to be written. @throws InvalidAppend there is none, or the data does not fit it */
export function definitionOf(definitions: EventDefinitions, { id, type, data }: UnsealedEvent): EventDefinition {
  const definition = find(definitions, type);
  if (definition === undefined) throw new InvalidAppend(`The event ${id} has the unknown type ${type}.`);
  const parsed = definition.schema.safeParse(data);
  if (parsed.success) return definition;
  // Names of fields only: the values may be personal.
  const places = parsed.error.issues.map(({ code, path }) => `${path.join('.') || 'data'} (${code})`).join(', ');
  throw new InvalidAppend(`The event ${id} does not fit the schema of ${type}: ${places}.`);
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
    if (key === undefined) throw new InvalidAppend(`The event ${event.id} has personal data, but names no person.`);
    sealed[field] = sealValue(key, place(event.id, field), value);
  }
  return { id: event.id, type: event.type, version: definition.version, data: sealed, meta: event.meta };
}

/**
 * Makes a stored event readable: decrypts, then upcasts, then parses.
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
  const definition = find(definitions, stored.type);
  const data = definition === undefined ? stored.data : openFields(definition, stored, key);
  const parsed = parseEvent(definitions, { type: stored.type, version: stored.version, data });
  switch (parsed.kind) {
    case 'unknown':
      throw new UnknownEvent(stored.type, stored.version, stored.position);
    case 'invalid':
      throw new UnreadableEvent(stored, 'it does not fit its schema');
    case 'event': {
      const opened = parsed.event.data as Fields;
      return {
        ...stored,
        version: parsed.version,
        // A field may have become personal in a later version.
        data: key === 'erased' && definition !== undefined ? blank(definition.personal, opened) : opened,
      };
    }
  }
}

function openFields(definition: EventDefinition, stored: StoredEvent, key: KeyObject | 'erased' | undefined): Fields {
  const data = stored.data as Fields;
  const names = personalFieldsOf(definition, stored.version);
  if (key === 'erased') return blank(names, data);
  const opened: Record<string, unknown> = { ...data };
  for (const field of names) {
    const value = data[field];
    if (isEmpty(value)) continue;
    if (!isSealed(value)) throw new UnreadableEvent(stored, `its personal field ${field} is not sealed`);
    if (key === undefined) throw new UnreadableEvent(stored, 'it names no person');
    try {
      opened[field] = openValue(key, place(stored.id, field), value);
    } catch (cause) {
      throw new UnreadableEvent(stored, `its personal field ${field} was sealed with another key, or changed`, {
        cause,
      });
    }
  }
  return opened;
}

function blank(names: readonly string[], data: Fields): Fields {
  const present = names.filter((field) => field in data);
  return { ...data, ...Object.fromEntries(present.map((field) => [field, null])) };
}

/** Names of the personal fields in the version in which an event was written. */
function personalFieldsOf(definition: EventDefinition, version: number): readonly string[] {
  const previous = definition.previous[version - 1];
  return previous === undefined ? definition.personal : personalFields(previous.schema);
}

/** Nothing personal is in it, so it is not sealed: most posts have no pictures, and sealing costs more than the rest. */
function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

function place(eventId: string, field: string): string {
  return `${eventId}\n${field}`;
}

function find(definitions: EventDefinitions, type: string): EventDefinition | undefined {
  return Object.hasOwn(definitions, type) ? definitions[type] : undefined;
}
