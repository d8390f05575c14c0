import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { adDecider } from '#domain/ad/decider.ts';
import type { AdEvent } from '#domain/ad/events.ts';
import { minutesRun, spentAfter } from '#domain/ad/spending.ts';
import type { AdsState } from '#domain/ad/state.ts';
import type { ActionViewer } from '#domain/impression/commands.ts';
import { impressionDecider } from '#domain/impression/decider.ts';
import type { ImpressionEvent } from '#domain/impression/events.ts';
import { newId } from '#domain/kernel/ids.ts';
import { transfer } from '#domain/kernel/money.ts';
import { personal } from '#domain/kernel/personal.ts';
import { initialPost } from '#domain/post/state.ts';
import { as, given, NOW, seconds, stateAfter, system, visitor, YESTERDAY } from '../given.ts';
import { ada, bob, desk, id } from '../samples.ts';

const adId = id('boost');
const place = { adId, postId: desk, campus: 'ou', author: ada };
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
const activated = (endTime: string): AdEvent => ({
  type: 'AdActivated',
  data: { ...place, startTime: YESTERDAY, endTime },
});
const running = [created, paid, activated(seconds(3_600))];
const adsAfter = (events: readonly AdEvent[]): AdsState => stateAfter(adDecider, events);

const hash = (value: string) => createHash('sha256').update(value).digest('hex');
const address: ActionViewer = { kind: 'address', id: '203.0.113.7' };
const account = (userId: string): ActionViewer => ({ kind: 'account', id: userId });
const count = (...sessions: readonly { viewer: ActionViewer; session: string; actions: readonly string[] }[]) =>
  ({ id: id('batch'), type: 'CountActions', data: { postId: desk, adId, sessions } }) as never;
const within = (events: readonly AdEvent[], deleted = false) => ({
  ...{ actor: system, hash },
  facts: { ads: adsAfter(events), post: { ...initialPost, deleted } },
});

/** The sessions in the event of a batch. */
function sessionsIn(command: never, events: readonly AdEvent[] = running) {
  const decision = impressionDecider.decide(impressionDecider.initial, command, {
    ...{ now: NOW, campus: 'ou', ...within(events) },
  });
  if (!decision.ok) throw new Error(decision.rejection.code);
  return (decision.events as readonly ImpressionEvent[]).flatMap(({ data }) => data.sessions);
}

describe('what people do with a sponsored post', () => {
  const view = { viewer: address, session: 'tab', actions: ['view'] };

  it('[ANLT-02 in part] is one event of a batch, with hashes in the place of viewers (Q66)', () => {
    const command = count(view, { viewer: account(bob), session: 'tab', actions: ['profile_visit', 'view'] });
    const found = sessionsIn(command);
    expect(found.map(({ actions }) => actions)).toEqual([['view'], ['view', 'profile_visit']]);
    for (const { viewer, session } of found) {
      expect(viewer).toMatch(/^[0-9a-f]{24}$/);
      expect(session).toMatch(/^[0-9a-f]{12}$/);
    }
    const data = { batchId: newId(id('batch'), 0), ...place, sessions: [...found] };
    given(impressionDecider).when(command, within(running)).thenExactly({ type: 'ActionsCounted', data });
  });

  it('does not count at a deleted post, whose ad ends a moment later', () => {
    given(impressionDecider).when(count(view), within(running, true)).thenExactly();
  });

  it('is each session once, however often it is in the batch', () => {
    const again = { ...view, actions: ['copied_link', 'view'] };
    expect(sessionsIn(count(view, again, view)).map(({ actions }) => actions)).toEqual([['view', 'copied_link']]);
  });

  it('[ANLT-08 in part] is one viewer in two page sessions, and two where two look', () => {
    const seen = sessionsIn(count(view, { ...view, session: 'b' }, { ...view, viewer: account(bob) }));
    const hashes = seen.map(({ viewer }) => viewer);
    expect(new Set(hashes).size).toBe(2);
    expect(hashes[0]).toBe(hashes[1]);
    expect(new Set(seen.map(({ session }) => session)).size).toBe(3);
  });

  it('does not count of the owner', () => {
    expect(sessionsIn(count({ ...view, viewer: account(ada) }))).toEqual([]);
    expect(sessionsIn(count({ ...view, viewer: account(ada) }, view))).toHaveLength(1);
  });

  const pausedNow: AdEvent = {
    type: 'AdPaused',
    data: { ...place, cause: 'owner', pausedAt: NOW, minutes: 0, legs: [] },
  };
  const stoppedNow: AdEvent = {
    type: 'AdStopped',
    data: { ...place, cause: 'owner', stoppedAt: NOW, minutes: 0, legs: [] },
  };
  const STATES: readonly (readonly [string, readonly AdEvent[]])[] = [
    ['was not paid', [created]],
    ['is over, and not ended yet', [created, paid, activated(seconds(-1))]],
    ['is paused', [...running, pausedNow]],
    ['is stopped', [...running, stoppedNow]],
    ['is not there', []],
  ];

  it.each(STATES)('[ANLT-09 in part] does not count while the ad %s', (_state, events) => {
    expect(sessionsIn(count(view), events)).toEqual([]);
  });

  it('moves no money: 100 feeds at the last cent count until the end, and nothing is overspent', () => {
    const END = Date.parse(NOW);
    const ad = { durationMinutes: 5_760, amountBudgeted: 2_000 };
    const times = {
      startTime: new Date(END - ad.durationMinutes * 60_000).toISOString(),
      endTime: NOW,
      pausedAt: null,
    };
    const events = [created, paid, { type: 'AdActivated', data: { ...place, ...times } } as AdEvent];
    const counted = Array.from({ length: 100 }, (_, n) => {
      const at = new Date(END + (n - 50) * 20).toISOString();
      const decision = impressionDecider.decide(impressionDecider.initial, count({ ...view, session: `feed ${n}` }), {
        ...{ now: at, campus: 'ou', ...within(events) },
      });
      if (!decision.ok) throw new Error(decision.rejection.code);
      expect(spentAfter(minutesRun(times, ad, at), ad)).toBeLessThanOrEqual(ad.amountBudgeted);
      return decision.events.map(({ type }) => type);
    });
    // Those of before the end, and no event but the count: what an ad spends follows from its minutes alone.
    expect(counted).toEqual([...Array(50).fill(['ActionsCounted']), ...Array(50).fill([])]);
    expect(spentAfter(minutesRun(times, ad, NOW), ad)).toBe(ad.amountBudgeted);
  });

  it('is counted by the house alone, and counted once', () => {
    for (const actor of [as(bob), visitor]) {
      const refused = impressionDecider.decide(impressionDecider.initial, count(view), {
        ...{ now: NOW, campus: 'ou', ...within(running), actor },
      });
      expect(refused).toMatchObject({ ok: false, rejection: { code: 'NOT_ALLOWED' } });
    }
    const again = impressionDecider.decide({ eventCount: 1 }, count(view), {
      ...{ now: NOW, campus: 'ou', ...within(running) },
    });
    expect(again).toEqual({ ok: true, events: [] });
  });
});
