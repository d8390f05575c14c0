import * as z from 'zod/mini';
import { campusPrivacySchema } from '#domain/campus/privacy.ts';
import { defineCollection } from '../kernel/collection.ts';
import { campusTopicNames } from './topicNames.ts';

const campusCountersSchema = z.strictObject({
  id: z.string(),
  /** School-verified members (CAMP-13, VERF-16). */
  members: z.int().check(z.minimum(0)),
});
export type CampusCounters = z.infer<typeof campusCountersSchema>;

/** Live counters of a campus; its fixed data is in `domain/campus/registry.ts`. Key: campus id. */
export const campuses = defineCollection<CampusCounters>({
  name: 'campuses',
  schema: campusCountersSchema,
  queries: { byId: { equals: ['id'], order: null } },
  topics: (campus) => [campusTopicNames.campus(campus.id)],
});

const communitySchema = z.strictObject({ id: z.string(), privacy: campusPrivacySchema });
export type Community = z.infer<typeof communitySchema>;

/**
 * Whether a campus is private: everybody may know that (CAMP-07). Key: campus id; there is none for a campus that has
 * always been open. Every right to see something depends on these documents (`right.ts`).
 */
export const communities = defineCollection<Community>({
  name: 'communities',
  schema: communitySchema,
  queries: { byId: { equals: ['id'], order: null } },
  topics: (community) => [campusTopicNames.community(community.id)],
});
