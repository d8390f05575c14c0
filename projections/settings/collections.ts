import * as z from 'zod/mini';
import { personalField, personalFields } from '#domain/kernel/personal.ts';
import { birthDateSchema } from '#domain/settings/birthDateSchema.ts';
import { genderSchema } from '#domain/settings/gender.ts';
import { mailKindSchema } from '#domain/settings/mailKinds.ts';
import { defineCollection } from '../kernel/collection.ts';
import { userTopicNames } from '../user/topicNames.ts';

const settingsSchema = z.strictObject({
  /** The user's. */
  id: z.string(),
  phone: personalField(z.string()),
  gender: personalField(genderSchema),
  birthDate: personalField(birthDateSchema),
  emailNotifications: z.boolean(),
  /** Kinds of mails that are not wanted. */
  mutedMails: z.array(mailKindSchema),
  tipsDismissed: z.boolean(),
  /** The person was erased: only the id is left. */
  erased: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

/** A user's settings, published only to that user. Key: user id; none until something is changed. */
export const settings = defineCollection<Settings>({
  name: 'settings',
  schema: settingsSchema,
  subject: 'id',
  personal: personalFields(settingsSchema),
  queries: {},
  topics: ({ id }) => [userTopicNames.me(id)],
});
