import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';

const choice = z.strictObject({
  userId: idSchema,
  /** Id of the moderator. */
  by: idSchema,
});

/** The events of the stream of an account's part in the statistics (`analytics-<userId>`). */
export const analyticsEvents = {
  /** An internal account: nothing that it does from here on counts (GUARD-12). */
  AnalyticsOptedOut: defineEvent({ type: 'AnalyticsOptedOut', schema: choice }),
  /** It counts again, as every account does at first. */
  AnalyticsOptedIn: defineEvent({ type: 'AnalyticsOptedIn', schema: choice }),
};

export type AnalyticsEvent = EventOf<typeof analyticsEvents>;
