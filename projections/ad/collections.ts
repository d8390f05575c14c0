import * as z from 'zod/mini';
import { goalSchema } from '#domain/ad/goal.ts';
import { adStatusSchema } from '#domain/ad/status.ts';
import { moderationReasonSchema } from '#domain/kernel/moderation.ts';
import { centsSchema } from '#domain/kernel/money.ts';
import { personalField, personalFields } from '#domain/kernel/personal.ts';
import { defineCollection } from '../kernel/collection.ts';
import { userTopicNames } from '../user/topicNames.ts';
import { adTopicNames } from './topicNames.ts';

/** Key of what belongs to a user on one campus. */
export function ownKey(campus: string, user: string): string {
  return [campus, user].join(':');
}

const empty = z.array(z.string()).check(z.maxLength(0));

const adSchema = z.strictObject({
  id: z.string(),
  post: z.string(),
  campus: z.string(),
  author: z.string(),
  /** `ownKey` of its owner; `null`: it was never paid, and is gone. */
  list: z.nullable(z.string()),
  title: personalField(z.string()),
  goal: goalSchema,
  website: personalField(z.nullable(z.string())),
  label: z.string(),
  /** Nobody is singled out (BOOST-29). */
  targeting: z.strictObject({ locations: empty, interests: empty, school_years: empty }),
  status: z.enum([...adStatusSchema.options, 'removed']),
  /** `run_until_pause`: a day is paid at a time (Q58). */
  runUntilPaused: z.boolean(),
  /** Key of a charge whose outcome is not known. */
  renewal: z.nullable(z.string()),
  /** When a scheduled ad goes on. */
  startsAt: z.nullable(z.string()),
  /** Why moderators have rejected it. */
  rejection: z.nullable(moderationReasonSchema),
  durationMinutes: z.int(),
  amountBudgeted: centsSchema,
  /** Cents that are posted as spent; what it spends since is computed (`domain/ad/spending.ts`). */
  totalSpent: centsSchema,
  /** ISO instants; `null`: it has never run. */
  startTime: z.nullable(z.string()),
  /** `end_time_adjusted`: with all its pauses. */
  endTime: z.nullable(z.string()),
  pausedAt: z.nullable(z.string()),
  /** Why it is paused. */
  pauseCause: z.nullable(z.enum(['owner', 'post sold', 'payment failed'])),
  /** Length of all its pauses, in milliseconds. */
  timePaused: z.int(),
  lastChargedAt: z.nullable(z.string()),
  /** The newest page on which it can be paid, or was, and until when. */
  session: z.nullable(z.string()),
  sessionExpiresAt: z.nullable(z.string()),
  /** The session that was paid, and the provider's id of the payment. */
  paidSession: z.nullable(z.string()),
  payment: z.nullable(z.string()),
  createdAt: z.string(),
  lastModified: z.string(),
  /** Position of its creation: order of the list. */
  order: z.string(),
  /** ISO instant at which somebody has to look after it: its end, or that of its time to be paid. `''`: at none. */
  due: z.string(),
});
export type Ad = z.infer<typeof adSchema>;

/** Ads, for their owners alone. Key: ad id. */
export const ads = defineCollection<Ad>({
  name: 'ads',
  schema: adSchema,
  subject: 'author',
  personal: personalFields(adSchema),
  queries: {
    byId: { equals: ['id'], order: null },
    /** Newest first (BOOST-24). */
    byOwner: { equals: ['list'], order: 'order' },
    ofPost: { equals: ['post'], order: 'order' },
    /** By the instant at which they fall due: for the sweeps. */
    byStatus: { equals: ['status'], order: 'due' },
  },
  topics: ({ id, campus, author, list }) =>
    list === null ? [] : [adTopicNames.ad(id), adTopicNames.ownAds(campus, author)],
  refs: ({ post }) => [{ collection: 'posts', key: post }],
});

const boostSchema = z.strictObject({ ad: z.string(), status: adStatusSchema, endTime: z.nullable(z.string()) });

const ownBoostSchema = z.strictObject({
  id: z.string(),
  campus: z.string(),
  author: z.string(),
  /** The newest ad of the post (decisions D36). */
  newest: boostSchema,
  /** The one that counts when that one is taken back without being paid. */
  before: z.nullable(boostSchema),
});
export type OwnBoost = z.infer<typeof ownBoostSchema>;

/** The newest ad of a post, as its card shows it to the owner (BOOST-14). Key: post id. */
export const ownBoosts = defineCollection<OwnBoost>({
  name: 'ownBoosts',
  schema: ownBoostSchema,
  queries: {},
  topics: ({ author }) => [userTopicNames.me(author)],
});

const sponsoredSchema = z.strictObject({
  id: z.string(),
  campus: z.string(),
  author: z.string(),
  ad: z.string(),
  goal: goalSchema,
  website: personalField(z.nullable(z.string())),
  label: z.string(),
  /** ISO instant. */
  endTime: z.string(),
  /** The ads that end first come first, of these the newest (FEED-10). */
  order: z.string(),
});
export type Sponsored = z.infer<typeof sponsoredSchema>;

/** The posts of running ads, with their buttons, for everybody who may see the post. Key: post id. */
export const sponsored = defineCollection<Sponsored>({
  name: 'sponsored',
  schema: sponsoredSchema,
  subject: 'author',
  personal: personalFields(sponsoredSchema),
  queries: { ofCampus: { equals: ['campus'], order: 'order' } },
  topics: ({ campus }) => [adTopicNames.sponsored(campus)],
  refs: ({ id }) => [{ collection: 'posts', key: id }],
});

const fundsSchema = z.strictObject({
  id: z.string(),
  campus: z.string(),
  author: z.string(),
  /** Cents: all that was paid, is spent, was given back, and what is left of it (BOOST-28, Q65). */
  paid: centsSchema,
  spent: centsSchema,
  refunded: centsSchema,
  available: centsSchema,
});
export type Funds = z.infer<typeof fundsSchema>;

/** The money of a user on one campus. Key: `ownKey`. */
export const funds = defineCollection<Funds>({
  name: 'funds',
  schema: fundsSchema,
  queries: { byId: { equals: ['id'], order: null } },
  topics: ({ campus, author }) => [adTopicNames.funds(campus, author)],
});

const paymentSchema = z.strictObject({
  id: z.string(),
  ad: z.string(),
  post: z.string(),
  campus: z.string(),
  author: z.string(),
  list: z.string(),
  /** Title of the ad as it was paid. */
  title: personalField(z.string()),
  cents: centsSchema,
  refunded: centsSchema,
  payment: z.nullable(z.string()),
  paidAt: z.string(),
  order: z.string(),
});
export type Payment = z.infer<typeof paymentSchema>;

/** Payments (SETT-14, Q73), for the owner alone. Key: the provider's id of the session. */
export const payments = defineCollection<Payment>({
  name: 'payments',
  schema: paymentSchema,
  subject: 'author',
  personal: personalFields(paymentSchema),
  queries: { byOwner: { equals: ['list'], order: 'order' } },
  topics: ({ campus, author }) => [adTopicNames.payments(campus, author)],
});

const moderatedSchema = z.strictObject({
  id: z.string(),
  post: z.string(),
  campus: z.string(),
  author: z.string(),
  /** All that were paid are in one list. */
  list: z.literal('paid'),
  title: personalField(z.string()),
  website: personalField(z.nullable(z.string())),
  label: z.string(),
  status: adStatusSchema,
  startsAt: z.nullable(z.string()),
  rejection: z.nullable(moderationReasonSchema),
  /** Position of its last change of status: order of the list. */
  order: z.string(),
});
export type ModeratedAd = z.infer<typeof moderatedSchema>;

/** The ads that were paid, without their money, for moderators (Q62). Key: ad id. */
export const moderatedAds = defineCollection<ModeratedAd>({
  name: 'moderatedAds',
  schema: moderatedSchema,
  subject: 'author',
  personal: personalFields(moderatedSchema),
  queries: { paid: { equals: ['list'], order: 'order' } },
  topics: ({ list }) => [adTopicNames.moderatedAds(list)],
  refs: ({ author }) => [{ collection: 'people', key: author }],
});
