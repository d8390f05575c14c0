import type * as z from 'zod/mini';
import type { RecordedEvent } from '#domain/kernel/event.ts';

/** A fold wrote a document that breaks its collection's schema. */
export class SchemaBroken extends Error {
  constructor(collection: string, error: z.core.$ZodError) {
    super(error.issues.map((issue) => `${collection}.${issue.path.join('.')}: ${issue.code}`).join(', '));
    this.name = 'SchemaBroken';
  }
}

/** Characters of an error that are kept with a parked document. */
const ERROR_MAX_CHARACTERS = 500;

/**
 * The stored description of a failed fold. The message of an unknown error may quote the document or the event, which
 * may be personal data (P10), so only its name and source line are stored; the event's id leads to the rest.
 */
export function describeFailure(error: unknown, event: RecordedEvent): string {
  const what = error instanceof SchemaBroken ? `${error.name} (${error.message})` : nameAndPlace(error);
  return `${what} while folding ${event.type} ${event.id}`.slice(0, ERROR_MAX_CHARACTERS);
}

function nameAndPlace(error: unknown): string {
  if (!(error instanceof Error)) return 'A thrown value that is no Error';
  const frame = error.stack?.match(/(?<=\/)(?:projections|domain|web|test)\/[\w./-]+:\d+:\d+/)?.[0];
  return frame === undefined ? error.name : `${error.name} at ${frame}`;
}
