import * as z from 'zod/mini';
import { defineCollection } from '../kernel/collection.ts';
import { analyticsTopicNames } from './topicNames.ts';

/** All documents of a collection are in one list. */
const list = z.literal('all');

const optOutSchema = z.strictObject({
  /** Id of the person. */
  id: z.string(),
  list,
  /** Id of the moderator. */
  by: z.string(),
  /** ISO instant. */
  at: z.string(),
});
export type OptOut = z.infer<typeof optOutSchema>;

/** The internal accounts, which do not count (GUARD-12). Key: user id. */
export const optOuts = defineCollection<OptOut>({
  name: 'optOuts',
  schema: optOutSchema,
  queries: { list: { equals: ['list'], order: 'at' } },
  topics: (each) => [analyticsTopicNames.optOuts(each.list)],
  refs: ({ id, by }) => [
    { collection: 'people', key: id },
    { collection: 'people', key: by },
  ],
});

const productUseSchema = z.strictObject({
  /** Day and campus: the newest day has the greatest one. */
  id: z.string(),
  list,
  /** Day of UTC, `2026-01-31`. */
  day: z.string(),
  campus: z.string(),
  /** Accounts that were made on the campus's site. */
  registrations: z.int().check(z.minimum(0)),
  /** Posts that people wrote; comments and the house's own "new user" posts are none. */
  posts: z.int().check(z.minimum(0)),
  /** Times that somebody who had an account logged in on the campus's site. */
  logins: z.int().check(z.minimum(0)),
});
export type ProductUse = z.infer<typeof productUseSchema>;

/** How much a campus that counts was used on a day, without internal accounts (ANLT-07). Nobody is named. Key: day and campus. */
export const productUse = defineCollection<ProductUse>({
  name: 'productUse',
  schema: productUseSchema,
  queries: { list: { equals: ['list'], order: 'id' } },
  topics: (each) => [analyticsTopicNames.productUse(each.list)],
});
