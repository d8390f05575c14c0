import { expect, it } from '@jest/globals';
import type { AdEvent } from '#domain/ad/events.ts';
import { movedOf } from '#domain/kernel/money.ts';
import { createPace } from '#server/ad/sweeps.ts';
import { watchDeadlines } from '#server/kernel/deadlines.ts';
import { deadlineDeclarations } from '#server/nouns.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { SweepParts } from '#server/reactors/reactorParts.ts';
import { START, world } from './world.ts';

/** Our clock jumps an hour ahead, and an hour later it is right again: money, ends and timers. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY_CENTS = 500;
const DAY_MINUTES = 1_440;
const spentIn = (minutes: number) => Math.floor((DAY_CENTS * minutes) / DAY_MINUTES);
const iso = (ms: number) => new Date(ms).toISOString();

/** An ad of one day that is paid, and what its postings have moved. */
function running() {
  const all = world();
  all.give('ConfirmPayment', { ...all.place, session: 'cs_1', payment: null, cents: DAY_CENTS });
  const legs = () => all.events.flatMap((event) => ('legs' in event.data ? event.data.legs : []));
  return {
    ...all,
    moved: (account: string) => movedOf(legs(), account),
    sum: () => legs().reduce((sum, { cents }) => sum + cents, 0),
    owner: (type: string) => all.give(type, all.place, all.asAda),
    last: () => all.events.at(-1) as AdEvent,
  };
}

it('while an ad runs: its end stays, the hour that never was is charged once, and nothing again once the clock is right', () => {
  const { ad, give, place, wait, setAhead, moved, sum, owner, last } = running();
  const end = ad()?.running?.endTime;
  expect(end).toBe(iso(START + 24 * HOUR));
  wait(61 * MINUTE);
  setAhead(HOUR);
  give('ChargeAd', place);
  expect(ad()).toMatchObject({ status: 'active', spent: spentIn(121), running: { endTime: end } });
  setAhead(0);
  give('ChargeAd', place);
  wait(30 * MINUTE);
  give('ChargeAd', place);
  // Ninety-one minutes have run: less than what is charged.
  expect(ad()).toMatchObject({ status: 'active', spent: spentIn(121), running: { endTime: end } });
  wait(60 * MINUTE);
  expect(owner('StopAd')).toEqual({ ok: true });
  expect(last()).toMatchObject({ type: 'AdStopped', data: { minutes: 151 } });
  expect(ad()).toMatchObject({ status: 'stopped', spent: spentIn(151), funds: DAY_CENTS - spentIn(151) });
  expect([moved('provider'), sum()]).toEqual([-DAY_CENTS, 0]);
});

it('while an ad is paused: its end moves with the clock, and no minute of its day is lost nor charged', () => {
  const { ad, wait, setAhead, sum, owner, last } = running();
  wait(61 * MINUTE);
  owner('PauseAd');
  expect(ad()).toMatchObject({ spent: spentIn(61) });
  setAhead(HOUR);
  wait(8 * HOUR);
  owner('ResumeAd');
  expect(last()).toMatchObject({ type: 'AdResumed', data: { endTime: iso(START + 33 * HOUR) } });
  owner('PauseAd');
  expect(ad()).toMatchObject({ status: 'paused', spent: spentIn(61) });
  owner('StopAd');
  expect(ad()).toMatchObject({ spent: spentIn(61), funds: DAY_CENTS - spentIn(61) });
  expect(sum()).toBe(0);
});

it('in the last hour of an ad: it ends once, at its own end, with its whole budget and not a cent more', () => {
  const { ad, give, place, count, wait, setAhead, moved, sum, owner, last } = running();
  wait(23.5 * HOUR);
  give('EndAd', place);
  expect(count('AdCompleted')).toBe(0);
  setAhead(HOUR);
  expect(owner('PauseAd')).toMatchObject({ ok: false, rejection: { code: 'AD_NOT_ACTIVE' } });
  give('EndAd', place);
  expect(last()).toMatchObject({ type: 'AdCompleted', data: { minutes: DAY_MINUTES } });
  setAhead(0);
  for (const type of ['EndAd', 'ChargeAd']) give(type, place);
  expect(owner('ResumeAd')).toMatchObject({ ok: false, rejection: { code: 'AD_NOT_PAUSED' } });
  expect(count('AdCompleted')).toBe(1);
  expect(ad()).toMatchObject({
    status: 'completed',
    spent: DAY_CENTS,
    funds: 0,
    running: { endTime: iso(START + 24 * HOUR) },
  });
  expect([moved('provider'), sum()]).toEqual([-DAY_CENTS, 0]);
});

it('while a page is open: it stays the page of the ad, is paid once, and the ad is not taken away', async () => {
  const { open, provider, count, setAhead, watch, paidPages, openPages } = world();
  const url = await open();
  const look = watch();
  await look();
  setAhead(HOUR);
  await look();
  expect([await open(), await openPages()]).toEqual([url, 1]);
  provider.pay(url, 'good');
  await look();
  setAhead(0);
  await look();
  expect([count('AdPaid'), count('AdActivated'), count('AdRemoved'), paidPages()]).toEqual([1, 1, 0, 1]);
});

it('holds back whatever moves money, and nothing else, until the clock is believed again, and it is said once', async () => {
  let now = START;
  let jumped = false;
  const looked: string[] = [];
  const said: unknown[] = [];
  const timers: (() => void)[] = [];
  const deadline = (name: string) => ({ name, everyMs: MINUTE, look: async () => void looked.push(name) });
  const watch = watchDeadlines({
    deadlines: [{ ...deadline('ends'), movesMoney: true }, deadline('mails')],
    clock: () => new Date(now),
    time: { hasJumped: () => jumped },
    timer: {
      after: (_ms, then) => {
        timers.push(then);
        return () => undefined;
      },
    },
    logger: { ...silentLogger, warn: (fields: unknown) => void said.push(fields) } as typeof silentLogger,
  });
  watch.start();
  for (const next of [false, true, true, false]) {
    jumped = next;
    now += MINUTE;
    for (const due of timers.splice(0)) due();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(looked.filter((name) => name === 'mails')).toHaveLength(4);
  expect(looked.filter((name) => name === 'ends')).toHaveLength(2);
  expect(said).toEqual([{ event: 'time_in_doubt' }]);
  await watch.stop();
  const money = deadlineDeclarations.map((create) => create({} as SweepParts)).filter(({ movesMoney }) => movesMoney);
  expect(money.map(({ name }) => name).toSorted()).toEqual(['charges-of-another-day', 'ends-of-ads', 'starts-of-ads']);
});

it('leaves the pace of looks: each comes again by the timer, and may ask again at once when the clock has jumped either way', async () => {
  let now = START;
  const looked: string[] = [];
  const timers: { ms: number; then: () => void }[] = [];
  const watch = watchDeadlines({
    deadlines: [{ name: 'ends', everyMs: MINUTE, look: async (at: Date) => void looked.push(at.toISOString()) }],
    clock: () => new Date(now),
    time: { hasJumped: () => false },
    timer: {
      after: (ms, then) => {
        timers.push({ ms, then });
        return () => undefined;
      },
    },
    logger: silentLogger,
  });
  watch.start();
  for (const jump of [MINUTE, HOUR, -HOUR]) {
    now += jump;
    timers.shift()?.then();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(looked).toEqual([iso(START + MINUTE), iso(START + MINUTE + HOUR), iso(START + MINUTE)]);
  expect(timers.map(({ ms }) => ms)).toEqual([MINUTE]);
  await watch.stop();

  const mayAsk = createPace(5 * MINUTE);
  expect([START, START + MINUTE, START + HOUR, START + 2 * MINUTE].map((ms) => mayAsk('ad', ms))).toEqual([
    ...[true, false, true, true],
  ]);
});
