import * as z from 'zod/mini';
import { defineEvent, type EventOf } from './event.ts';
import { idSchema } from './ids.ts';

/** Category of the streams of subjects: people, whose personal data the log holds under a key of their own. */
const SUBJECT_CATEGORY = 'user';

/** Name of a subject's own stream. */
export function subjectStream(subject: string): string {
  return `${SUBJECT_CATEGORY}-${subject}`;
}

/**
 * The event by which a person is erased, in the person's own stream: from then on everybody treats the person's data as
 * absent, and the key is destroyed (P10). The noun of people declares it among its events.
 */
export const subjectErased = defineEvent({
  type: 'SubjectErased',
  schema: z.strictObject({
    userId: idSchema,
    /** Campus of which the user was a verified member. */
    campus: z.nullable(z.string()),
  }),
});

export type SubjectErased = EventOf<{ readonly SubjectErased: typeof subjectErased }>;

/** Ids of the people whom an event erases. */
export function subjectsErasedBy({ type, data }: { readonly type: string; readonly data: unknown }): readonly string[] {
  return type === subjectErased.type ? [(data as SubjectErased['data']).userId] : [];
}
