import { expect, it } from '@jest/globals';
import { SPONSORED_ADS } from '#domain/ad/limits.ts';
import type { Sponsored } from '#projections/ad/collections.ts';
import { seededRandom } from '#scripts/demo/random.ts';
import { createDealing, type Dealing } from '#server/ad/dealing.ts';
import type { Placed } from '#server/ad/ring.ts';
import { adOfSlot, inTurn } from '#web/ad/slotChoice.ts';

/** An hour of a campus: who comes, how much of the feed they look at, and how often each ad is seen. */

const SLOTS = 12_000;
/** The slots that a page's reader sees, each with its share of the readers: one in seven leaves before the first. */
const SEEN: readonly (readonly [slots: number, percent: number])[] = [
  [0, 14],
  [1, 34],
  [2, 30],
  [3, 12],
  [5, 7],
  [14, 3],
];
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Milliseconds until a view is counted, and until the server reads what is. */
const COUNTED_AFTER_MS = 4_000;
const READ_EVERY_MS = 5_000;
const START = Date.parse('2026-03-02T09:00:00.000Z');
const named = (n: number) => `ad ${String(n).padStart(4, '0')}`;
const ringOf = (running: number) => Array.from({ length: running }, (_, n) => named(n));
const adsOf = (ids: readonly string[]) => ids.map((id) => ({ id }) as Sponsored);
const placed = (id: string, views = 0): Placed => ({ id, ad: id, endTime: '', views });

/** The ads that a page shows in its first slots, by the code of server and browser. */
function pageOf(dealing: Dealing, ring: readonly Placed[], slots: number, reader = ''): readonly string[] {
  const first = dealing.begin('ou', ring, reader);
  const isAllKnown = ring.length <= SPONSORED_ADS;
  const rounds = [first.ads.map(({ id }) => id)];
  return Array.from({ length: slots }, (_, slot) => {
    const round = isAllKnown ? 0 : Math.floor(slot / SPONSORED_ADS);
    const from = round * SPONSORED_ADS;
    rounds[round] ??= dealing.goOn(ring, { place: first.place, from }).ads.map(({ id }) => id);
    const deal = rounds[round] ?? [];
    const known = isAllKnown ? ring.map(({ id }) => id) : [];
    return adOfSlot(adsOf(isAllKnown ? inTurn(known, deal, 0) : deal), slot - from, [], null)?.id ?? '';
  });
}

interface Hour {
  readonly ads: number;
  readonly pages: number;
  /** Processes that deal, each by itself. */
  readonly processes?: number;
  /** Ads that end, and others that begin, in each minute. */
  readonly changes?: number;
  /** Slots that everybody sees; left out: as people do. */
  readonly seen?: number;
  /** Views of one ad that somebody forges each time that the server reads the counters. */
  readonly forged?: number;
  /** Questions that somebody asks between two pages, to be dealt one ad again and again. */
  readonly asked?: number;
}

/** The smallest share of all views that an ad has which runs the whole hour, as a part of an equal share. */
function smallestShare(
  { ads, pages, processes = 1, changes = 0, seen, forged = 0, asked = 0 }: Hour,
  seed: number,
): number {
  const random = seededRandom(seed);
  let now = START;
  const clock = () => new Date(now);
  const dealers = Array.from({ length: processes }, () =>
    createDealing({ first: () => Math.floor(random() * 2 ** 32), clock }),
  );
  let running = ringOf(ads);
  let begun = ads;
  const views = new Map<string, number>();
  /** The views that the server knows: views that were counted by then, and what somebody forges. */
  const counted = new Map<string, number>();
  const waiting: { readonly at: number; readonly id: string }[] = [];
  let ring = running.map((id) => placed(id));
  let readAt = START;
  let changedAt = START;
  let all = 0;
  for (let page = 0; page < pages; page += 1) {
    now = START + Math.floor((page / pages) * HOUR_MS);
    for (; changes > 0 && changedAt + MINUTE_MS / changes <= now; changedAt += MINUTE_MS / changes) {
      // Those that end first come first; a new one comes anywhere.
      const rest = running.slice(1);
      running = rest.toSpliced(Math.floor(random() * rest.length), 0, named(begun));
      begun += 1;
    }
    if (now - readAt >= READ_EVERY_MS || page === 0) {
      readAt = now;
      while (waiting[0] !== undefined && waiting[0].at <= now) {
        const { id } = waiting.shift() as { id: string };
        counted.set(id, (counted.get(id) ?? 0) + 1);
      }
      // Somebody says at each moment that very many have seen one ad.
      if (forged > 0) counted.set(named(ads - 1), (counted.get(named(ads - 1)) ?? 0) + forged);
      ring = running.map((id) => placed(id, counted.get(id) ?? 0));
    }
    const dealing = dealers[Math.floor(random() * processes)] as Dealing;
    for (let n = 0; n < asked; n += 1) {
      const { place } = dealing.begin('ou', ring, 'an attacker');
      dealing.goOn(ring, { place, from: 0 });
    }
    // A session counts an ad once, however often its slot comes.
    for (const id of new Set(pageOf(dealing, ring, seen ?? drawSlots(random() * 100), `reader ${page}`))) {
      views.set(id, (views.get(id) ?? 0) + 1);
      waiting.push({ at: now + COUNTED_AFTER_MS, id });
      all += 1;
    }
  }
  const whole = ringOf(ads).filter((id) => running.includes(id));
  return Math.min(...whole.map((id) => views.get(id) ?? 0)) / (all / ads);
}

function drawSlots(percent: number): number {
  let sum = 0;
  for (const [slots, share] of SEEN) {
    sum += share;
    if (percent < sum) return slots;
  }
  return 0;
}

const HOURS: readonly Hour[] = [
  { ads: 3, pages: 60 },
  { ads: 6, pages: 120 },
  { ads: 7, pages: 140 },
  { ads: 17, pages: 400 },
  { ads: 60, pages: 1_000 },
  { ads: 60, pages: 1_000, processes: 3, changes: 1 },
  { ads: 500, pages: 5_000 },
  { ads: 500, pages: 2_000 },
  { ads: 500, pages: 1_000, seen: 1 },
  { ads: 500, pages: 1_000, seen: 2 },
  { ads: 500, pages: 5_000, processes: 3 },
  { ads: 60, pages: 2_000, forged: 1_000 },
  { ads: 500, pages: 5_000, processes: 3, changes: 1 },
  { ads: 60, pages: 2_000, asked: 1 },
  { ads: 60, pages: 1_000, asked: 7 },
];

it.each(HOURS)('[FEED-09] no running ad has less than half of its equal share of the views of an hour: %j', (hour) => {
  const shares = Array.from({ length: 3 }, (_, n) => smallestShare(hour, 20_260_101 + n));
  const smallest = Math.min(...shares);
  process.stdout.write(`smallest share / equal share: ${smallest.toFixed(2)} ${JSON.stringify(hour)}\n`);
  expect(smallest).toBeGreaterThanOrEqual(0.5);
});

const dealer = () => createDealing({ first: () => 0, clock: () => new Date(START) });

it.each([3, 17, 60, 500])(
  '[FEED-09] %d boosts and 12,000 slots of one page: the same for each but for one',
  (running) => {
    const counts = new Map<string, number>();
    const ring = ringOf(running).map((id) => placed(id));
    for (const id of pageOf(dealer(), ring, SLOTS)) counts.set(id, (counts.get(id) ?? 0) + 1);
    expect(counts.size).toBe(running);
    for (const count of counts.values()) expect(Math.abs(count - SLOTS / running)).toBeLessThanOrEqual(1);
  },
);
