import fc from 'fast-check';
import { labelsFor } from '#domain/ad/callToAction.ts';
import { AD_TITLE_MAX_CHARACTERS } from '#domain/ad/limits.ts';
import type { Ad, AdsState } from '#domain/ad/state.ts';
import type { Ad as AdDocument, Sponsored } from '#projections/ad/collections.ts';
import type { Post } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { TEST_CARDS } from '#server/engines/payments/sandboxCards.ts';
import { id } from '#test/projections/support/events.ts';
import { drawFrom, type Known, type Walk } from '../acts.ts';
import { mayLookInto } from '../campus/parts.ts';
import { type Asked, type CommandModel, commandModel, type NounModel, type Quiet } from '../model.ts';
import { moderatorOf } from '../user/parts.ts';
import { adAnswers } from './answers.ts';
import { checkMoney } from './money.ts';
import { documents } from './naive.ts';
import { adRights } from './rights.ts';
import { check } from './rule.ts';
import { adSteps } from './steps.ts';
import { adStory } from './story.ts';

const nothing = fc.constant(null);
const goal = fc.constantFrom('website', 'message', 'profile');
const form = goal.chain((of) =>
  fc.record({
    goal: fc.constant(of),
    website: fc.constantFrom('example.com', 'www.example.com/a', 'https://example.com', 'javascript:alert(1)', ''),
    label: fc.constantFrom(...labelsFor(of as 'website'), ''),
    title: fc.string({ maxLength: AD_TITLE_MAX_CHARACTERS }),
    // Mostly short, so that a story sees their end.
    untilPaused: fc.constantFrom(true, false, undefined),
    days: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 0, max: 31 })),
  }),
);

const postOf = ({ world, pick }: Pick<Asked, 'world' | 'pick'>) => {
  const posts = world.ids('post');
  return posts[pick % posts.length] ?? id('nobody');
};

/** One of the ads of a story, mostly one of those in such states. */
function someAd({ world, pick }: Pick<Asked, 'world' | 'pick'>, statuses: readonly string[] = []): Ad | undefined {
  const all = world.ids('ad').flatMap((postId) => Object.values((world.stateOf('ad', postId) as AdsState).ads));
  const wanted = all.filter(({ status }) => statuses.includes(status));
  const ads = wanted.length === 0 ? all : wanted;
  return ads[pick % ads.length];
}

/** The payload of a command on one of the ads in such states. */
const ofAd = (ask: Asked, statuses: readonly string[], rest: object = {}) => {
  const place = someAd(ask, statuses)?.place;
  return { data: { postId: place?.postId ?? id('nobody'), adId: place?.adId ?? id('nobody'), ...rest } };
};

const lawful = { postId: id('desk'), adId: id('ad') };

const byOwner = (statuses: readonly string[], rest: object = {}): CommandModel =>
  commandModel({
    by: 'person',
    often: 2,
    mayDoNothing: true,
    lawful: { ...lawful, ...rest },
    fields: nothing,
    payload: (ask) => ofAd(ask, statuses, rest),
    owner: (ask) => someAd(ask, statuses)?.place.author,
  });

const byHouse = (
  statuses: readonly string[],
  rest: (ask: Asked) => object = () => ({}),
  often = 2,
  orNone: readonly string[] = [],
): CommandModel =>
  commandModel({
    by: 'house',
    often,
    mayDoNothing: true,
    orNone,
    lawful: { ...lawful, ...rest({ world: { ids: () => [] }, pick: 0, pick2: 0 } as never) },
    fields: nothing,
    payload: (ask) => ofAd(ask, statuses, rest(ask)),
  });

const UNPAID = ['checkout', 'removed'];
const RUNS = ['active', 'paused'];
/** An ad has two sessions at most in a story. */
const session = (ask: Asked, statuses: readonly string[]) => `cs_${someAd(ask, statuses)?.place.adId}_${ask.pick2 % 2}`;

const HELD = ['in review', 'scheduled'];

/** The key of the charge that is under way, or that of another one. */
const keyOf = (ask: Asked, statuses: readonly string[]) => someAd(ask, statuses)?.renewal ?? `renewal:${ask.pick2 % 2}`;

/** A payment of another day; of one ad some of them are the same. */
const renewed = (ask: Asked) => {
  const statuses = ['active', 'paused', 'stopped'];
  const ad = someAd(ask, statuses);
  return { key: keyOf(ask, statuses), payment: `pi_${ad?.place.adId}_${ad?.budget.durationMinutes}`, cents: 500 };
};

const DAY_MS = 86_400_000;
/** A time to start at, mostly some days after the last thing that has happened. */
const startOf = ({ world, pick }: Asked) => {
  const last = world.log?.at(-1)?.at ?? '2026-03-01T00:00:00.000Z';
  return new Date(Date.parse(last) + (pick % 9) * DAY_MS).toISOString();
};

const byModerator = (statuses: readonly string[], rest: (ask: Asked) => object = () => ({})): CommandModel =>
  commandModel({
    by: 'person',
    often: 2,
    owner: moderatorOf,
    mayDoNothing: true,
    lawful: { ...lawful, ...rest({ world: { ids: () => [] }, pick: 0, pick2: 0 } as never) },
    fields: nothing,
    payload: (ask) => ofAd(ask, statuses, rest(ask)),
  });

/** One in this many acts is a mistake. */
const ERRING = 4;
const errs = (known: Known) => known.mayErr && known.draw(ERRING) === 0;

/** Test cards, by what their banks say. */
const CARDS = [TEST_CARDS.success, TEST_CARDS.declined, TEST_CARDS.success, TEST_CARDS.confirm];
/** Times that somebody looks for a page on which the ad can be paid. */
const PAGES = 5;

/** One in this many payments is given back whole, and as many in part. */
const REFUNDED = 4;
const PART_CENTS = '700';

interface Paying {
  /** Number of the card. */
  readonly which: number;
  /** 0: it is given back, 1: a part of it is, others: it is not. */
  readonly back: number;
}

/**
 * Pays on the page of the sandbox. Where nobody answers, the page is asked for again: it may be paid by then. Some of it is given
 * back; twice at once, and what is not there is not given.
 */
async function payAtSandbox(walk: Walk, postId: string, { which, back }: Paying): Promise<void> {
  const form = { card: CARDS[which] ?? TEST_CARDS.success, confirmed: which === CARDS.length - 1 ? 'yes' : 'no' };
  for (let tries = 0; tries < PAGES; tries += 1) {
    const page = await walk.ask<{ readonly url: string }>('POST', '/api/checkouts', { postId });
    if (page === null) return;
    // A second press comes at the same time as the first one.
    const sent = await Promise.all([walk.send(page.url, form), walk.send(page.url, form)]);
    if (!sent.some((isAnswered) => isAnswered)) continue;
    const refund: Readonly<Record<string, string>> = back === 0 ? {} : { amount: PART_CENTS };
    if (back <= 1) await Promise.all([1, 2].map(() => walk.send(`${page.url}/refund`, refund)));
    return;
  }
}

/** An own post, as far as it is known, or any for those who may err. */
function ownPost(known: Known): string | undefined {
  const posts = known.all<Post>('posts');
  const own = posts.filter(({ key, doc }) => doc?.root === key && doc.author === known.me && doc.kind !== 'new user');
  return drawFrom(known, errs(known) ? posts : own)?.key;
}

/** An ad ends with its post, by the house. */
function* unfinished({ documents: all }: Quiet): Iterable<string> {
  for (const { key, doc } of all.all('ads')) {
    const { post, status } = (doc ?? {}) as Partial<AdDocument>;
    const isGone = post !== undefined && all.get('posts', post)?.doc === null;
    if (isGone && ['checkout', 'active', 'paused'].includes(status ?? ''))
      yield `the ad ${key} is left of a deleted post`;
  }
}

const isOwn: NounModel['access'][string] = ({ viewer, doc }) => (doc as { author: string }).author === viewer.userId;

/** Ads: bought by the owner of a post, run by the house. */
export const adModel: NounModel = {
  noun: 'ad',
  rights: adRights,
  commands: {
    StartCheckout: commandModel({
      by: 'person',
      often: 8,
      mayDoNothing: true,
      lawful: {
        postId: id('desk'),
        title: 'A desk',
        goal: 'message',
        website: '',
        label: 'Send Message',
        days: 4,
        untilPaused: false,
      },
      later: ['untilPaused'],
      fields: form,
      payload: (ask) => ({ data: { postId: postOf(ask), ...ask.fields } }),
      owner: (ask) => ask.world.post(postOf(ask)).place?.author,
    }),
    CancelCheckout: byOwner(['checkout']),
    PauseAd: byOwner(['active']),
    ResumeAd: byOwner(['paused']),
    StopAd: byOwner(RUNS),
    RenameAd: byOwner(RUNS, { title: 'Another title' }),
    RecordCheckout: byHouse(UNPAID, (ask) => ({
      session: session(ask, UNPAID),
      expiresAt: '2026-03-03T00:00:00.000Z',
    })),
    ConfirmPayment: byHouse(
      UNPAID,
      (ask) => ({
        session: session(ask, UNPAID),
        payment: null,
        cents: ask.pick % 9 === 8 ? 100 : (someAd(ask, UNPAID)?.budget.amountBudgeted ?? 100),
      }),
      8,
      ['payment'],
    ),
    RecordRefund: byHouse(RUNS, (ask) => ({ session: session(ask, RUNS), refundedTotal: 1 + ask.pick * 40 })),
    ChargeAd: byHouse(['active']),
    EndAd: byHouse(['active'], undefined, 4),
    EndUnpaidAd: byHouse(['checkout']),
    EndAdOfPost: byHouse(['active', 'paused', 'checkout', 'in review', 'scheduled']),
    BeginRenewal: byHouse(['active'], undefined, 4),
    RecordRenewal: byHouse(['active', 'paused', 'stopped'], renewed, 4),
    FailRenewal: byHouse(['active', 'paused'], (ask) => ({ key: keyOf(ask, ['active', 'paused']) })),
    ReviewAd: byModerator(['active', 'paused', 'scheduled']),
    ApproveAd: byModerator(HELD),
    ScheduleAd: byModerator(['in review'], (ask) => ({ startsAt: startOf(ask) })),
    RejectAd: byModerator(HELD, () => ({ reason: 'scam' })),
    StartScheduledAd: byHouse(['scheduled'], undefined, 4),
    PauseAdOfSold: commandModel({
      by: 'house',
      mayDoNothing: true,
      lawful: { postId: id('desk') },
      fields: nothing,
      payload: (ask) => ({ data: { postId: someAd(ask, ['active'])?.place.postId ?? id('nobody') } }),
    }),
  },
  rule: { category: 'ad', check },
  steps: adSteps,
  documents,
  access: {
    ads: isOwn,
    ownBoosts: isOwn,
    funds: isOwn,
    payments: isOwn,
    moderatedAds: ({ viewer }) => viewer.isModerator,
    sponsored: ({ viewer, doc }) => mayLookInto(viewer, (doc as Sponsored).campus),
  },
  unfinished,
  money: checkMoney,
  story: adStory,
  answers: adAnswers,
  topics: (known) => [
    [1, topicName.sponsored(known.campus)],
    [1, topicName.ownAds(known.campus, known.me)],
    [1, topicName.funds(known.campus, known.me)],
    [1, topicName.payments(known.campus, known.me)],
    [1, topicName.ad(drawFrom(known, known.all('ads'))?.key ?? id('nobody'))],
  ],
  acts: {
    boost: {
      often: 2,
      command(known) {
        const postId = ownPost(known);
        if (postId === undefined) return null;
        const data = { postId, title: 'Boost Post', goal: 'message', website: '', label: 'Send Message', days: 4 };
        const paying = () => ({ which: known.draw(CARDS.length), back: known.draw(REFUNDED) });
        return { type: 'StartCheckout', data, goesOn: (walk) => payAtSandbox(walk, postId, paying()) };
      },
    },
    'cancel-boost': {
      often: 1,
      command(known) {
        const all = known.all<AdDocument>('ads');
        const own = all.filter(({ doc }) => doc?.status === 'checkout' && doc.author === known.me);
        const ad = drawFrom(known, errs(known) ? all : own);
        const data = { postId: ad?.doc?.post ?? id('nobody'), adId: ad?.key };
        return ad === undefined ? null : { type: 'CancelCheckout', data };
      },
    },
  },
};
