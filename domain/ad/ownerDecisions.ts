import { mustBeConfirmed } from '../kernel/access.ts';
import { actingViewer } from '../kernel/acting.ts';
import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { newId } from '../kernel/ids.ts';
import { personal } from '../kernel/personal.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { cleanText, isUnseen } from '../kernel/text.ts';
import { postRejection } from '../post/rejection.ts';
import { adAccess } from './access.ts';
import { labelsFor, websiteOf } from './callToAction.ts';
import type { AdCommandNamed, AdContext } from './commands.ts';
import type { AdEvent } from './events.ts';
import { adRejection } from './rejection.ts';
import { goesOn, isOver, settle, stopped } from './settling.ts';
import { budgetOf } from './spending.ts';
import type { Ad, AdsState } from './state.ts';
import { isBoosted } from './statusRules.ts';

/** The commands of the owner of a post, and of its ads (BOOST-30). */

type OwnerCommand = 'CancelCheckout' | 'PauseAd' | 'ResumeAd' | 'StopAd' | 'RenameAd';
type FormData = AdCommandNamed<'StartCheckout'>['data'];

/** A title as it is kept: one line, that also moderators read; `null`: nothing of it can be seen. */
function titleOf(typed: string): string | null {
  return isUnseen(typed) ? null : cleanText(typed).replaceAll('\n', ' ').trim();
}

/** The first thing in a boost form that does not hold (BOOST-07, Q59). */
function formProblem({ title, goal, website, label }: FormData): Rejection | null {
  if (goal === 'website' && website.trim() === '') return adRejection('WEBSITE_REQUIRED');
  if (goal === 'website' && websiteOf(website) === null) return adRejection('WEBSITE_INVALID');
  if (!labelsFor(goal).includes(label)) return adRejection('LABEL_REQUIRED');
  return titleOf(title) === null ? adRejection('AD_TITLE_REQUIRED') : null;
}

/** Makes an ad that waits for its payment (BOOST-09). It takes the place of one that was not paid (Q61). */
export function startCheckout(
  { ads, newest }: AdsState,
  { id, data }: AdCommandNamed<'StartCheckout'>,
  { actor, facts: { user, post } }: AdContext<'StartCheckout'>,
): Decision<AdEvent> {
  if (post.place === null || post.place.parent !== null) return refuse(postRejection('POST_UNKNOWN'));
  const denied = adAccess.mayDo.StartCheckout(actingViewer(actor, user), post.place);
  if (denied !== null) return refuse(denied);
  if (post.deleted) return refuse(postRejection('POST_DELETED'));
  if (post.place.kind !== 'post') return refuse(postRejection('POST_IS_BANNER'));
  const adId = newId(id, 0);
  if (ads[adId] !== undefined) return accept();
  const last = newest === null ? undefined : ads[newest];
  const status = last?.status ?? 'removed';
  if (status !== 'removed' && isBoosted(status)) return refuse(adRejection('ALREADY_BOOSTED'));
  if (post.sale === 'sold') return refuse(adRejection('AD_POST_SOLD'));
  const problem = formProblem(data);
  if (problem !== null) return refuse(problem);
  const { postId, campus, author } = post.place;
  const replaced: readonly AdEvent[] =
    last?.status === 'checkout' ? [{ type: 'AdRemoved', data: { ...last.place, cause: 'replaced' } }] : [];
  const { title, goal, website, label, days, untilPaused = false } = data;
  const place = { adId, postId, campus, author };
  const created: AdEvent = {
    type: 'AdCreated',
    data: {
      ...place,
      title: personal(titleOf(title) ?? ''),
      goal,
      website: personal(goal === 'website' ? websiteOf(website) : null),
      label,
      ...budgetOf(untilPaused ? 1 : days),
    },
  };
  const openEnded: readonly AdEvent[] = untilPaused ? [{ type: 'AdMadeOpenEnded', data: place }] : [];
  return accept(...replaced, created, ...openEnded);
}

/** The ad that its owner names, or why the sender may not do that. */
function ownAd<Type extends OwnerCommand>(
  { ads }: AdsState,
  { type, data }: { readonly type: Type; readonly data: { readonly adId: string } },
  { actor, facts: { user } }: Pick<AdContext<'PauseAd'>, 'actor' | 'facts'>,
): { readonly ad: Ad } | { readonly refused: Rejection } {
  const viewer = actingViewer(actor, user);
  const ad = ads[data.adId];
  if (ad === undefined) return { refused: mustBeConfirmed(viewer) ?? adRejection('AD_UNKNOWN') };
  const denied = adAccess.mayDo[type](viewer, ad.place);
  return denied === null ? { ad } : { refused: denied };
}

/** Takes an ad back that was not paid (BOOST-12). */
export function cancelCheckout(
  state: AdsState,
  command: AdCommandNamed<'CancelCheckout'>,
  context: AdContext<'CancelCheckout'>,
): Decision<AdEvent> {
  const found = ownAd(state, { type: 'CancelCheckout', data: command.data }, context);
  if ('refused' in found) return refuse(found.refused);
  const { status, place } = found.ad;
  if (status === 'removed') return accept();
  if (status !== 'checkout') return refuse(adRejection('AD_NOT_UNPAID'));
  return accept<AdEvent>({ type: 'AdRemoved', data: { ...place, cause: 'cancelled' } });
}

/** Pauses an ad that runs (BOOST-17). */
export function pauseAd(
  state: AdsState,
  command: AdCommandNamed<'PauseAd'>,
  context: AdContext<'PauseAd'>,
): Decision<AdEvent> {
  const found = ownAd(state, { type: 'PauseAd', data: command.data }, context);
  if ('refused' in found) return refuse(found.refused);
  const { ad } = found;
  const { now } = context;
  if (ad.status !== 'active' || isOver(ad, now)) return refuse(adRejection('AD_NOT_ACTIVE'));
  return accept<AdEvent>({
    type: 'AdPaused',
    data: { ...ad.place, cause: 'owner', pausedAt: now, ...settle(ad, now) },
  });
}

/** Lets a paused ad run again. Its end moves by the length of the pause (BOOST-18). */
export function resumeAd(
  state: AdsState,
  command: AdCommandNamed<'ResumeAd'>,
  context: AdContext<'ResumeAd'>,
): Decision<AdEvent> {
  const found = ownAd(state, { type: 'ResumeAd', data: command.data }, context);
  if ('refused' in found) return refuse(found.refused);
  const { status, place, running } = found.ad;
  if (status !== 'paused' || running?.pausedAt == null) return refuse(adRejection('AD_NOT_PAUSED'));
  const { post } = context.facts;
  if (post.deleted) return refuse(postRejection('POST_DELETED'));
  if (post.sale === 'sold') return refuse(adRejection('AD_POST_SOLD'));
  return accept<AdEvent>({ type: 'AdResumed', data: { ...place, ...goesOn(running, context.now) } });
}

/** Ends an ad for good (BOOST-19). */
export function stopAd(
  state: AdsState,
  command: AdCommandNamed<'StopAd'>,
  context: AdContext<'StopAd'>,
): Decision<AdEvent> {
  const found = ownAd(state, { type: 'StopAd', data: command.data }, context);
  if ('refused' in found) return refuse(found.refused);
  const { ad } = found;
  if (ad.status === 'stopped') return refuse(adRejection('AD_STOPPED'));
  if (ad.status !== 'active' && ad.status !== 'paused') return refuse(adRejection('AD_NOT_RUNNING'));
  return accept(stopped(ad, 'owner', context.now));
}

/** Gives an ad another title (BOOST-25). */
export function renameAd(
  state: AdsState,
  command: AdCommandNamed<'RenameAd'>,
  context: AdContext<'RenameAd'>,
): Decision<AdEvent> {
  const found = ownAd(state, { type: 'RenameAd', data: command.data }, context);
  if ('refused' in found) return refuse(found.refused);
  const { status, place, title: before } = found.ad;
  if (status === 'removed') return refuse(adRejection('AD_DELETED'));
  const title = titleOf(command.data.title);
  if (title === null) return refuse(adRejection('AD_TITLE_REQUIRED'));
  if (title === before) return accept();
  return accept<AdEvent>({ type: 'AdRenamed', data: { ...place, title: personal(title) } });
}
