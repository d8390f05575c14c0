import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { EventDefinition } from '#domain/kernel/event.ts';
import { personalFields } from '#domain/kernel/personal.ts';

/** One version of an event type. */
export interface EventVersion {
  /** As in `PostCreated.v1`; also the name of its fixture. */
  readonly name: string;
  readonly schema: z.ZodMiniObject;
}

/** Every version of an event, oldest first. */
export function versionsOf(definition: EventDefinition): readonly EventVersion[] {
  const schemas = [...definition.previous.map((each) => each.schema), definition.schema];
  return schemas.map((schema, index) => ({ name: `${definition.type}.v${index + 1}`, schema }));
}

/**
 * A short digest of a schema and its personal fields (a field that becomes personal changes the log's content). An
 * update of zod may express the same JSON Schema differently; nothing else changes the digest.
 */
export function schemaDigest(schema: z.ZodMiniObject): string {
  const described = { accepts: z.toJSONSchema(schema, { unrepresentable: 'throw' }), personal: personalFields(schema) };
  return createHash('sha256').update(sorted(described)).digest('hex').slice(0, 16);
}

/** JSON with sorted keys. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
