import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { campusPrivacySchema } from './privacy.ts';

/** The events of a campus's stream (`campus-<id>`). */
export const campusEvents = {
  CampusPrivacyChanged: defineEvent({
    type: 'CampusPrivacyChanged',
    schema: z.strictObject({ campus: z.string(), privacy: campusPrivacySchema }),
  }),
};

export type CampusEvent = EventOf<typeof campusEvents>;
