import { describe, expect, it } from '@jest/globals';
import { transfer } from '#domain/kernel/money.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { ads, moderatedAds, ownBoosts, ownKey, sponsored } from '#projections/ad/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { createLogBuilder, creation, deletion, id, topLevel } from '../support/events.ts';
import { documentOf, foldAll } from '../support/folded.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-02T09:00:00.000Z');
const at = (days: number) => new Date(START + days * DAY).toISOString();
const words = (text: string) => text as never;

/** The events of an ad that is paid and runs. */
function boosted(log: ReturnType<typeof createLogBuilder>, name: string, days: number, change: object = {}) {
  const post = topLevel(name, 'ann', change);
  log.add('PostCreated', creation(post));
  const place = { adId: id(`ad ${name}`), postId: post.postId, campus: post.campus, author: post.author };
  const amountBudgeted = days * 500;
  log.add('AdCreated', {
    ...{ ...place, title: words(name), goal: 'website', website: words('https://example.com'), label: 'Shop Now' },
    ...{ durationMinutes: days * 1_440, amountBudgeted },
  });
  const legs = transfer('provider', 'funds', amountBudgeted);
  log.add('AdPaid', { ...place, session: `cs_${name}`, payment: `pi_${name}`, legs });
  log.add('AdActivated', { ...place, startTime: at(0), endTime: at(days) });
  return { ...place, post };
}

describe('the document of an ad', () => {
  it('[DATA-07] [BOOST-29] has every field of the specification, and singles nobody out', () => {
    const log = createLogBuilder();
    const { adId, post, ...place } = boosted(log, 'desk', 4);
    const of = { adId, ...place };
    log.add('AdPaused', {
      ...{ ...of, cause: 'owner', pausedAt: at(1), minutes: 1_440, legs: transfer('funds', 'spent', 500) },
    });
    log.add('AdResumed', { ...of, pausedMs: DAY, endTime: at(5) });
    const ad = documentOf(foldAll(log.events), ads, adId);
    expect(reveal(ad?.title as never)).toBe('desk');
    expect(ad).toMatchObject({
      ...{ post: post.postId, author: post.author, goal: 'website', label: 'Shop Now', status: 'active' },
      targeting: { locations: [], interests: [], school_years: [] },
      ...{ durationMinutes: 5_760, amountBudgeted: 2_000, totalSpent: 500, runUntilPaused: false },
      ...{ startTime: at(0), endTime: at(5), pausedAt: null, timePaused: DAY, lastChargedAt: at(1) },
      payment: 'pi_desk',
    });
    expect(ad?.createdAt).toEqual(expect.any(String));
    expect(ad?.lastModified).toEqual(expect.any(String));
  });
});

describe('the ads of a person', () => {
  it('[BOOST-24 in part] [BOOST-14 in part] are listed newest first; the newest that was not taken back decides the button (D36)', () => {
    const log = createLogBuilder();
    const { post, ...place } = boosted(log, 'desk', 4);
    log.add('AdStopped', { ...place, cause: 'owner', stoppedAt: at(1), minutes: 0, legs: [] });
    const again = { ...place, adId: id('ad again') };
    const newest = () => documentOf(foldAll(log.events), ownBoosts, place.postId)?.newest;
    expect(newest()).toMatchObject({ ad: place.adId, status: 'stopped' });
    const form = { title: words('again'), goal: 'message', website: words('none'), label: 'Send Message' };
    log.add('AdCreated', { ...again, ...form, durationMinutes: 1_440, amountBudgeted: 500 });
    expect(newest()).toMatchObject({ ad: again.adId, status: 'checkout' });
    const listed = () =>
      foldAll(log.events)
        .query(ads.name, 'byOwner', [ownKey('ou', place.author)])
        .map(({ key }) => key);
    expect(listed()).toEqual([again.adId, place.adId]);
    log.add('AdRemoved', { ...again, cause: 'cancelled' });
    expect(newest()).toMatchObject({ ad: place.adId, status: 'stopped' });
    expect(listed()).toEqual([place.adId]);
    // By their beginnings, not by their ends.
    const [long, short] = [boosted(log, 'long', 9), boosted(log, 'short', 1)];
    expect(listed()).toEqual([short.adId, long.adId, place.adId]);
  });

  it.each([
    ['[BOOST-18 in part] goes on', 'AdResumed', { pausedMs: DAY, endTime: at(5) }],
    ['[BOOST-19 in part] is stopped', 'AdStopped', { cause: 'owner', stoppedAt: at(2), minutes: 1_440, legs: [] }],
  ] as const)('one that %s has no pause any more', (_row, type, data) => {
    const log = createLogBuilder();
    const { post, ...place } = boosted(log, 'desk', 4);
    const ad = () => documentOf(foldAll(log.events), ads, place.adId);
    log.add('AdPaused', { ...place, cause: 'owner', pausedAt: at(1), minutes: 1_440, legs: [] });
    expect(ad()).toMatchObject({ status: 'paused', pausedAt: at(1), pauseCause: 'owner' });
    log.add(type, { ...place, ...data });
    expect(ad()).toMatchObject({ pausedAt: null, pauseCause: null });
  });
});

it('[BOOST-18 in part] every pause of an ad adds to the time that it was paused, and moves its end', () => {
  const log = createLogBuilder();
  const { post, ...place } = boosted(log, 'desk', 4);
  const ad = () => documentOf(foldAll(log.events), ads, place.adId);
  for (const [pausedOn, resumedOn, paused] of [
    [1, 2, 1],
    [3, 6, 4],
  ] as const) {
    log.add('AdPaused', { ...place, cause: 'owner', pausedAt: at(pausedOn), minutes: 1_440, legs: [] });
    log.add('AdResumed', { ...place, pausedMs: (resumedOn - pausedOn) * DAY, endTime: at(4 + paused) });
    expect(ad()).toMatchObject({ status: 'active', timePaused: paused * DAY, endTime: at(4 + paused), pausedAt: null });
  }
});

describe('an ad that was given up', () => {
  it('is looked after until its page has closed: somebody may have paid there', () => {
    const log = createLogBuilder();
    const post = topLevel('chair', 'ann');
    log.add('PostCreated', creation(post));
    const place = { adId: id('ad chair'), postId: post.postId, campus: post.campus, author: post.author };
    log.add('AdCreated', {
      ...{ ...place, title: words('chair'), goal: 'message', website: words('none'), label: 'Send Message' },
      ...{ durationMinutes: 1_440, amountBudgeted: 500 },
    });
    log.add('CheckoutOpened', { ...place, session: 'cs_1', expiresAt: at(1) });
    log.add('AdRemoved', { ...place, cause: 'cancelled' });
    expect(documentOf(foldAll(log.events), ads, place.adId)).toMatchObject({ status: 'removed', due: at(1) });
    // The page was asked for before it was given up, and opened after.
    log.add('CheckoutOpened', { ...place, session: 'cs_2', expiresAt: at(2) });
    expect(documentOf(foldAll(log.events), ads, place.adId)).toMatchObject({ session: 'cs_2', due: at(2) });
  });
});

describe('what is sponsored', () => {
  it('[FEED-10] is the running ads of a campus: those that end first come first, of one end the newest; [CAMP-18] of that campus alone', () => {
    const log = createLogBuilder();
    for (const [name, days] of [
      ['late', 9],
      ['soon', 2],
      ['later', 9],
    ] as const)
      boosted(log, name, days);
    boosted(log, 'elsewhere', 1, { campus: 'ut' });
    const paused = boosted(log, 'paused', 1);
    const { post: _post, ...of } = paused;
    log.add('AdPaused', { ...of, cause: 'owner', pausedAt: at(0), minutes: 0, legs: [] });
    const all = foldAll(log.events);
    const names = ['late', 'soon', 'later', 'elsewhere', 'paused'];
    const slots = names.flatMap((name) => documentOf(all, sponsored, topLevel(name, 'ann').postId) ?? []);
    const ofCampus = slots.filter(({ campus }) => campus === 'ou');
    // A window is in descending order.
    const order = ofCampus.sort((a, b) => (a.order < b.order ? 1 : -1)).map(({ ad }) => ad);
    expect(order).toEqual([id('ad soon'), id('ad later'), id('ad late')]);
    expect(new Set(ofCampus.map((slot) => slot.order)).size).toBe(ofCampus.length);
    expect(ofCampus[0]).toMatchObject({ goal: 'website', label: 'Shop Now', endTime: at(2) });
    expect(slots.filter(({ campus }) => campus === 'ut').map(({ ad }) => ad)).toEqual([id('ad elsewhere')]);
    const [elsewhere] = slots.filter(({ campus }) => campus === 'ut');
    expect(elsewhere === undefined ? [] : sponsored.topics(elsewhere)).toEqual([topicName.sponsored('ut')]);
  });

  it('[FEED-12 in part] leaves with its post at once, and with the hold of a moderator', () => {
    const log = createLogBuilder();
    const gone = boosted(log, 'gone', 2);
    const { post: _post, ...held } = boosted(log, 'held', 2);
    log.add('PostDeleted', deletion(gone.post));
    log.add('AdReviewBegun', { ...held, by: id('mo'), heldAt: at(0), minutes: 0, legs: [] });
    const all = foldAll(log.events);
    expect(documentOf(all, sponsored, gone.postId) ?? null).toBeNull();
    expect(documentOf(all, sponsored, held.postId) ?? null).toBeNull();
    // A charge that comes before the end of the ad does not bring it back, without its post.
    const { post: _gone, ...of } = gone;
    log.add('AdCharged', { ...of, chargedAt: at(1), minutes: 1_440, legs: transfer('funds', 'spent', 500) });
    expect(documentOf(foldAll(log.events), sponsored, gone.postId) ?? null).toBeNull();
    expect(documentOf(all, moderatedAds, held.adId)?.status).toBe('in review');
    const entry = documentOf(all, moderatedAds, held.adId) as unknown as Record<string, unknown>;
    for (const money of ['payment', 'session', 'totalSpent', 'amountBudgeted']) expect(entry[money]).toBeUndefined();
  });
});
