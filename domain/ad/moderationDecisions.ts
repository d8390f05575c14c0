import { actingViewer } from '../kernel/acting.ts';
import { accept, type Decision, refuse } from '../kernel/decider.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { postRejection } from '../post/rejection.ts';
import { adAccess } from './access.ts';
import type { AdCommandNamed, AdContext } from './commands.ts';
import type { AdEvent } from './events.ts';
import { houseAd } from './houseDecisions.ts';
import { MINUTES_PER_DAY, MS_PER_MINUTE, SCHEDULE_MAX_DAYS } from './limits.ts';
import { adRejection } from './rejection.ts';
import { goesOn, isOver, settle } from './settling.ts';
import { msBetween } from './spending.ts';
import type { Ad, AdsState } from './state.ts';

/** The acts of moderators on ads that are paid (Q62). While an ad is held, its time does not run. */

type ModeratorCommand = 'ReviewAd' | 'ApproveAd' | 'ScheduleAd' | 'RejectAd';
type Moderated = { readonly ad: Ad; readonly by: string } | { readonly refused: Rejection };

function moderated(
  { ads }: AdsState,
  type: ModeratorCommand,
  { adId }: { readonly adId: string },
  { actor, facts: { user } }: Pick<AdContext<'ReviewAd'>, 'actor' | 'facts'>,
): Moderated {
  const viewer = actingViewer(actor, user);
  const denied = adAccess.mayDo[type](viewer);
  if (denied !== null) return { refused: denied };
  const ad = ads[adId];
  if (ad === undefined || viewer.userId === null) return { refused: adRejection('AD_UNKNOWN') };
  return { ad, by: viewer.userId };
}

/** Holds an ad, so that a moderator can look at it. */
export function reviewAd(
  state: AdsState,
  { data }: AdCommandNamed<'ReviewAd'>,
  context: AdContext<'ReviewAd'>,
): Decision<AdEvent> {
  const found = moderated(state, 'ReviewAd', data, context);
  if ('refused' in found) return refuse(found.refused);
  const { ad, by } = found;
  const { now } = context;
  if (ad.status === 'in review') return accept();
  // One whose time is over is ended by the house.
  if (isOver(ad, now)) return refuse(adRejection('AD_NOT_REVIEWABLE'));
  if (ad.status !== 'active' && ad.status !== 'paused' && ad.status !== 'scheduled') {
    return refuse(adRejection('AD_NOT_REVIEWABLE'));
  }
  return accept<AdEvent>({ type: 'AdReviewBegun', data: { ...ad.place, by, heldAt: now, ...settle(ad, now) } });
}

const isHeld = ({ status }: Ad) => status === 'in review' || status === 'scheduled';

/** An ad of a post that is sold stays paused (decisions D55). */
function pausedIfSold(ad: Ad, sale: string, now: string): readonly AdEvent[] {
  if (sale !== 'sold') return [];
  const { minutes } = settle(ad, now);
  return [{ type: 'AdPaused', data: { ...ad.place, cause: 'post sold', pausedAt: now, minutes, legs: [] } }];
}

/** Lets an ad go on. */
export function approveAd(
  state: AdsState,
  { data }: AdCommandNamed<'ApproveAd'>,
  context: AdContext<'ApproveAd'>,
): Decision<AdEvent> {
  const found = moderated(state, 'ApproveAd', data, context);
  if ('refused' in found) return refuse(found.refused);
  const { ad, by } = found;
  const { now, facts } = context;
  if (!isHeld(ad) || ad.running === null) return refuse(adRejection('AD_NOT_HELD'));
  if (facts.post.deleted) return refuse(postRejection('POST_DELETED'));
  const approved: AdEvent = { type: 'AdApproved', data: { ...ad.place, by, ...goesOn(ad.running, now) } };
  return accept(approved, ...pausedIfSold(ad, facts.post.sale, now));
}

/** Lets an ad go on at a time. */
export function scheduleAd(
  state: AdsState,
  { data }: AdCommandNamed<'ScheduleAd'>,
  context: AdContext<'ScheduleAd'>,
): Decision<AdEvent> {
  const found = moderated(state, 'ScheduleAd', data, context);
  if ('refused' in found) return refuse(found.refused);
  const { ad, by } = found;
  if (ad.status !== 'in review') return refuse(adRejection('AD_NOT_HELD'));
  const ahead = msBetween(context.now, data.startsAt);
  if (ahead === 0 || ahead > SCHEDULE_MAX_DAYS * MINUTES_PER_DAY * MS_PER_MINUTE) {
    return refuse(adRejection('AD_START_INVALID'));
  }
  const startsAt = new Date(data.startsAt).toISOString();
  return accept<AdEvent>({ type: 'AdScheduled', data: { ...ad.place, by, startsAt } });
}

/** Ends an ad, with a reason that its owner reads. */
export function rejectAd(
  state: AdsState,
  { data }: AdCommandNamed<'RejectAd'>,
  context: AdContext<'RejectAd'>,
): Decision<AdEvent> {
  const found = moderated(state, 'RejectAd', data, context);
  if ('refused' in found) return refuse(found.refused);
  const { ad, by } = found;
  const { now } = context;
  if (ad.status === 'rejected') return accept();
  if (!isHeld(ad)) return refuse(adRejection('AD_NOT_HELD'));
  const { reason } = data;
  return accept<AdEvent>({
    type: 'AdRejected',
    data: { ...ad.place, by, reason, rejectedAt: now, ...settle(ad, now) },
  });
}

/** The time has come for which moderators have set an ad. */
export function startScheduledAd(
  state: AdsState,
  { data }: AdCommandNamed<'StartScheduledAd'>,
  { actor, now, facts: { post } }: AdContext<'StartScheduledAd'>,
): Decision<AdEvent> {
  const found = houseAd(state, data, actor);
  if ('refused' in found) return refuse(found.refused);
  const { ad } = found;
  if (ad.status !== 'scheduled' || ad.running === null || post.deleted) return accept();
  if (ad.startsAt === null || ad.startsAt > now) return refuse(adRejection('AD_STILL_RUNS'));
  const resumed: AdEvent = { type: 'AdResumed', data: { ...ad.place, ...goesOn(ad.running, now) } };
  return accept(resumed, ...pausedIfSold(ad, post.sale, now));
}
