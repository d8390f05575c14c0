import { describe, expect, it } from '@jest/globals';
import { transfer } from '#domain/kernel/money.ts';
import type { FigureDay } from '#projections/impression/collections.ts';
import type { Refused, Rows, TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { creation, id, registration, topLevel } from '#test/projections/support/events.ts';
import { type Guest, guest, hubRig, subscribeTo } from './hubRig.ts';

/** Ads and their figures on pages that stay open. */

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-02T09:00:00.000Z');
const at = (hours: number) => new Date(START + hours * HOUR_MS).toISOString();
const words = (text: string) => text as never;

const desk = topLevel('desk', 'ann');
const place = { adId: id('ad desk'), postId: desk.postId, campus: desk.campus, author: desk.author };

/** An ad that was begun and is not paid. */
async function withAd() {
  const rig = await hubRig();
  const { log } = rig;
  log.add('UserRegistered', registration('ann'));
  log.add('PostCreated', creation(desk));
  const button = { goal: 'website', website: words('https://example.com'), label: 'Shop Now' } as const;
  log.add('AdCreated', { ...place, title: words('A desk'), ...button, durationMinutes: 1_440, amountBudgeted: 500 });
  await rig.publish();
  return rig;
}

type Rig = Awaited<ReturnType<typeof withAd>>;

/** Pays it, so that it runs for a day. */
function pay({ log }: Rig): void {
  const legs = transfer('provider', 'funds', 500);
  log.add('AdPaid', { ...place, session: 'cs_desk', payment: 'pi_desk', legs });
  log.add('AdActivated', { ...place, startTime: at(0), endTime: at(24) });
}

/** Counts what a viewer has done at the ad. */
function count(
  { log }: Rig,
  viewer: number,
  actions: readonly ('view' | 'external_link_click' | 'copied_link')[],
): void {
  const session = { viewer: `${viewer}`.padEnd(24, '0'), session: `${viewer}`.padEnd(12, '0'), actions: [...actions] };
  log.add('ActionsCounted', { batchId: id(`batch ${log.events.length}`), ...place, sessions: [session] });
}

/** The newest document of a collection that a page was sent. */
function newest<Doc>(page: Guest, collection: string): Doc | undefined {
  const sent = page.sent<Rows>('rows').flatMap(({ documents }) => documents);
  return sent.findLast((row) => row.collection === collection)?.doc as Doc | undefined;
}

const refusal = async (page: Guest, topic: string) =>
  ((await page.peer.receive('subscribe', subscribeTo(topic))) as Refused).refusal.code;

describe('an ad that its owner has open', () => {
  it('[BOOST-27] changes its status there with each step, in all pages that show it, and is sent to nobody else', async () => {
    const rig = await withAd();
    const topic = topicName.ad(place.adId);
    const pages = [guest(rig.hub, id('ann')), guest(rig.hub, id('ann'))];
    for (const { peer } of pages) {
      const answer = (await peer.receive('subscribe', subscribeTo(topic))) as TopicAnswer;
      expect(answer.documents).toContainEqual(expect.objectContaining({ collection: 'ads', key: place.adId }));
    }
    const stranger = guest(rig.hub, id('bob'));
    expect(await refusal(stranger, topic)).toBe('TOPIC_FORBIDDEN');
    const legs = transfer('funds', 'spent', 60);
    const steps: readonly (readonly [() => void, object])[] = [
      [() => pay(rig), { status: 'active', startTime: at(0), endTime: at(24), totalSpent: 0 }],
      [
        () => rig.log.add('AdPaused', { ...place, cause: 'owner', pausedAt: at(3), minutes: 180, legs }),
        { status: 'paused', pausedAt: at(3), totalSpent: 60 },
      ],
      [
        () => rig.log.add('AdResumed', { ...place, pausedMs: HOUR_MS, endTime: at(25) }),
        { status: 'active', pausedAt: null, endTime: at(25), totalSpent: 60 },
      ],
      [
        () => rig.log.add('AdStopped', { ...place, cause: 'owner', stoppedAt: at(7), minutes: 180, legs }),
        { status: 'stopped', totalSpent: 120 },
      ],
    ];
    for (const [happens, shown] of steps) {
      happens();
      await rig.publish();
      for (const page of pages) expect(newest(page, 'ads')).toMatchObject({ id: place.adId, ...shown });
    }
    expect(stranger.sent('rows')).toEqual([]);
  });
});

describe('a boosted post on open pages', () => {
  it('[FEED-22] is sponsored for everybody while its ad is active; that it is paused is sent to its owner alone', async () => {
    const rig = await withAd();
    const topic = topicName.post(desk.postId);
    const [own, other, visitor] = [guest(rig.hub, id('ann')), guest(rig.hub, id('bob')), guest(rig.hub)];
    for (const { peer } of [own, other, visitor]) {
      expect(await peer.receive('subscribe', subscribeTo(topic))).toMatchObject({ ok: true });
    }
    pay(rig);
    await rig.publish();
    for (const page of [own, other, visitor]) expect(newest(page, 'sponsored')).toMatchObject({ ad: place.adId });
    expect(newest(own, 'ownBoosts')).toMatchObject({ newest: { ad: place.adId, status: 'active' } });

    rig.log.add('AdPaused', { ...place, cause: 'owner', pausedAt: at(3), minutes: 0, legs: [] });
    await rig.publish();
    for (const page of [own, other, visitor]) expect(newest(page, 'sponsored')).toBeNull();
    expect(newest(own, 'ownBoosts')).toMatchObject({ newest: { ad: place.adId, status: 'paused' } });
    // Who opens the post now reads no more of it.
    const late = guest(rig.hub, id('bob'));
    const { documents } = (await late.peer.receive('subscribe', subscribeTo(topic))) as TopicAnswer;
    const kinds = new Set(documents.filter(({ doc }) => doc !== null).map(({ collection }) => collection));
    expect([kinds.has('posts'), kinds.has('sponsored'), kinds.has('ownBoosts')]).toEqual([true, false, false]);
    for (const page of [other, visitor]) expect(newest(page, 'ownBoosts')).toBeUndefined();
  });
});

describe('the figures that the owner of an ad has open', () => {
  it('[ANLT-06] count on there with each action, in the counters and in the chart, and are sent to nobody else', async () => {
    const rig = await withAd();
    pay(rig);
    await rig.publish();
    const topics = [topicName.adFigures(place.adId), topicName.figureDays(place.adId)];
    const [dashboard, stranger] = [guest(rig.hub, id('ann')), guest(rig.hub, id('bob'))];
    for (const topic of topics) {
      expect(await dashboard.peer.receive('subscribe', subscribeTo(topic))).toMatchObject({ ok: true });
      expect(await refusal(stranger, topic)).toBe('TOPIC_FORBIDDEN');
    }
    const steps = [
      [1, ['view'], { views: 1, accounts_reached: 1, external_link_clicks: 0 }],
      [2, ['view', 'external_link_click'], { views: 2, accounts_reached: 2, external_link_clicks: 1 }],
      [1, ['copied_link'], { views: 2, accounts_reached: 2, external_link_clicks: 1, copied_link: 1 }],
    ] as const;
    for (const [viewer, actions, shown] of steps) {
      count(rig, viewer, actions);
      await rig.publish();
      expect(newest(dashboard, 'adFigures')).toMatchObject(shown);
      const { views, external_link_clicks } = shown;
      expect(newest<FigureDay>(dashboard, 'figureDays')).toMatchObject({ views, external_link_clicks });
    }
    expect(stranger.sent('rows')).toEqual([]);
  });
});
