import * as z from 'zod/mini';

/** The actions of people at a sponsored post (ANLT-02). */
export const ACTIONS = ['view', 'direct_message', 'copied_link', 'external_link_click', 'profile_visit'] as const;
export const actionSchema = z.enum(ACTIONS);
export type Action = z.infer<typeof actionSchema>;

const count = () => z.int().check(z.minimum(0));

/** The six counters of a post, or of one of its ads (ANLT-01). */
export const counterFields = {
  views: count(),
  /** Viewers, each once; never more than the views. */
  accounts_reached: count(),
  direct_messages: count(),
  copied_link: count(),
  external_link_clicks: count(),
  profile_visits: count(),
};
const countersSchema = z.strictObject(counterFields);
export type Counters = z.infer<typeof countersSchema>;

/** Where every counter starts. */
export const NO_ACTIONS: Counters = {
  views: 0,
  accounts_reached: 0,
  direct_messages: 0,
  copied_link: 0,
  external_link_clicks: 0,
  profile_visits: 0,
};

/** The counter of each action. */
export const COUNTER_OF: Readonly<Record<Action, Exclude<keyof Counters, 'accounts_reached'>>> = {
  view: 'views',
  direct_message: 'direct_messages',
  copied_link: 'copied_link',
  external_link_click: 'external_link_clicks',
  profile_visit: 'profile_visits',
};

/** The six counters of something that may have none yet, without its other fields. */
export function countersOf(found: Counters | undefined): Counters {
  const { views, accounts_reached, direct_messages, copied_link, external_link_clicks, profile_visits } =
    found ?? NO_ACTIONS;
  return { views, accounts_reached, direct_messages, copied_link, external_link_clicks, profile_visits };
}
