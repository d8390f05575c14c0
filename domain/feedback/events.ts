import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';
import { personalField } from '../kernel/personal.ts';

/** The events of a user's feedback (`feedback-<userId>`): one stream a user, so that a day's limit holds. */
export const feedbackEvents = {
  FeedbackGiven: defineEvent({
    type: 'FeedbackGiven',
    subject: 'userId',
    schema: z.strictObject({
      feedbackId: idSchema,
      userId: idSchema,
      /** Campus of the site on which it was given. */
      campus: z.string(),
      text: personalField(z.string()),
    }),
  }),
};

export type FeedbackEvent = EventOf<typeof feedbackEvents>;
