import * as z from 'zod/mini';

/** `private`: feed, posts, people and counts are for the campus's verified members alone (CAMP-07, Q06). */
export const campusPrivacySchema = z.enum(['public', 'private']);
export type CampusPrivacy = z.infer<typeof campusPrivacySchema>;
