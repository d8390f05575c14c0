import * as z from 'zod/mini';
import { type Actor, actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema } from '../kernel/ids.ts';
import { moderationReasonSchema } from '../kernel/moderation.ts';
import { movedCentsSchema } from '../kernel/money.ts';
import { type PostState, postFact } from '../post/state.ts';
import { userFact } from '../user/state.ts';
import { goalSchema } from './goal.ts';
import {
  AD_LABEL_MAX_CHARACTERS,
  AD_MAX_DAYS,
  AD_MIN_DAYS,
  AD_TITLE_MAX_CHARACTERS,
  AD_WEBSITE_MAX_CHARACTERS,
  PROVIDER_ID_MAX_CHARACTERS,
  RENEWAL_KEY_MAX_CHARACTERS,
} from './limits.ts';
import { ownerFacts } from './owner.ts';

/** All ads of a post are one stream: the newest one decides (decisions D36). */
const target = ({ data }: { readonly data: { readonly postId: string } }) => data.postId;
const category = 'ad';
const ofAd = { postId: idSchema, adId: idSchema };
const adSchema = z.strictObject(ofAd);
const title = z.string().check(z.maxLength(AD_TITLE_MAX_CHARACTERS));
const providerId = z.string().check(z.minLength(1), z.maxLength(PROVIDER_ID_MAX_CHARACTERS));

const renewal = z.strictObject({
  ...ofAd,
  key: z.string().check(z.minLength(1), z.maxLength(RENEWAL_KEY_MAX_CHARACTERS)),
});

const user = (_command: unknown, actor: Actor) => ({ user: userFact(actorId(actor)) });
const post = ({ data }: { readonly data: { readonly postId: string } }) => ({ post: postFact(data.postId) });
const userAndPost = (command: { readonly data: { readonly postId: string } }, actor: Actor) => ({
  ...user(command, actor),
  ...post(command),
});

/** Whether the owner could pause it. */
const ofOwner = {
  facts: post,
  further: ({ post: { place } }: { readonly post: Pick<PostState, 'place'> }) => ownerFacts(place?.author ?? null),
};

/** The commands of ads. A new ad's id is `newId(command.id, 0)`. */
export const adCommands = {
  /** Makes an ad that waits for its payment (BOOST-09). The price is computed here, whatever a page has shown. */
  StartCheckout: defineCommand({
    type: 'StartCheckout',
    schema: z.strictObject({
      postId: idSchema,
      title,
      goal: goalSchema,
      website: z.string().check(z.maxLength(AD_WEBSITE_MAX_CHARACTERS)),
      label: z.string().check(z.maxLength(AD_LABEL_MAX_CHARACTERS)),
      days: z.int().check(z.minimum(AD_MIN_DAYS), z.maximum(AD_MAX_DAYS)),
      /** It runs until it is paused, and the days say nothing: one is paid at a time (BOOST-04). */
      untilPaused: z.optional(z.boolean()),
    }),
    category,
    target,
    facts: userAndPost,
  }),
  /** Takes an ad back that was not paid (BOOST-12). */
  CancelCheckout: defineCommand({ type: 'CancelCheckout', schema: adSchema, category, target, facts: user }),
  PauseAd: defineCommand({ type: 'PauseAd', schema: adSchema, category, target, facts: user }),
  ResumeAd: defineCommand({ type: 'ResumeAd', schema: adSchema, category, target, facts: userAndPost }),
  StopAd: defineCommand({ type: 'StopAd', schema: adSchema, category, target, facts: user }),
  RenameAd: defineCommand({
    type: 'RenameAd',
    schema: z.strictObject({ ...ofAd, title }),
    category,
    target,
    facts: user,
  }),
  RecordCheckout: defineCommand({
    type: 'RecordCheckout',
    origin: 'server',
    schema: z.strictObject({ ...ofAd, session: providerId, expiresAt: z.iso.datetime() }),
    category,
    target,
  }),
  /** The provider says that a session is paid (decisions D56). `cents`: what it has got. */
  ConfirmPayment: defineCommand({
    type: 'ConfirmPayment',
    origin: 'server',
    schema: z.strictObject({ ...ofAd, session: providerId, payment: z.nullable(providerId), cents: movedCentsSchema }),
    category,
    target,
    facts: post,
  }),
  /** The provider says how much of a payment it has given back by now. */
  RecordRefund: defineCommand({
    type: 'RecordRefund',
    origin: 'server',
    schema: z.strictObject({ ...ofAd, session: providerId, refundedTotal: movedCentsSchema }),
    category,
    target,
  }),
  /** Notes that another day of an ad is about to be charged (Q58). */
  BeginRenewal: defineCommand({
    type: 'BeginRenewal',
    origin: 'server',
    schema: adSchema,
    category,
    target,
    ...ofOwner,
  }),
  /** The provider says that a charge is paid. */
  RecordRenewal: defineCommand({
    type: 'RecordRenewal',
    origin: 'server',
    schema: z.extend(renewal, { payment: providerId, cents: movedCentsSchema }),
    category,
    target,
  }),
  /** The provider says that a charge was refused. */
  FailRenewal: defineCommand({ type: 'FailRenewal', origin: 'server', schema: renewal, category, target }),
  /** A moderator holds an ad, to look at it (Q62). */
  ReviewAd: defineCommand({ type: 'ReviewAd', schema: adSchema, category, target, facts: user }),
  /** A moderator lets an ad that is held go on, now or later, or ends it. */
  ApproveAd: defineCommand({ type: 'ApproveAd', schema: adSchema, category, target, facts: userAndPost }),
  ScheduleAd: defineCommand({
    type: 'ScheduleAd',
    schema: z.strictObject({ ...ofAd, startsAt: z.iso.datetime() }),
    category,
    target,
    facts: user,
  }),
  RejectAd: defineCommand({
    type: 'RejectAd',
    schema: z.strictObject({ ...ofAd, reason: moderationReasonSchema }),
    category,
    target,
    facts: user,
  }),
  /** Lets an ad go on for which moderators have set a time. */
  StartScheduledAd: defineCommand({
    type: 'StartScheduledAd',
    origin: 'server',
    schema: adSchema,
    category,
    target,
    facts: post,
  }),
  /** Posts what a running ad has spent so far. */
  ChargeAd: defineCommand({ type: 'ChargeAd', origin: 'server', schema: adSchema, category, target }),
  /** Ends an ad whose time is over (BOOST-23). */
  EndAd: defineCommand({ type: 'EndAd', origin: 'server', schema: adSchema, category, target, ...ofOwner }),
  /** Removes an ad that nobody has paid for a day (Q61). */
  EndUnpaidAd: defineCommand({ type: 'EndUnpaidAd', origin: 'server', schema: adSchema, category, target }),
  /** An ad ends with its post (decisions D55). */
  EndAdOfPost: defineCommand({
    type: 'EndAdOfPost',
    origin: 'server',
    schema: adSchema,
    category,
    target,
    facts: post,
  }),
  /** An ad pauses when its post is sold (decisions D55). */
  PauseAdOfSold: defineCommand({
    type: 'PauseAdOfSold',
    origin: 'server',
    schema: z.strictObject({ postId: idSchema }),
    category,
    target,
    facts: post,
  }),
};

type Definitions = typeof adCommands;

/** The command of a type, as its decision gets it. */
export type AdCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type AdContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
