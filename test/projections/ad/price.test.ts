import { expect, it } from '@jest/globals';
import { adDecider } from '#domain/ad/decider.ts';
import type { AdEvent } from '#domain/ad/events.ts';
import { AD_CENTS_PER_DAY } from '#domain/ad/limits.ts';
import { centsPerDay } from '#domain/ad/spending.ts';
import { initialAds } from '#domain/ad/state.ts';
import { transfer } from '#domain/kernel/money.ts';
import { ads } from '#projections/ad/collections.ts';
import { system } from '../../domain/given.ts';
import { hashOf } from '../../domain/hashOf.ts';
import { adFacts } from '../../domain/samples.ts';
import { createLogBuilder, creation, id, topLevel } from '../support/events.ts';
import { documentOf, foldAll } from '../support/folded.ts';

/** An ad keeps the price at which it was bought: a log that was written at another price folds as it did then. */

const DAY_MS = 86_400_000;
const START = Date.parse('2026-03-02T09:00:00.000Z');
const at = (days: number) => new Date(START + days * DAY_MS).toISOString();
const OLD_PRICE = 300;

/** The log of an ad that runs until it is paused, and was bought at a price; its second day is paid at it, too. */
function bought(price: number) {
  const log = createLogBuilder();
  const post = topLevel('desk', 'ann');
  log.add('PostCreated', creation(post));
  const place = { adId: id('ad desk'), postId: post.postId, campus: post.campus, author: post.author };
  const words = { title: 'A desk' as never, website: null as never };
  log.add('AdCreated', {
    ...{ ...place, ...words, goal: 'message', label: 'Send Message', durationMinutes: 1_440, amountBudgeted: price },
  });
  log.add('AdMadeOpenEnded', place);
  const legs = transfer('provider', 'funds', price);
  log.add('AdPaid', { ...place, session: 'cs_1', payment: 'pi_1', legs });
  log.add('AdActivated', { ...place, startTime: at(0), endTime: at(1) });
  log.add('AdRenewed', {
    ...{ ...place, key: 'renewal:1', payment: 'pi_2', chargedAt: at(1), addedMinutes: 1_440, endTime: at(2), legs },
  });
  const own = log.events.filter(({ type }) => type !== 'PostCreated');
  const state = own.reduce(
    (before, event) => adDecider.evolve(before, event as unknown as AdEvent, event.meta.at),
    initialAds,
  );
  return { log, place, state };
}

it('the budget of another day follows the price that stands in the events, not the one of today', () => {
  expect(OLD_PRICE).not.toBe(AD_CENTS_PER_DAY);
  for (const price of [OLD_PRICE, AD_CENTS_PER_DAY]) {
    const { log, place, state } = bought(price);
    const budget = { durationMinutes: 2_880, amountBudgeted: 2 * price };
    expect(documentOf(foldAll(log.events), ads, place.adId)).toMatchObject(budget);
    expect(state.ads[place.adId]?.budget).toEqual(budget);
    expect(centsPerDay(budget)).toBe(price);
  }
});

it('a further day is covered by the price at which the ad was bought', () => {
  const { place, state } = bought(OLD_PRICE);
  const renew = (cents: number) =>
    adDecider.decide(
      state,
      {
        ...{ id: id('renewal'), type: 'RecordRenewal' },
        data: { postId: place.postId, adId: place.adId, key: 'renewal:2', payment: 'pi_3', cents },
      } as never,
      { actor: system, now: at(2), campus: 'ou', hash: hashOf, facts: adFacts } as never,
    );
  const added = { type: 'AdRenewed', data: { addedMinutes: 1_440, endTime: at(3) } };
  expect(renew(OLD_PRICE)).toMatchObject({ ok: true, events: [added] });
  const uncovered = { type: 'AdRenewed', data: { addedMinutes: 0, endTime: null } };
  expect(renew(OLD_PRICE - 1)).toMatchObject({ ok: true, events: [uncovered] });
});
