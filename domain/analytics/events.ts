import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';

const choice = z.strictObject({
  userId: idSchema,
  /** Id of the moderator. */
  by: idSchema,
});

/**
 * The events of the statistics: an account's part in them has a stream (`analytics-<userId>`), and so has each log-in that
 * counts (`analytics-<loginId>`).
 */
export const analyticsEvents = {
  /** An internal account: nothing that it does from here on counts (GUARD-12). */
  AnalyticsOptedOut: defineEvent({ type: 'AnalyticsOptedOut', schema: choice }),
  /** It counts again, as every account does at first. */
  AnalyticsOptedIn: defineEvent({ type: 'AnalyticsOptedIn', schema: choice }),
  /** Somebody who had an account has logged in, by whatever way, on a campus that counts (ANLT-07). */
  LoginCounted: defineEvent({
    type: 'LoginCounted',
    schema: z.strictObject({ loginId: idSchema, userId: idSchema, campus: z.string() }),
  }),
};

export type AnalyticsEvent = EventOf<typeof analyticsEvents>;
