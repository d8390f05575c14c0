import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { adDecider } from '#domain/ad/decider.ts';
import type { AdEvent } from '#domain/ad/events.ts';
import { type AdsState, initialAds } from '#domain/ad/state.ts';
import { newId } from '#domain/kernel/ids.ts';
import { as, system } from '../given.ts';
import { hashOf } from '../hashOf.ts';
import { ada, adFacts, desk, id } from '../samples.ts';

const START = Date.parse('2026-03-02T09:00:00.000Z');
const MINUTE = 60_000;
const checkout = id('checkout');
const adId = newId(checkout, 0);
const place = { postId: desk, adId };

/** The rules with a clock by hand. */
function world(days: number, untilPaused: boolean) {
  let state: AdsState = initialAds;
  let now = START;
  const events: AdEvent[] = [];
  const give = (type: string, data: object, isOwner = false) => {
    const command = { id: type === 'StartCheckout' ? checkout : id(`command ${events.length}`), type, data } as never;
    const actor = isOwner ? as(ada) : system;
    const at = new Date(now).toISOString();
    const decision = adDecider.decide(state, command, {
      actor,
      now: at,
      campus: 'ou',
      hash: hashOf,
      facts: adFacts,
    } as never);
    if (!decision.ok) return;
    for (const event of decision.events as AdEvent[]) {
      events.push(event);
      state = adDecider.evolve(state, event, at);
    }
  };
  const form = { title: 'A desk', goal: 'message', website: '', label: 'Send Message', days, untilPaused };
  give('StartCheckout', { postId: desk, ...form }, true);
  return {
    events,
    give,
    wait: (ms: number) => {
      now += ms;
    },
    now: () => now,
    ad() {
      const ad = state.ads[adId];
      if (ad === undefined) throw new Error('There is no such ad.');
      return ad;
    },
  };
}

const paid = ['ConfirmPayment', { ...place, session: 'cs_1', payment: 'pi_1', cents: 2_000 }] as const;
/** Messages that the provider, the page of the success and the sweep may give about one ad, in any order. */
const NOTICES = [
  paid,
  ['RecordCheckout', { ...place, session: 'cs_1', expiresAt: '2026-03-02T10:00:00.000Z' }],
  ['EndUnpaidAd', place],
  ['RecordCheckout', { ...place, session: 'cs_2', expiresAt: '2026-03-02T11:00:00.000Z' }],
  ['ChargeAd', place],
] as const;

it('every permutation of five messages, each repeated, makes one posting and one activation, and one end state', () => {
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(
      fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
      fc.array(fc.nat(4), { maxLength: 12 }),
      (order, repeated) => {
        const { events, give, ad } = world(4, false);
        for (const index of [...order, ...repeated]) {
          const [type, data] = NOTICES[index as 0 | 1 | 2 | 3 | 4];
          give(type, data);
        }
        const count = (type: AdEvent['type']) => events.filter((event) => event.type === type).length;
        expect([count('AdPaid'), count('AdActivated')]).toEqual([1, 1]);
        const { status, running, spent, funds, sessions } = ad();
        const sorted = Object.entries(sessions).sort(([a], [b]) => (a < b ? -1 : 1));
        outcomes.add(
          JSON.stringify({ status, running, spent, funds, paid: sorted.map(([key, { paid }]) => [key, paid]) }),
        );
      },
    ),
    { seed: 26, numRuns: 600 },
  );
  expect([...outcomes]).toHaveLength(1);
});

const ACTS = ['pause', 'resume', 'charge', 'renew', 'fail', 'end', 'refund', 'stop'] as const;
const act = fc.record({
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ACTS.slice(0, 6)) },
    { weight: 1, arbitrary: fc.constantFrom(...ACTS) },
  ),
  wait: fc.oneof(fc.nat(90 * MINUTE), fc.nat(2_000 * MINUTE)),
});

it('under any commands and time all postings sum to zero, funds are never below zero, and spent is at most the budget', () => {
  let ran = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.boolean(), fc.array(act, { maxLength: 40 }), (days, open, acts) => {
      const { events, give, wait, now, ad } = world(days, open);
      give('ConfirmPayment', { ...place, session: 'cs_1', payment: 'pi_1', cents: open ? 500 : days * 500 });
      // By minutes alone: how long it has run, and until when, as a person would count with a watch.
      let [since, watched]: [number | null, number] = [now(), 0];
      for (const each of acts) {
        wait(each.wait);
        const before = ad();
        const renewal = before.renewal ?? 'none';
        const allowed = before.budget.durationMinutes * MINUTE;
        if (each.act === 'pause') give('PauseAd', place, true);
        if (each.act === 'resume') give('ResumeAd', place, true);
        if (each.act === 'charge') give('ChargeAd', place);
        if (each.act === 'stop') give('StopAd', place, true);
        if (each.act === 'end') give('EndAd', place);
        if (each.act === 'refund') give('RecordRefund', { ...place, session: 'cs_1', refundedTotal: 200 });
        if (each.act === 'renew' || each.act === 'fail') give('BeginRenewal', place);
        const { renewal: key } = ad();
        if (each.act === 'renew' && key !== null) {
          for (let twice = 0; twice < 2; twice += 1)
            give('RecordRenewal', { ...place, key, payment: `pi_${key}`, cents: 500 });
        }
        if (each.act === 'fail' && key !== null) give('FailRenewal', { ...place, key });
        expect(renewal === 'none' || ad().renewal === null || ad().renewal === renewal).toBe(true);
        const after = ad();
        if (since !== null) watched = Math.min(allowed, watched + now() - since);
        since = after.status === 'active' ? now() : null;
        if (after.status === 'active' || after.status === 'paused') {
          const left = after.budget.durationMinutes * MINUTE - watched;
          const from = after.status === 'active' ? now() : Date.parse(after.running?.pausedAt ?? '');
          // Naive: what is left of all paid minutes, from now or from the pause on.
          expect(Math.max(0, Date.parse(after.running?.endTime ?? '') - from)).toBe(left);
          if (after.status === 'active') ran += 1;
        }
        expect(after.funds).toBeGreaterThanOrEqual(0);
        expect(after.spent).toBeLessThanOrEqual(after.budget.amountBudgeted);
      }
      const payments = events.flatMap((event) => (event.type === 'AdRenewed' ? [event.data.payment] : []));
      expect(new Set(payments).size).toBe(payments.length);
      const legs = events.flatMap((event) => ('legs' in event.data ? event.data.legs : []));
      expect(legs.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
      const sumOf = (account: string) =>
        legs.filter((leg) => leg.account === account).reduce((sum, { cents }) => sum + cents, 0);
      expect([sumOf('funds'), sumOf('spent')]).toEqual([ad().funds, ad().spent]);
    }),
    { seed: 26, numRuns: 400 },
  );
  expect(ran).toBeGreaterThan(1_000);
});
