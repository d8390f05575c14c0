import * as z from 'zod/mini';
import { personalField, personalFields } from '#domain/kernel/personal.ts';
import { defineCollection } from '../kernel/collection.ts';
import { passkeyTopicNames } from './topicNames.ts';

const passkeySchema = z.strictObject({
  id: z.string(),
  user: z.string(),
  name: personalField(z.string()),
  /** Host on which it can be used. */
  site: z.string(),
  /** ISO instant. */
  addedAt: z.string(),
  /** Position of the event that added it: order of the list. */
  order: z.string(),
});
export type PasskeyDocument = z.infer<typeof passkeySchema>;

/** The passkeys that open accounts, each published only to its owner. Key: passkey id. */
export const passkeys = defineCollection<PasskeyDocument>({
  name: 'passkeys',
  schema: passkeySchema,
  subject: 'user',
  personal: personalFields(passkeySchema),
  queries: { ofUser: { equals: ['user'], order: 'order' } },
  topics: ({ user }) => [passkeyTopicNames.passkeys(user)],
});
