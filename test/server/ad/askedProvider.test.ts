import { expect, it } from '@jest/globals';
import type { AdEvent } from '#domain/ad/events.ts';
import { HttpRefused } from '#server/http/errors.ts';
import { START, world } from './world.ts';

/** Questions to the provider about pages that are open or paid, of which no message has come. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it('who comes back after paying, before any message and in another hour, gets no second page, and the ad runs', async () => {
  const { open, provider, wait, count, paidPages } = world();
  provider.pay(await open(), 'good');
  wait(20 * MINUTE);
  await expect(open()).rejects.toThrow(new HttpRefused([{ code: 'AD_NOT_UNPAID', data: {} }] as never));
  expect([count('AdPaid'), count('AdActivated'), paidPages(), provider.booked().length]).toEqual([1, 1, 1, 1]);
});

it('a page that is open by the clock of the provider is the page, whatever our clock says', async () => {
  const { open, setAhead, openPages } = world();
  const first = await open();
  setAhead(3 * HOUR);
  expect(await open()).toBe(first);
  expect(await openPages()).toBe(1);
});

it('two requests at once, one on each side of a full hour, lead to one page; the other one is closed', async () => {
  const { open, wait, payments, openPages } = world();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The provider has opened the page of the first request, and its answer is on the way.
  const slow = open({
    open: async (ask) => {
      const opened = await payments.open(ask);
      await held;
      return opened;
    },
  });
  await new Promise((resolve) => setImmediate(resolve));
  wait(11 * MINUTE);
  const second = await open();
  release();
  expect(await slow).toBe(second);
  expect(await openPages()).toBe(1);
});

it('a page that was opened for an ad while it was given up is closed before anybody sees it', async () => {
  const { open, payments, give, place, asAda, openPages } = world();
  const opening = open({
    open: async (ask) => {
      const opened = await payments.open(ask);
      expect(give('CancelCheckout', place, asAda)).toEqual({ ok: true });
      return opened;
    },
  });
  await expect(opening).rejects.toThrow('AD_NOT_UNPAID');
  expect(await openPages()).toBe(0);
});

it('an older page that was paid without a message is found although the ad has a newer one', async () => {
  const { open, provider, give, place, count, watch } = world();
  provider.pay(await open(), 'good');
  give('RecordCheckout', { ...place, session: 'cs_of_another_hour', expiresAt: '2026-03-02T12:00:00.000Z' });
  await watch()();
  expect([count('AdPaid'), count('AdActivated')]).toEqual([1, 1]);
});

it('a page that is paid without a message is found within five minutes, and after the clock was put back', async () => {
  const { open, provider, count, watch, setAhead } = world();
  const url = await open();
  const look = watch();
  await look();
  setAhead(-HOUR);
  provider.pay(url, 'good');
  await look();
  expect([count('AdPaid'), count('AdActivated')]).toEqual([1, 1]);
});

it('a page is asked about until the provider says that it closed unpaid, also after nobody asked for hours', async () => {
  const { open, watch, wait, asked, provider, count } = world();
  const url = await open();
  const look = watch();
  await look();
  wait(HOUR / 2);
  await look();
  expect(asked).toHaveLength(2);
  wait(4 * HOUR);
  await look();
  wait(HOUR);
  await look();
  expect(asked).toHaveLength(3);
  // Paid while nobody asked: its end by our clock says nothing.
  const other = world();
  other.provider.pay(await other.open(), 'good');
  other.wait(8 * HOUR);
  await other.watch()();
  expect(other.count('AdPaid')).toBe(1);
  expect([provider.booked().length, count('AdPaid'), url.length > 0]).toEqual([1, 0, true]);
});

it('a clock that is put back neither gives an ad time nor takes it', () => {
  const { give, place, asAda, wait, events } = world();
  give('ConfirmPayment', { ...place, session: 'cs_1', payment: null, cents: 500 });
  wait(100 * MINUTE);
  give('PauseAd', place, asAda);
  wait(-90 * MINUTE);
  give('ResumeAd', place, asAda);
  give('StopAd', place, asAda);
  const [paused, resumed, stopped] = events.slice(-3) as readonly AdEvent[];
  expect(paused).toMatchObject({ type: 'AdPaused', data: { minutes: 100 } });
  expect(resumed).toMatchObject({ data: { pausedMs: 0, endTime: new Date(START + 24 * HOUR).toISOString() } });
  expect(stopped).toMatchObject({ type: 'AdStopped', data: { minutes: 100, legs: [] } });
});
