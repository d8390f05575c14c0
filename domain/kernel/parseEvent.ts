import type { DomainEvent, EventDefinition } from './event.ts';

/** An event's data as it stands in the log after decryption, in whatever version it was written. */
export interface StoredData {
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
}

/** What a stored event turned out to be. */
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
