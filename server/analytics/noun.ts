import { defineServerNoun } from '../noun.ts';

const withheld = 'What moderators noted about your account, such as that it is an internal one.';

/** The statistics: what moderators chose about an account is their own affair. */
export const analyticsNoun = defineServerNoun({
  name: 'analytics',
  archive: { AnalyticsOptedOut: { withheld }, AnalyticsOptedIn: { withheld } },
});
