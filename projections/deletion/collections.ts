import * as z from 'zod/mini';
import { defineCollection } from '../kernel/collection.ts';

const deletionSchema = z.strictObject({
  /** Id of the person. */
  id: z.string(),
  status: z.enum(['requested', 'begun', 'done']),
  receipt: z.string(),
  /** ISO instants. */
  requestedAt: z.string(),
  dueAt: z.string(),
});
export type Deletion = z.infer<typeof deletionSchema>;

/**
 * Deletions that were requested and not taken back, for the sweep; what their owners see stands in their account (`user`).
 * Never published. Key: user id.
 */
export const deletions = defineCollection<Deletion>({
  name: 'deletions',
  schema: deletionSchema,
  queries: { byStatus: { equals: ['status'], order: 'dueAt' } },
  topics: () => [],
});
