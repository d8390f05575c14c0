import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';

/** `private`: feed, posts, people and counts are for the campus's verified members alone (CAMP-07, Q06). */
export const campusPrivacySchema = z.enum(['public', 'private']);
export type CampusPrivacy = z.infer<typeof campusPrivacySchema>;

/** The events of a campus's stream (`campus-<id>`). */
export const campusEvents = {
  CampusPrivacyChanged: defineEvent({
    type: 'CampusPrivacyChanged',
    schema: z.strictObject({ campus: z.string(), privacy: campusPrivacySchema }),
  }),
};

export type CampusEvent = EventOf<typeof campusEvents>;
