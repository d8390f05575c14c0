import * as z from 'zod/mini';
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
