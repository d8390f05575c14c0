import * as z from 'zod/mini';
import { personalField, personalFields } from '#domain/kernel/personal.ts';
import { defineCollection } from '../kernel/collection.ts';
import { banTopicNames } from './topicNames.ts';

const banSchema = z.strictObject({
  /** Id of the person. */
  id: z.string(),
  status: z.enum(['standing', 'lifted']),
  /** Id of the moderator. */
  by: z.string(),
  reason: z.string(),
  note: personalField(z.string()),
  /** Id of the post or comment that led to it, or of the person. */
  about: z.string(),
  /** ISO instant of the ban. */
  bannedAt: z.string(),
  /** ISO instant of the last change: order of the lists. */
  changedAt: z.string(),
  lifted: z.nullable(z.strictObject({ by: z.string(), reason: z.string() })),
});
export type Ban = z.infer<typeof banSchema>;

/** The last ban of each person who ever had one. Key: user id. */
export const bans = defineCollection<Ban>({
  name: 'bans',
  schema: banSchema,
  subject: 'id',
  personal: personalFields(banSchema),
  queries: { byStatus: { equals: ['status'], order: 'changedAt' } },
  topics: (ban) => [banTopicNames.bans(ban.status)],
  refs: (ban) => [
    { collection: 'people', key: ban.id },
    { collection: 'people', key: ban.by },
  ],
});
