import { describe, expect, it } from '@jest/globals';
import { adCommands } from '#domain/ad/commands.ts';
import { adDecider } from '#domain/ad/decider.ts';
import type { AdEvent } from '#domain/ad/events.ts';
import { adRejections } from '#domain/ad/rejections.ts';
import { AD_STATUS_LABELS, boostButton, hasSpending, isBoosted } from '#domain/ad/statusRules.ts';
import { newId } from '#domain/kernel/ids.ts';
import { transfer } from '#domain/kernel/money.ts';
import { personal } from '#domain/kernel/personal.ts';
import { as, given, NOW, seconds, system, visitor, YESTERDAY } from '../given.ts';
import { ada, bob, confirmed, deleted, desk, id, postAfter, posted, registered, userAfter } from '../samples.ts';

const start = {
  id: id('boost'),
  type: 'StartCheckout',
  data: { postId: desk, title: 'A desk', goal: 'website', website: 'example.com', label: 'Shop Now', days: 4 },
} as const;
const adId = newId(start.id, 0);
const place = { adId, postId: desk, campus: 'ou', author: ada };
const of = { postId: desk, adId };

const created: AdEvent = {
  type: 'AdCreated',
  data: {
    ...place,
    ...{ title: personal('A desk'), goal: 'website', website: personal('https://example.com'), label: 'Shop Now' },
    ...{ durationMinutes: 5_760, amountBudgeted: 2_000 },
  },
};
const paid: AdEvent = {
  type: 'AdPaid',
  data: { ...place, session: 'cs_1', payment: 'pi_1', legs: [...transfer('provider', 'funds', 2_000)] },
};
const END = '2026-03-05T09:00:00.000Z';
const activated: AdEvent = { type: 'AdActivated', data: { ...place, startTime: YESTERDAY, endTime: END } };
const paused: AdEvent = {
  type: 'AdPaused',
  data: {
    ...place,
    cause: 'owner',
    pausedAt: seconds(-3_600),
    minutes: 1_380,
    legs: [...transfer('funds', 'spent', 479)],
  },
};
const stopped: AdEvent = {
  type: 'AdStopped',
  data: { ...place, cause: 'owner', stoppedAt: NOW, minutes: 0, legs: [] },
};

const adaUser = userAfter(registered(ada), confirmed(ada));
const bobUser = userAfter(registered(bob), confirmed(bob));
const post = postAfter(posted());
const byAda = { actor: as(ada), facts: { user: adaUser, post } };
const byBob = { actor: as(bob), facts: { user: bobUser, post } };
/** Asks for a paused ad to go on. */
const resume = { id: id('resume'), type: 'ResumeAd', data: of } as const;
const house = { actor: system, facts: { post } };

describe('a checkout', () => {
  it('[BOOST-05] [BOOST-09 in part] makes an ad that waits for its payment, at $5 a day, whatever a page has shown', () => {
    given(adDecider).when(start, byAda).thenExactly(created);
  });

  it('keeps its title as one line that shows what it is', () => {
    const typed = (title: string) => ({ ...start, data: { ...start.data, title } });
    given(adDecider).when(typed(' A\u202e\u0000\r\ndesk '), byAda).thenExactly(created);
    given(adDecider).when(typed('\u200b\u202e'), byAda).thenRefused('AD_TITLE_REQUIRED');
    const rename = (title: string) => ({ id: id('rename'), type: 'RenameAd', data: { ...of, title } }) as const;
    given(adDecider, created).when(rename('A\u0000 desk'), byAda).thenNothing();
    given(adDecider, created).when(rename('\u2800'), byAda).thenRefused('AD_TITLE_REQUIRED');
  });

  it('[BOOST-30 in part] is for the owner of the post alone', () => {
    given(adDecider).when(start, byBob).thenRefused('NOT_YOUR_POST');
    given(adDecider)
      .when(start, { actor: visitor, facts: { user: bobUser, post } })
      .thenRefused('SIGNED_OUT');
  });

  it('[BOOST-13 in part] is refused while the post is boosted', () => {
    given(adDecider, created, paid, activated)
      .when({ ...start, id: id('again') }, byAda)
      .thenRefused('ALREADY_BOOSTED');
    expect(adRejections.ALREADY_BOOSTED.text).toBe('This post is already boosted');
  });

  it('[BOOST-01 in part] is refused for a sold post, a comment and a banner, and once the post is deleted', () => {
    const { postId, kind, campus, author, root, parent, ancestors } = posted().data;
    const sold = { postId, kind, campus, author, root, parent, ancestors, sale: 'sold' } as const;
    const soldPost = postAfter(posted(), { type: 'PostSaleChanged', data: sold });
    const of = (other: typeof post) => ({ ...byAda, facts: { user: adaUser, post: other } });
    given(adDecider).when(start, of(soldPost)).thenRefused('AD_POST_SOLD');
    given(adDecider, created, paid, activated, paused).when(resume, of(soldPost)).thenRefused('AD_POST_SOLD');
    given(adDecider)
      .when(start, of(postAfter(posted(), deleted(posted()))))
      .thenRefused('POST_DELETED');
    const place = post.place === null ? null : { ...post.place, parent: id('parent') };
    given(adDecider)
      .when(start, of({ ...post, place } as typeof post))
      .thenRefused('POST_UNKNOWN');
    const banner = post.place === null ? null : { ...post.place, kind: 'banner' };
    given(adDecider)
      .when(start, of({ ...post, place: banner } as typeof post))
      .thenRefused('POST_IS_BANNER');
  });

  it('takes the place of one that was not paid (Q61)', () => {
    const again = { ...start, id: id('again') };
    given(adDecider, created)
      .when(again, byAda)
      .thenExactly({ type: 'AdRemoved', data: { ...place, cause: 'replaced' } }, {
        ...created,
        data: { ...created.data, adId: newId(again.id, 0) },
      } as AdEvent);
  });

  it.each([
    [{ website: ' ' }, 'WEBSITE_REQUIRED', 'Website is required.'],
    [{ website: 'nothing' }, 'WEBSITE_INVALID', 'Website URL must have https & www.'],
    [{ label: '' }, 'LABEL_REQUIRED', 'Button label is required.'],
  ] as const)('[BOOST-07 in part] is refused with %j', (change, code, text) => {
    given(adDecider)
      .when({ ...start, data: { ...start.data, ...change } }, byAda)
      .thenRefused(code);
    expect(adRejections[code].text).toBe(text);
  });

  it.each([
    ['[BOOST-04 in part]', { days: 1 }, { days: 0 }],
    ['[BOOST-04 in part]', { days: 30 }, { days: 31 }],
    ['[BOOST-07 in part]', { website: 'w'.repeat(50) }, { website: 'w'.repeat(51) }],
    ['[BOOST-25 in part]', { title: 't'.repeat(50) }, { title: 't'.repeat(51) }],
  ])('%s is no command beyond its limits: %j, not %j', (_row, most, more) => {
    const isTaken = (change: object) => adCommands.StartCheckout.schema.safeParse({ ...start.data, ...change }).success;
    expect([isTaken(most), isTaken(more)]).toEqual([true, false]);
  });

  it('[BOOST-25 in part] is renamed by its owner alone, to a title of 50 characters at most', () => {
    const renamed = (title: string) => ({ id: id('rename'), type: 'RenameAd', data: { ...of, title } }) as const;
    given(adDecider, created)
      .when(renamed('A lamp'), byAda)
      .thenExactly({ type: 'AdRenamed', data: { ...place, title: personal('A lamp') } });
    given(adDecider, created).when(renamed('A lamp'), byBob).thenRefused('NOT_YOUR_AD');
    const fits = [50, 51].map(
      (count) => adCommands.RenameAd.schema.safeParse({ ...of, title: 't'.repeat(count) }).success,
    );
    expect(fits).toEqual([true, false]);
  });

  it('is taken back by its owner while it is not paid', () => {
    const cancel = { id: id('cancel'), type: 'CancelCheckout', data: of } as const;
    given(adDecider, created)
      .when(cancel, byAda)
      .thenExactly({ type: 'AdRemoved', data: { ...place, cause: 'cancelled' } });
    given(adDecider, created, paid, activated).when(cancel, byAda).thenRefused('AD_NOT_UNPAID');
  });
});

describe('a payment', () => {
  const pay = {
    id: id('pay'),
    type: 'ConfirmPayment',
    data: { ...of, session: 'cs_1', payment: 'pi_1', cents: 2_000 },
  } as const;
  const now: AdEvent = { type: 'AdActivated', data: { ...place, startTime: NOW, endTime: '2026-03-06T09:00:00.000Z' } };

  it('[BOOST-11 in part] [BOOST-28 in part] adds to the funds and lets the ad run, once', () => {
    given(adDecider, created).when(pay, house).thenExactly(paid, now);
    given(adDecider, created, paid, activated).when(pay, house).thenNothing();
  });

  it('is nothing that a person can say', () => {
    given(adDecider, created)
      .when(pay, { ...house, actor: as(ada) })
      .thenRefused('NOT_ALLOWED');
  });

  it('lets an ad run that was given up meanwhile, because the provider has the money', () => {
    const given_up: AdEvent = { type: 'AdRemoved', data: { ...place, cause: 'cancelled' } };
    given(adDecider, created, given_up).when(pay, house).thenExactly(paid, now);
  });

  it('[BOOST-28 in part] stays in the funds when it is too little, a second one, or for a deleted post', () => {
    const little = { ...pay, data: { ...pay.data, cents: 100 } };
    const legs = (cents: number) => ({ legs: [...transfer('provider', 'funds', cents)] });
    const only = (change: object) => ({ ...paid, data: { ...paid.data, ...change } }) as AdEvent;
    given(adDecider, created)
      .when(little, house)
      .thenExactly(only(legs(100)));
    const second = { ...pay, data: { ...pay.data, session: 'cs_2' } };
    given(adDecider, created, paid, activated)
      .when(second, house)
      .thenExactly(only({ session: 'cs_2' }));
    const gone = { ...house, facts: { post: postAfter(posted(), deleted(posted())) } };
    given(adDecider, created).when(pay, gone).thenExactly(paid);
  });

  it('that is given back lowers the funds and stops the ad (decisions D56)', () => {
    const refund = {
      id: id('refund'),
      type: 'RecordRefund',
      data: { ...of, session: 'cs_1', refundedTotal: 2_000 },
    } as const;
    given(adDecider, created, paid, activated)
      .when(refund, { actor: system, facts: {} })
      .thenExactly(
        {
          type: 'AdStopped',
          data: {
            ...place,
            cause: 'refunded',
            stoppedAt: NOW,
            minutes: 1_440,
            legs: [...transfer('funds', 'spent', 500)],
          },
        },
        {
          type: 'AdRefunded',
          data: {
            ...{ ...place, session: 'cs_1', refundedTotal: 2_000 },
            legs: [...transfer('funds', 'provider', 1_500), ...transfer('spent', 'provider', 500)],
          },
        },
      );
  });
});

/** Nothing is known of the owner. */
const nobody = { ban: null, deletion: null, owner: null };

describe('an ad that runs', () => {
  const command = <Type extends 'PauseAd' | 'ResumeAd' | 'StopAd' | 'EndAd'>(type: Type) => ({
    id: id(type),
    type,
    data: of,
  });
  const runs = given(adDecider, created, paid, activated);
  const rests = given(adDecider, created, paid, activated, paused);

  it('[BOOST-17 in part] pauses, and only while it is active', () => {
    runs.when(command('PauseAd'), byAda).thenExactly({
      type: 'AdPaused',
      data: { ...place, cause: 'owner', pausedAt: NOW, minutes: 1_440, legs: [...transfer('funds', 'spent', 500)] },
    });
    rests.when(command('PauseAd'), byAda).thenRefused('AD_NOT_ACTIVE');
    runs.when(command('PauseAd'), byBob).thenRefused('NOT_YOUR_AD');
  });

  it('[BOOST-18 in part] goes on, and its end moves by the length of the pause', () => {
    rests.when(command('ResumeAd'), byAda).thenExactly({
      type: 'AdResumed',
      data: { ...place, pausedMs: 3_600_000, endTime: '2026-03-05T10:00:00.000Z' },
    });
    runs.when(command('ResumeAd'), byAda).thenRefused('AD_NOT_PAUSED');
    expect(adRejections.AD_NOT_PAUSED.text).toBe('Only paused ads can be resumed');
    expect(adRejections.AD_UNKNOWN.text).toBe('Ad not found');
  });

  it('[BOOST-19 in part] stops for good, paused or not', () => {
    runs.when(command('StopAd'), byAda).thenExactly({
      ...stopped,
      data: { ...stopped.data, minutes: 1_440, legs: [...transfer('funds', 'spent', 500)] },
    } as AdEvent);
    rests
      .when(command('StopAd'), byAda)
      .thenExactly({ ...stopped, data: { ...stopped.data, minutes: 1_380 } } as AdEvent);
    given(adDecider, created, paid, activated, stopped).when(command('StopAd'), byAda).thenRefused('AD_STOPPED');
    given(adDecider, created).when(command('StopAd'), byAda).thenRefused('AD_NOT_RUNNING');
  });

  it('[BOOST-23 in part] ends at its own end, however late that is noticed', () => {
    const late = { actor: system, facts: { post, ...nobody }, now: '2026-04-01T00:00:00.000Z' };
    runs.when(command('EndAd'), { ...late, now: NOW }).thenRefused('AD_STILL_RUNS');
    runs.when(command('EndAd'), late).thenExactly({
      type: 'AdCompleted',
      data: { ...place, endedAt: END, minutes: 5_760, legs: [...transfer('funds', 'spent', 2_000)] },
    });
    rests.when(command('EndAd'), late).thenNothing();
  });

  it('of a banned person, who cannot pause it, ends with the day that is paid, and none of a deleted post is charged', () => {
    const openEnded: AdEvent = { type: 'AdMadeOpenEnded', data: place };
    const daily = given(adDecider, created, openEnded, paid, activated);
    const isBanned = (value: boolean) => ({ isBanned: value, reason: null, holders: [], addresses: [], eventCount: 1 });
    const ask = { actor: system, facts: { post, ...nobody, ban: isBanned(true) }, now: END };
    const begin = { ...command('EndAd'), type: 'BeginRenewal' } as const;
    daily.when(begin, ask).thenRefused('ACCOUNT_BANNED');
    daily.when(command('EndAd'), { ...ask, now: NOW }).thenRefused('AD_STILL_RUNS');
    daily.when(command('EndAd'), ask).thenExactly({
      type: 'AdCompleted',
      data: { ...place, endedAt: END, minutes: 5_760, legs: [...transfer('funds', 'spent', 2_000)] },
    });
    const free = { ...ask, facts: { post, ...nobody, ban: isBanned(false) } };
    daily.when(begin, free).thenExactly({ type: 'RenewalBegun', data: { ...place, key: `renewal:${adId}:5:0` } });
    daily.when(command('EndAd'), free).thenRefused('AD_STILL_RUNS');
    const gone = { ...free, facts: { ...free.facts, post: postAfter(posted(), deleted(posted())) } };
    daily.when(begin, gone).thenRefused('POST_DELETED');
  });

  it('of somebody who leaves, or is erased, ends with the day that is paid too', () => {
    const daily = given(adDecider, created, { type: 'AdMadeOpenEnded', data: place }, paid, activated);
    const leaving = (status: 'none' | 'requested' | 'begun') => ({
      ...nobody,
      deletion: { status, receipt: null, dueAt: null, eventCount: 1 },
    });
    const erased = { ...nobody, owner: { erased: true } as never };
    const begin = { ...command('EndAd'), type: 'BeginRenewal' } as const;
    const ask = (owner: object) => ({ actor: system, facts: { post, ...nobody, ...owner }, now: END });
    daily.when(begin, ask(leaving('requested'))).thenRefused('DELETION_PENDING');
    daily.when(begin, ask(leaving('begun'))).thenRefused('DELETION_PENDING');
    daily.when(begin, ask(erased)).thenRefused('USER_ERASED');
    for (const owner of [leaving('requested'), leaving('begun'), erased]) {
      daily.when(command('EndAd'), { ...ask(owner), now: NOW }).thenRefused('AD_STILL_RUNS');
      daily.when(command('EndAd'), ask(owner)).thenExactly({
        type: 'AdCompleted',
        data: { ...place, endedAt: END, minutes: 5_760, legs: [...transfer('funds', 'spent', 2_000)] },
      });
    }
    // Kept after all: it goes on.
    daily.when(command('EndAd'), ask(leaving('none'))).thenRefused('AD_STILL_RUNS');
  });

  it('runs 61 minutes, rests for 8 hours and goes on: 61 minutes are charged, to the cent', () => {
    const at = (minutes: number) => seconds(minutes * 60 - 86_400);
    const context = { ...byAda, now: at(61) };
    const rest = runs.when(command('PauseAd'), context);
    if (!rest.decision.ok) throw new Error('It is refused.');
    const [pause] = rest.decision.events;
    expect(pause?.data).toMatchObject({
      minutes: 61,
      legs: transfer('funds', 'spent', Math.floor((2_000 * 61) / 5_760)),
    });
    const resumed = given(adDecider, created, paid, activated, pause as AdEvent).when(command('ResumeAd'), {
      ...{ ...byAda, now: at(61 + 480) },
    });
    const end = new Date(Date.parse(END) + 480 * 60_000).toISOString();
    expect(resumed.decision).toMatchObject({ events: [{ data: { endTime: end } }] });
  });
});

describe('statuses', () => {
  it('[BOOST-15] [BOOST-16 in part] have their labels, and "--" in the place of what is spent before they have run', () => {
    expect(AD_STATUS_LABELS).toMatchObject({ checkout: 'Not Paid', 'in review': 'In Review', active: 'Running' });
    expect((['checkout', 'scheduled', 'in review'] as const).map(hasSpending)).toEqual([false, false, false]);
    expect((['active', 'paused', 'stopped', 'completed'] as const).every(hasSpending)).toBe(true);
  });

  it('[BOOST-13 in part] [BOOST-14 in part] decide the button of the owner (Q61)', () => {
    expect([null, 'checkout' as const].map(boostButton)).toEqual(['Boost for $5', 'Boost for $5']);
    expect((['stopped', 'completed', 'rejected'] as const).map(boostButton)).toEqual(Array(3).fill('Boost Again'));
    const running = ['active', 'paused', 'scheduled', 'in review'] as const;
    expect(running.map(boostButton)).toEqual(Array(4).fill('View Analytics'));
    expect(running.every(isBoosted)).toBe(true);
  });
});
