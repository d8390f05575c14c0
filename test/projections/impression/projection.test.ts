import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ACTIONS, type Action, NO_ACTIONS } from '#domain/impression/actions.ts';
import { SESSIONS_PER_BATCH } from '#domain/impression/limits.ts';
import {
  adFigures,
  audiences,
  countedSessions,
  type FigureDay,
  figureDays,
  partKey,
  postFigures,
} from '#projections/impression/collections.ts';
import { impressionFolds } from '#projections/impression/folds.ts';
import { FOLD_MAX_DOCUMENTS } from '#projections/kernel/projection.ts';
import { createLogBuilder, creation, deletion, id, instant, topLevel } from '../support/events.ts';
import { documentOf, foldAll } from '../support/folded.ts';

const HOUR_MS = 3_600_000;
const [post, ad, later] = [id('desk'), id('ad'), id('later ad')];
const viewer = (n: number) => n.toString(16).padStart(4, '0').padEnd(24, '0');
const session = (name: string) => Buffer.from(name).toString('hex').padEnd(12, '0');

interface Seen {
  readonly n: number;
  readonly tab?: string;
  readonly actions?: readonly Action[];
}

function figures() {
  const log = createLogBuilder();
  const see = (seen: readonly Seen[], adId = ad) =>
    log.add('ActionsCounted', {
      ...{ batchId: id(`batch ${log.events.length}`), adId, postId: post, campus: 'ou', author: id('ann') },
      sessions: seen.map(({ n, tab = 'tab', actions = ['view'] }) => ({
        ...{ viewer: viewer(n), session: session(tab), actions: [...actions] },
      })),
    });
  const read = () => foldAll(log.events);
  const ofAd = (adId = ad) => documentOf(read(), adFigures, adId);
  return { log, see, ofAd, ofPost: () => documentOf(read(), postFigures, post), read };
}

describe('the figures of an ad', () => {
  it('[ANLT-02 in part] count once while the clock jumps an hour ahead and back, also over midnight; the hours add up to the whole', () => {
    const { log, see } = figures();
    const times = ['2026-03-02T23:10:00.000Z', '2026-03-03T00:10:30.000Z', '2026-03-02T23:11:00.000Z'];
    for (const n of [1, 2, 3]) see([{ n: 1 }, { n }, { n, actions: ['copied_link'] }]);
    const read = foldAll(log.events.map((event, n) => ({ ...event, meta: { ...event.meta, at: times[n] ?? '' } })));
    expect(documentOf(read, adFigures, ad)).toMatchObject({ views: 3, accounts_reached: 3, copied_link: 3 });
    const days = read.query('figureDays', 'ofAd', [ad]).map(({ doc }) => doc as FigureDay);
    expect(days.map(({ day, views, hours }) => [day, views, hours.map((each) => [each.hour, each.views])])).toEqual([
      ['2026-03-03', 1, [[0, 1]]],
      ['2026-03-02', 2, [[23, 2]]],
    ]);
  });

  it('[ANLT-01] [DATA-02 in part] are six counters, which a post has from its first action on, and nothing before', () => {
    const { see, ofPost, ofAd } = figures();
    expect(ofPost()).toBeUndefined();
    expect(Object.values(NO_ACTIONS)).toEqual([0, 0, 0, 0, 0, 0]);
    see([{ n: 1, actions: ACTIONS }]);
    const one = {
      ...{ views: 1, accounts_reached: 1, direct_messages: 1 },
      ...{ copied_link: 1, external_link_clicks: 1, profile_visits: 1 },
    };
    expect(ofPost()).toMatchObject({ id: post, author: id('ann'), ...one });
    expect(ofAd()).toMatchObject({ id: ad, post, ...one });
    see([{ n: 2, actions: ['copied_link'] }]);
    expect(ofPost()).toMatchObject({ ...one, copied_link: 2 });
  });

  it('[DATA-13 in part] go with the post, whatever is counted late; those of the ad stay with what was paid for it', () => {
    const { log, see, ofPost, ofAd } = figures();
    see([{ n: 1 }]);
    const desk = topLevel('desk', 'ann');
    log.add('PostCreated', creation(desk));
    log.add('PostDeleted', deletion(desk));
    expect(ofPost()).toBeNull();
    see([{ n: 2 }]);
    expect([ofPost(), ofAd()]).toEqual([null, expect.objectContaining({ views: 2 })]);
  });

  it('[ANLT-02 in part] count each action once a page session, in whatever batch it comes again', () => {
    const { see, ofAd, ofPost } = figures();
    see([{ n: 1 }, { n: 1, tab: 'b' }]);
    see([{ n: 1 }, { n: 1, tab: 'b', actions: ['view', 'profile_visit'] }]);
    // Also while another ad of the post runs.
    see([{ n: 1, actions: ['view', 'profile_visit'] }], later);
    expect(ofAd()).toMatchObject({ views: 2, accounts_reached: 1, profile_visits: 1 });
    expect(ofAd(later)).toMatchObject({ views: 0, accounts_reached: 0, profile_visits: 1 });
    expect(ofPost()).toMatchObject({ views: 2, accounts_reached: 1, profile_visits: 2 });
  });

  it('[ANLT-08] reach each viewer once: the post over all of its ads, each ad those who saw it', () => {
    const { see, ofAd, ofPost } = figures();
    // Other actions than views reach nobody.
    see([{ n: 7, actions: ['copied_link'] }]);
    expect(ofPost()).toMatchObject({ views: 0, accounts_reached: 0, copied_link: 1 });
    see([{ n: 1 }, { n: 2 }, { n: 1, tab: 'b' }]);
    see([{ n: 1, tab: 'c' }, { n: 3 }], later);
    expect(ofAd()).toMatchObject({ views: 3, accounts_reached: 2 });
    expect(ofAd(later)).toMatchObject({ views: 2, accounts_reached: 2 });
    expect(ofPost()).toMatchObject({ views: 5, accounts_reached: 3 });
  });

  it('are kept by day and hour, and add up', () => {
    const { see, read } = figures();
    see([{ n: 1 }]);
    see([
      { n: 1, tab: 'b' },
      { n: 2, actions: ['view', 'external_link_click'] },
    ]);
    const day = instant(1).slice(0, 10);
    const found = documentOf(read(), figureDays, `${ad}:${day}`);
    const sum = { views: 3, accounts_reached: 2, external_link_clicks: 1 };
    expect(found).toMatchObject({ day, ...sum, hours: [{ hour: 0, ...sum }] });
  });

  it('read few documents, however many sessions a batch has', () => {
    const { log, see } = figures();
    const event = see(Array.from({ length: SESSIONS_PER_BATCH }, (_, n) => ({ n: n * 16 + n })));
    expect(log.events).toHaveLength(1);
    const reads = impressionFolds.ActionsCounted?.reads(event as never) ?? [];
    expect(reads.length).toBeLessThanOrEqual(FOLD_MAX_DOCUMENTS);
  });

  it('are folded of events that an earlier release wrote, with 128 page sessions', () => {
    const { see, ofAd } = figures();
    see(Array.from({ length: 128 }, (_, n) => ({ n: n * 16 + n, tab: `tab ${n}` })));
    expect(ofAd()).toMatchObject({ views: 128 });
  });

  it('[ANLT-02 in part] [ANLT-08] equal a naive count under any order, repetition and batches, and never reach more than they have views', () => {
    const one = fc.record({
      n: fc.nat({ max: 5 }),
      tab: fc.constantFrom('a', 'b', 'c'),
      actions: fc.uniqueArray(fc.constantFrom(...ACTIONS), { minLength: 1 }),
    });
    const batch = fc.record({ seen: fc.array(one, { minLength: 1, maxLength: 6 }), isLater: fc.boolean() });
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 12 }), (batches) => {
        const { see, ofPost, ofAd } = figures();
        const told = new Set<string>();
        for (const { seen, isLater } of batches) {
          see(seen, isLater ? later : ad);
          for (const { n, tab, actions } of seen) for (const action of actions) told.add(`${action} ${n} ${tab}`);
        }
        const of = (action: Action) => [...told].filter((each) => each.startsWith(`${action} `));
        const reached = new Set(of('view').map((each) => each.split(' ')[1])).size;
        if (told.size > 0)
          expect(ofPost()).toMatchObject({
            ...{ views: of('view').length, accounts_reached: reached, copied_link: of('copied_link').length },
            ...{ direct_messages: of('direct_message').length, profile_visits: of('profile_visit').length },
            external_link_clicks: of('external_link_click').length,
          });
        for (const found of [ofPost(), ofAd(), ofAd(later)]) {
          if (found != null) expect(found.accounts_reached).toBeLessThanOrEqual(found.views);
        }
      }),
      { seed: 20_260_101, numRuns: 150 },
    );
  });

  it('no document of the viewers grows with how often one of them comes back', () => {
    const { log, see, read, ofAd } = figures();
    const hashed = (n: number) => createHash('sha256').update(`${n}`).digest('hex').slice(0, 12);
    const SESSIONS = 3_000;
    for (let from = 0; from < SESSIONS; from += SESSIONS_PER_BATCH) {
      const numbers = Array.from({ length: Math.min(SESSIONS_PER_BATCH, SESSIONS - from) }, (_, n) => from + n);
      const sessions = numbers.map((n) => ({ viewer: viewer(1), session: hashed(n), actions: ['view' as const] }));
      log.add('ActionsCounted', {
        ...{ batchId: id(`batch ${from}`), adId: ad, postId: post, campus: 'ou', author: id('ann') },
        sessions,
      });
    }
    see([{ n: 1, tab: 'another' }]);
    expect(ofAd()).toMatchObject({ views: SESSIONS + 1, accounts_reached: 1 });
    const folded = read();
    const longest = Math.max(
      ...Array.from({ length: SESSIONS }, (_, n) => {
        return documentOf(folded, countedSessions, partKey(post, hashed(n)))?.sessions.length ?? 0;
      }),
    );
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThanOrEqual(5);
    expect(documentOf(folded, audiences, partKey(post, viewer(1)))?.seen).toEqual([{ ad, viewers: [viewer(1)] }]);
  });

  it('[ANLT-08] reach no more accounts than they have views in any hour, day and span of days, over midnight', () => {
    const one = fc.record({ n: fc.nat({ max: 3 }), tab: fc.constantFrom('a', 'b'), hours: fc.nat({ max: 30 }) });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 25 }), (looks) => {
        const { log, see } = figures();
        let at = Date.parse('2026-03-02T22:30:00.000Z');
        const times: string[] = [];
        for (const { n, tab, hours } of looks) {
          at += hours * HOUR_MS;
          see([{ n, tab }]);
          times.push(new Date(at).toISOString());
        }
        const moved = log.events.map((event, n) => ({ ...event, meta: { ...event.meta, at: times[n] ?? '' } }));
        const days = new Set(times.map((time) => time.slice(0, 10)));
        const folded = foldAll(moved);
        const found = [...days].sort().flatMap((day) => documentOf(folded, figureDays, `${ad}:${day}`) ?? []);
        const hours = found.flatMap((day) => day.hours);
        for (const each of [...found, ...hours]) expect(each.accounts_reached).toBeLessThanOrEqual(each.views);
        for (let from = 0; from < hours.length; from += 1) {
          let [views, reached] = [0, 0];
          for (const each of hours.slice(from)) {
            views += each.views;
            reached += each.accounts_reached;
            expect(reached).toBeLessThanOrEqual(views);
          }
        }
        const sum = (of: (day: FigureDay) => number) => found.reduce((all, day) => all + of(day), 0);
        expect(sum((day) => day.accounts_reached)).toBe(new Set(looks.map(({ n }) => n)).size);
        expect(documentOf(folded, adFigures, ad)).toMatchObject({
          views: sum((day) => day.views),
          accounts_reached: sum((day) => day.accounts_reached),
        });
      }),
      { seed: 20_260_102, numRuns: 150 },
    );
  });
});
