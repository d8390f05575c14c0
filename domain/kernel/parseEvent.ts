import type * as z from 'zod/mini';
import type { DomainEvent, EventDefinition } from './event.ts';

/** An event's data in the version in which it was written, with personal fields in any form (`personal.ts`). */
export interface StoredData {
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
}

/** Result of parsing a stored event. */
export type ParsedEvent =
  | { readonly kind: 'event'; readonly event: DomainEvent; readonly version: number }
  /** No definition for this type or version: a newer release wrote it. It must stop the reader, never be skipped. */
  | { readonly kind: 'unknown' }
  /** The version is known but the data does not fit its schema: the log was damaged or a schema changed unversioned. */
  | { readonly kind: 'invalid'; readonly reason: string };

/**
 * Brings stored data to the present version of its type: checks it against the schema of its own version, climbs
 * the contiguous upcasts, checks the result. `version` of the answer is the present one.
 */
export function parseEvent(definitions: Readonly<Record<string, EventDefinition>>, stored: StoredData): ParsedEvent {
  const definition = Object.hasOwn(definitions, stored.type) ? definitions[stored.type] : undefined;
  if (definition === undefined) return { kind: 'unknown' };
  if (!Number.isInteger(stored.version) || stored.version < 1 || stored.version > definition.version) {
    return { kind: 'unknown' };
  }

  let data = stored.data;
  for (const { schema, upcast } of definition.previous.slice(stored.version - 1)) {
    const parsed = schema.safeParse(data);
    if (!parsed.success) return { kind: 'invalid', reason: parsed.error.message };
    data = upcast(parsed.data as never);
  }
  const parsed = definition.schema.safeParse(data);
  if (!parsed.success) return { kind: 'invalid', reason: parsed.error.message };
  return { kind: 'event', event: { type: definition.type, data: parsed.data }, version: definition.version };
}

/**
 * The open value of a personal field in the present version of its event type.
 *
 * @param value in the version in which it was written, `version`
 * @throws Error there is no such field, or the value does not fit it
 */
export function parsePersonal(
  definitions: Readonly<Record<string, EventDefinition>>,
  { type, version, field }: { readonly type: string; readonly version: number; readonly field: string },
  value: unknown,
): unknown {
  const definition = Object.hasOwn(definitions, type) ? definitions[type] : undefined;
  if (definition === undefined || !(version >= 1 && version <= definition.version)) {
    throw new Error(`${type} version ${version} is not known.`);
  }
  let present = value;
  for (const { personal } of definition.previous.slice(version - 1)) {
    const upcast = personal?.[field];
    if (upcast === undefined || upcast === null) throw new Error(`${type} version ${version} has no ${field}.`);
    present = upcast(present as never);
  }
  const parsed = (definition.schema.shape[field] as z.ZodMiniType | undefined)?.safeParse(present);
  if (parsed === undefined || !parsed.success) throw new Error(`It does not fit ${field} of ${type}.`);
  return parsed.data;
}
