import * as z from 'zod/mini';
import { personalField, personalFields } from '#domain/kernel/personal.ts';
import { cardSchema } from '#domain/preview/card.ts';
import { defineCollection } from '../kernel/collection.ts';

const previewSchema = z.strictObject({
  /** Id of the post. */
  id: z.string(),
  campus: z.string(),
  author: z.string(),
  card: personalField(cardSchema),
});
export type Preview = z.infer<typeof previewSchema>;

/** The cards of posts' links. Key: post id. Published only with their posts, to those who see these. */
export const previews = defineCollection<Preview>({
  name: 'previews',
  schema: previewSchema,
  subject: 'author',
  personal: personalFields(previewSchema),
  queries: {},
  topics: () => [],
});
