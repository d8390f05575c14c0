import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';
import { moderationReasonSchema } from '../kernel/moderation.ts';
import { centsSchema, legsSchema } from '../kernel/money.ts';
import { personalField } from '../kernel/personal.ts';
import { goalSchema } from './goal.ts';

/** Ids in every event of an ad, so that folds need no other stream. */
const place = {
  adId: idSchema,
  postId: idSchema,
  /** Campus of the post. */
  campus: z.string(),
  /** Owner of post and ad. */
  author: idSchema,
};

/**
 * Accounts of the ledger. `provider`: with the payment provider · `funds`: what the owner of the ad has left of what was
 * paid · `spent`: what ads have cost by running.
 */
export const AD_ACCOUNTS = ['provider', 'funds', 'spent'] as const;
export type AdAccount = (typeof AD_ACCOUNTS)[number];
const legs = legsSchema(AD_ACCOUNTS);

/** An ISO instant. */
const instant = z.string();

/** The events of a post's ads, one stream a post (`ad-<postId>`): so that no two of them can run at once. */
export const adEvents = {
  AdCreated: defineEvent({
    type: 'AdCreated',
    subject: 'author',
    schema: z.strictObject({
      ...place,
      title: personalField(z.string()),
      goal: goalSchema,
      /** Of the goal `website`; `null` for others. */
      website: personalField(z.nullable(z.string())),
      label: z.string(),
      durationMinutes: z.int(),
      amountBudgeted: centsSchema,
    }),
  }),
  /** The provider has a page on which the ad can be paid. */
  CheckoutOpened: defineEvent({
    type: 'CheckoutOpened',
    schema: z.strictObject({ ...place, session: z.string(), expiresAt: instant }),
  }),
  /** An ad that was not paid is gone. */
  AdRemoved: defineEvent({
    type: 'AdRemoved',
    schema: z.strictObject({ ...place, cause: z.enum(['cancelled', 'replaced', 'not paid', 'post deleted']) }),
  }),
  /** The provider has the money, and the owner's funds grow by it. */
  AdPaid: defineEvent({
    type: 'AdPaid',
    schema: z.strictObject({ ...place, session: z.string(), payment: z.nullable(z.string()), legs }),
  }),
  AdActivated: defineEvent({
    type: 'AdActivated',
    schema: z.strictObject({ ...place, startTime: instant, endTime: instant }),
  }),
  /** The ad has run for a while, and its cost is posted. */
  AdCharged: defineEvent({
    type: 'AdCharged',
    schema: z.strictObject({ ...place, chargedAt: instant, minutes: z.int(), legs }),
  }),
  AdPaused: defineEvent({
    type: 'AdPaused',
    schema: z.strictObject({
      ...place,
      cause: z.enum(['owner', 'post sold']),
      pausedAt: instant,
      minutes: z.int(),
      legs,
    }),
  }),
  AdResumed: defineEvent({
    type: 'AdResumed',
    schema: z.strictObject({
      ...place,
      /** Length of this pause, in milliseconds. */
      pausedMs: z.int(),
      endTime: instant,
    }),
  }),
  /** The rest of the budget stays in the owner's funds (Q64). */
  AdStopped: defineEvent({
    type: 'AdStopped',
    schema: z.strictObject({
      ...place,
      cause: z.enum(['owner', 'post deleted', 'refunded']),
      stoppedAt: instant,
      minutes: z.int(),
      legs,
    }),
  }),
  /** The ad has run for all of its time. `endedAt` is its own end, however late somebody noticed. */
  AdCompleted: defineEvent({
    type: 'AdCompleted',
    schema: z.strictObject({ ...place, endedAt: instant, minutes: z.int(), legs }),
  }),
  /** The ad runs until it is paused: a day is paid at a time, the further ones by the card of the first (Q58). */
  AdMadeOpenEnded: defineEvent({ type: 'AdMadeOpenEnded', schema: z.strictObject(place) }),
  /** The provider is asked for another day's money. The key stands before the ask, so that a crash asks for the same again. */
  RenewalBegun: defineEvent({ type: 'RenewalBegun', schema: z.strictObject({ ...place, key: z.string() }) }),
  /** The provider has another day's money. */
  AdRenewed: defineEvent({
    type: 'AdRenewed',
    schema: z.strictObject({
      ...place,
      key: z.string(),
      /** The provider's id of the payment. */
      payment: z.string(),
      chargedAt: instant,
      /** A day; none where the ad had ended before the money came: it stays in the funds. */
      addedMinutes: z.int(),
      endTime: z.nullable(instant),
      legs,
    }),
  }),
  /** The card was not charged: an ad that runs pauses. */
  RenewalFailed: defineEvent({
    type: 'RenewalFailed',
    schema: z.strictObject({ ...place, key: z.string(), failedAt: instant, minutes: z.int(), legs }),
  }),
  /** A moderator looks at the ad; meanwhile nobody sees it, and its time does not run (Q62). */
  AdReviewBegun: defineEvent({
    type: 'AdReviewBegun',
    schema: z.strictObject({ ...place, by: idSchema, heldAt: instant, minutes: z.int(), legs }),
  }),
  /** A moderator lets the ad go on later. */
  AdScheduled: defineEvent({
    type: 'AdScheduled',
    schema: z.strictObject({ ...place, by: idSchema, startsAt: instant }),
  }),
  /** A moderator lets the ad go on. */
  AdApproved: defineEvent({
    type: 'AdApproved',
    schema: z.strictObject({
      ...place,
      by: idSchema,
      /** Length of the time in which it did not run, in milliseconds. */
      pausedMs: z.int(),
      endTime: instant,
    }),
  }),
  /** A moderator ends the ad, with a reason that its owner reads. What it has not spent stays in the owner's funds. */
  AdRejected: defineEvent({
    type: 'AdRejected',
    schema: z.strictObject({
      ...place,
      by: idSchema,
      reason: moderationReasonSchema,
      rejectedAt: instant,
      minutes: z.int(),
      legs,
    }),
  }),
  AdRenamed: defineEvent({
    type: 'AdRenamed',
    subject: 'author',
    schema: z.strictObject({ ...place, title: personalField(z.string()) }),
  }),
  /** The provider has given money back. `refundedTotal`: all that was given back of this payment so far. */
  AdRefunded: defineEvent({
    type: 'AdRefunded',
    schema: z.strictObject({ ...place, session: z.string(), refundedTotal: centsSchema, legs }),
  }),
};

export type AdEvent = EventOf<typeof adEvents>;
