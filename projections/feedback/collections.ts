import * as z from 'zod/mini';
import { personalField, personalFields } from '#domain/kernel/personal.ts';
import { defineCollection } from '../kernel/collection.ts';
import { feedbackTopicNames } from './topicNames.ts';

const feedbackSchema = z.strictObject({
  id: z.string(),
  user: z.string(),
  campus: z.string(),
  text: personalField(z.string()),
  /** ISO instant. */
  at: z.string(),
  /** Position of the event: order of the list. */
  order: z.string(),
});
export type Feedback = z.infer<typeof feedbackSchema>;

/** The feedback of people. Key: id of the feedback. */
export const feedback = defineCollection<Feedback>({
  name: 'feedback',
  schema: feedbackSchema,
  subject: 'user',
  personal: personalFields(feedbackSchema),
  queries: { ofCampus: { equals: ['campus'], order: 'order' } },
  topics: ({ campus }) => [feedbackTopicNames.feedback(campus)],
});
