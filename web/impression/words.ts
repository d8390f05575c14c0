import type { Counters } from '#domain/impression/actions.ts';
import type { Ad } from '#projections/ad/collections.ts';

/** Names of the counters, in the order in which they are shown. */
export const COUNTER_LABELS: readonly (readonly [keyof Counters, string])[] = [
  ['views', 'Views'],
  ['accounts_reached', 'Accounts reached'],
  ['external_link_clicks', 'Link clicks'],
  ['direct_messages', 'Messages'],
  ['profile_visits', 'Profile visits'],
  ['copied_link', 'Links copied'],
];

const numbers = new Intl.NumberFormat('en');
const percents = new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A count, with separators. */
export function saidCount(count: number): string {
  return numbers.format(count);
}

/** The counter of an ad's button, by where that leads. */
const CLICKS: Readonly<Record<Ad['goal'], keyof Counters>> = {
  website: 'external_link_clicks',
  message: 'direct_messages',
  profile: 'profile_visits',
};

/** How often the button of an ad with this goal was pressed. */
export function clicksOf(counters: Counters, goal: Ad['goal']): number {
  return counters[CLICKS[goal]];
}

/** Clicks of all views, as a share (Q68); `--`: nobody has seen it. */
export function saidRate(clicks: number, views: number): string {
  return views === 0 ? '--' : percents.format(clicks / views);
}
