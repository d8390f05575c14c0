import { budgetOf } from '#domain/ad/spending.ts';
import { lookers, lookTimes } from './boostViews.ts';
import { type Give, HOUSE, StoryRefused } from './give.ts';
import type { StoryIds } from './ids.ts';
import type { Story, StoryBoost, StoryPost } from './story/story.ts';

const DAY_MS = 86_400_000;

/** A step of a boost. */
export interface BoostMoment {
  readonly at: Date;
  readonly key: string;
  readonly kind: 'boost';
  readonly by: string;
  readonly step: 'buy' | 'look' | 'pause' | 'end';
  readonly boost: StoryBoost;
  /** Key of the moment in which it was bought. */
  readonly bought: string;
}

/** The payment of a boost at the provider. */
export interface BoostPayment {
  readonly session: string;
  readonly payment: string | null;
}

/** Pays for a boost at the provider, once an ad. */
export type PayBoost = (ask: {
  readonly postId: string;
  readonly adId: string;
  readonly cents: number;
  readonly keepsCard: boolean;
  readonly at: Date;
}) => BoostPayment;

/** Where there is no provider, as in tests of other things. */
export const paidNowhere: PayBoost = ({ adId }) => ({ session: `cs_demo_${adId}`, payment: null });

/** When the boosts of a story are bought, paused, and over. */
export function boostMoments({ boosts = [], posts }: Story, now: Date): readonly BoostMoment[] {
  return boosts.flatMap((boost, index): BoostMoment[] => {
    const by = posts.find(({ text }) => text.includes(boost.post))?.by;
    if (by === undefined) throw new StoryRefused('StartCheckout', boost.post, 'no such post');
    const bought = `boost:${index}`;
    const start = now.getTime() - boost.daysAgo * DAY_MS;
    const moment = (step: BoostMoment['step'], at: number, n = ''): BoostMoment => ({
      ...{
        at: new Date(at),
        key: step === 'buy' ? bought : `${bought}:${step}${n}`,
        kind: 'boost',
        by,
        step,
        boost,
        bought,
      },
    });
    const end = start + boost.days * DAY_MS;
    const shownUntil = Math.min(end, start + (boost.pausedAfterDays ?? boost.days) * DAY_MS, now.getTime());
    return [
      moment('buy', start),
      ...lookTimes(start, shownUntil).map((at, n) => moment('look', at, `:${n}`)),
      ...(boost.pausedAfterDays === undefined ? [] : [moment('pause', start + boost.pausedAfterDays * DAY_MS)]),
      ...(boost.pausedAfterDays === undefined && end < now.getTime() ? [moment('end', end)] : []),
    ];
  });
}

/** Plays a step of a boost. @throws StoryRefused */
export async function actInBoost(
  tools: { readonly give: Give; readonly ids: StoryIds; readonly posts: readonly StoryPost[]; readonly pay: PayBoost },
  { at, key, by, step, boost, bought }: BoostMoment,
): Promise<void> {
  const { give, ids, posts, pay } = tools;
  const user = { kind: 'user', userId: ids.user(by) } as const;
  const postId = ids.written(by, `post:${posts.findIndex(({ text }) => text.includes(boost.post))}`);
  const adId = ids.written(by, bought);
  const place = { postId, adId };
  if (step === 'pause') return void (await give(user, key, 'PauseAd', place));
  if (step === 'look') {
    return void (await give(HOUSE, key, 'CountActions', { ...place, sessions: lookers(boost.goal, key) }));
  }
  if (step === 'end') return void (await give(HOUSE, key, 'EndAd', place));
  const { title, goal, website = '', label, days, untilPaused = false } = boost;
  await give(user, key, 'StartCheckout', { postId, title, goal, website, label, days, untilPaused });
  const cents = budgetOf(untilPaused ? 1 : days).amountBudgeted;
  const { session, payment } = pay({ ...place, cents, keepsCard: untilPaused, at });
  await give(HOUSE, `${key}:paid`, 'ConfirmPayment', { ...place, session, payment, cents });
}
