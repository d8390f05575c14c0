import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { topicName } from '#projections/sync/topicNames.ts';
import { eventually } from './harness/eventually.ts';
import { action, alert, button, card, link, named, region } from './harness/find.ts';
import { cameWithPage, watchSocket } from './harness/frames.ts';
import { alerted, at, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { pictures } from './harness/pictures.ts';
import { DESKTOP, PHONE, setStage } from './harness/stage.ts';

/** Milliseconds between two pages (FEED-05). */
const COOL_DOWN_MS = 1_000;
/** Milliseconds that a frame may wait in the page before it is sent. */
const CLOCK_SLACK_MS = 250;
/** Checks of the bottom until cards in view have their final height. */
const STEADY_LOOKS = 10;

/** Posts of the campus: a first page of 25, one of 15, and a rest. */
const POSTS = 45;

/** The narrowest phone. */
const NARROW_PHONE = { width: 320, height: 640 };
/** Least height of a button whose word stands on two lines, in pixels. */
const TWO_LINES_PX = 30;

let ann: Member;
let ben: Member;

/** Ids of the posts, by number less one. */
const things: string[] = [];

const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
  for (let number = 1; number <= POSTS; number += 1) {
    things.push(await (number % 2 === 0 ? ann : ben).post(`Thing number ${number}.\nIt is used, but it works.`));
  }
});

/** Scrolls down until the text is drawn. */
async function scrollTo(page: Page, text: string): Promise<void> {
  await eventually(`"${text}" was scrolled to`, async () => {
    if ((await card(page, text).count()) > 0) return true;
    await page.mouse.wheel(0, 600);
    return undefined;
  });
  await card(page, text).scrollIntoViewIfNeeded();
}

/** Scrolls so that this many pixels of the loaded page remain below the window. */
async function leaveBelow(page: Page, pixels: number): Promise<void> {
  await page.evaluate((below) => {
    const { scrollHeight, clientHeight } = document.documentElement;
    window.scrollTo(0, scrollHeight - clientHeight - below);
  }, pixels);
  // The scroll event comes with the next frame, and its requests are sent before the frame after it.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );
}

/** Stops well above the bottom until cards are measured, then that far above it; answers whether a page was asked for there. */
async function asksAt(page: Page, pixels: number, asked: () => number): Promise<boolean> {
  const before = asked();
  for (let look = 0; look < STEADY_LOOKS; look += 1) await leaveBelow(page, 2 * pixels);
  for (let look = 0; look < STEADY_LOOKS; look += 1) await leaveBelow(page, pixels);
  return asked() > before;
}

/** Distance of a card's upper edge from the window's, in pixels. */
async function topOf(page: Page, text: string): Promise<number> {
  const box = await (await seen(card(page, text))).boundingBox();
  return Math.round(box?.y ?? Number.NaN);
}

it(
  '[FEED-02] [FEED-04] [FEED-06] scrolling loads page after page, newest first, down to "You\'ve reached the end."',
  stage.scene(async ({ open }) => {
    const page = await open(null);
    await seen(card(page, `Thing number ${POSTS}.`));
    const socket = await watchSocket(page);
    await page.reload();
    await seen(card(page, `Thing number ${POSTS}.`));
    expect(await cameWithPage(page, topicName.feed('ou'), 'posts')).toEqual(25);
    expect(await page.getByText("You've reached the end.").count()).toBe(0);

    const order: number[] = [];
    await eventually('the end was reached', async () => {
      // Asked before the cards are read: those above the end are drawn together with it.
      const isEnd = await page.getByText("You've reached the end.").isVisible();
      for (const text of await page.getByRole('article').allTextContents()) {
        const number = Number(/Thing number (\d+)\./.exec(text)?.[1]);
        if (!Number.isNaN(number) && !order.includes(number)) order.push(number);
      }
      if (isEnd) return true;
      await page.mouse.wheel(0, 600);
      return undefined;
    });
    expect(order).toEqual(Array.from({ length: POSTS }, (_, index) => POSTS - index));
    // Then two welcome banners: those of Ann and Ben.
    // On joining the hub brings the newest post once more.
    expect((await socket.pages('posts')).filter((count) => count > 1)).toEqual([15, 7]);
  }),
);

it(
  '[FEED-05] the next page is asked for 251 px above the bottom, and the one after it a second later at the earliest',
  stage.scene(async ({ open }) => {
    const page = await open(null, { path: '/404' });
    const socket = await watchSocket(page);
    await page.goto(new URL('/home', page.url()).href);
    await seen(card(page, `Thing number ${POSTS}.`));
    const askedAt = () => socket.pagesAskedAt(topicName.feed('ou'));
    expect(await asksAt(page, 300, () => askedAt().length)).toBe(false);
    await leaveBelow(page, 251);
    await eventually('two pages were asked for', async () => {
      if (askedAt().length >= 2) return true;
      await leaveBelow(page, askedAt().length === 0 ? 251 : 0);
      return undefined;
    });
    const [first = 0, second = 0] = askedAt();
    expect(second - first).toBeGreaterThanOrEqual(COOL_DOWN_MS - CLOCK_SLACK_MS);
  }),
);

it(
  '[SAVE-06] [SAVE-08] the saved list comes ten at a time, newest save first, the rest when its bottom is reached',
  stage.scene(async ({ open }) => {
    const wanted = things.slice(0, 13);
    for (const id of wanted) await ben.save(id);
    const page = await open(ben, { path: '/404' });
    const socket = await watchSocket(page);
    await page.goto(new URL('/saved', page.url()).href);
    await seen(card(page, 'Thing number 13.'));
    const saved = async () => (await socket.pages('saves')).filter((count) => count > 1);
    expect(await saved()).toEqual([10]);
    const asked = () => socket.pagesAskedAt(topicName.saved('ou', ben.userId)).length;
    expect(await asksAt(page, 40, asked)).toBe(false);
    await leaveBelow(page, 1);
    await eventually('the rest was asked for', async () => {
      if (asked() === 1) return true;
      await leaveBelow(page, 1);
      return undefined;
    });
    await scrollTo(page, 'Thing number 1.');
    await seesText(page, "You've reached the end.");
    expect(await saved()).toEqual([10, 3]);
  }),
);

it(
  '[FEED-27] Back from a post finds the feed where it was left, pages and all; a reload finds the place again',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    await seen(card(page, `Thing number ${POSTS}.`));
    await scrollTo(page, 'Thing number 12.');
    const before = await topOf(page, 'Thing number 12.');
    await card(page, 'Thing number 12.').getByText('It is used, but it works.').click();
    await at(page, /^\/post\//);
    await button(page, 'Back').click();
    await at(page, '/home');
    await eventually('the card is where it was', async () =>
      Math.abs((await topOf(page, 'Thing number 12.')) - before) <= 2 ? true : undefined,
    );

    await page.reload();
    await eventually('the card is where it was after a reload', async () =>
      Math.abs((await topOf(page, 'Thing number 12.')) - before) <= 2 ? true : undefined,
    );

    // An address that is typed is a new visit; Back still finds the old one.
    const isAtTop = async () => {
      await seen(card(page, `Thing number ${POSTS}.`));
      expect(await page.evaluate(() => scrollY)).toBe(0);
    };
    await page.goto(new URL('/404', page.url()).href);
    await page.goto(new URL('/home', page.url()).href);
    await isAtTop();
    await page.goBack();
    await page.goBack();
    await eventually('the card of the first visit is where it was', async () =>
      Math.abs((await topOf(page, 'Thing number 12.')) - before) <= 2 ? true : undefined,
    );
    await page.goto(page.url());
    await isAtTop();
  }),
);

it(
  'Back and Forward show a page that was left at its top from its top, whatever the other page was scrolled to',
  stage.scene(async ({ open }) => {
    // So low that every page can be scrolled; the first card is in sight below filter and chips.
    const page = await open(ann, { screen: { width: 1440, height: 400 } });
    const scrolled = () => page.evaluate(() => scrollY);
    const openThing = async (number: number) => {
      await card(page, `Thing number ${number}.`).getByText('It is used, but it works.').click();
      await at(page, /^\/post\//);
      await seen(page.getByRole('heading', { level: 1, name: 'Post', exact: true }));
      await seesText(page, 'Be the first to comment');
    };
    await seen(card(page, `Thing number ${POSTS}.`));
    await openThing(POSTS);
    await leaveBelow(page, 0);
    const bottom = await scrolled();
    expect(bottom).toBeGreaterThan(0);
    await page.goBack();
    await at(page, '/home');
    // The post has the same card: the feed is there when its own heading is.
    await seen(page.getByRole('heading', { level: 1, name: 'OU Buy / Sell', exact: true }));
    await seen(card(page, `Thing number ${POSTS}.`));
    expect(await scrolled()).toBe(0);
    await page.goForward();
    await at(page, /^\/post\//);
    await eventually('the post is where it was left', async () => ((await scrolled()) === bottom ? true : undefined));

    // A post that was never scrolled.
    await link(named(page, 'navigation', 'Main'), 'Home (Buy/Sell)').click();
    await at(page, '/home');
    await openThing(POSTS);
    await link(named(page, 'navigation', 'Main'), 'Home (Buy/Sell)').click();
    await at(page, '/home');
    await scrollTo(page, `Thing number ${POSTS - 5}.`);
    expect(await scrolled()).toBeGreaterThan(0);
    await page.goBack();
    await at(page, /^\/post\//);
    await seesText(page, 'Be the first to comment');
    expect(await scrolled()).toBe(0);
  }),
);

it(
  '[FEED-03] while scrolled down new posts wait behind a pill, bumped ones wait uncounted, and nothing under the eye moves',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    await seen(card(page, `Thing number ${POSTS}.`));
    await scrollTo(page, 'Thing number 30.');
    const before = await topOf(page, 'Thing number 30.');

    await ben.post('News of Ben, the first');
    await seen(button(page, '1 new post'));
    const second = await ben.post('News of Ben, the second');
    await seen(button(page, '2 new posts'));
    const doomed = await ben.post('News of Ben that he takes back');
    await seen(button(page, '3 new posts'));
    await ben.give('DeletePost', { postId: doomed });
    await seen(button(page, '2 new posts'));
    await ben.comment(second, 'A comment bumps it');
    expect(await topOf(page, 'Thing number 30.')).toBe(before);
    expect(await card(page, 'News of Ben').count()).toBe(0);

    await button(page, '2 new posts').click();
    await seen(card(page, 'News of Ben, the second'));
    await seen(card(page, 'News of Ben, the first'));
    await gone(page.getByRole('button', { name: /new posts?$/ }));
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }),
);

it(
  '[FEED-03] Home pressed on the feed goes to the top, for the eye to follow, and takes in what waits behind the pill',
  stage.scene(async ({ open }) => {
    for (const [motion, screen, home] of [
      ['no-preference', DESKTOP, 'Home (Buy/Sell)'],
      ['reduce', DESKTOP, 'Home (Buy/Sell)'],
      ['reduce', PHONE, 'Home'],
    ] as const) {
      const page = await open(ann, { screen });
      await page.emulateMedia({ reducedMotion: motion });
      await seen(card(page, `Thing number ${POSTS}.`));
      await scrollTo(page, 'Thing number 15.');
      await ben.post(`Ben looks at motion: ${motion} ${screen.width}`);
      await seen(button(page, '1 new post'));
      await page.evaluate(() => {
        const tops: number[] = [];
        Object.assign(window, { tops });
        addEventListener('scroll', () => tops.push(scrollY));
      });
      await link(named(page, 'navigation', 'Main'), home).click();
      await seen(card(page, `Ben looks at motion: ${motion} ${screen.width}`));
      await gone(page.getByRole('button', { name: /new posts?$/ }));
      const tops = await page.evaluate(() => (window as unknown as { tops: number[] }).tops);
      expect({ motion, end: tops.at(-1), followed: tops.length > 3 }).toEqual({
        motion,
        end: 0,
        followed: motion === 'no-preference',
      });
      await at(page, '/home');
    }
  }),
);

it(
  'a card says why it stands where it stands, but not while it is under the eye; a deleted comment is not named',
  stage.scene(async ({ open }) => {
    const id = await ann.post('A clock of Ann');
    const page = await open(null);
    const clock = await seen(card(page, 'A clock of Ann'));
    expect(await clock.getByText(/commented|Last active/).count()).toBe(0);
    const comment = await ben.comment(id, 'Does it tick?');
    await seesText(clock, /^Ben B\. commented (a moment|1 minute) ago$/);
    await seesText(card(await open(ben), 'A clock of Ann'), /^You commented (a moment|1 minute) ago$/);

    await ben.give('DeletePost', { postId: comment });
    await seesText(clock, /^Last active (a moment|1 minute) ago$/);

    await scrollTo(page, 'Thing number 40.');
    const before = await topOf(page, 'Thing number 40.');
    const seenThing = await seen(card(page, 'Thing number 40.'));
    await ann.comment(things[39] ?? '', 'Bumped while it is looked at');
    await seen(seenThing.getByTitle('1 comment', { exact: true }));
    expect(await seenThing.getByText(/commented/).count()).toBe(0);
    expect(await topOf(page, 'Thing number 40.')).toBe(before);
  }),
);

it(
  '[COMM-04] [FEED-02] at the top a commented post rises to the head at once',
  stage.scene(async ({ open, server }) => {
    const dora = await makeMember(server, 'Dora Dean');
    const old = await dora.post('An old lamp of Dora');
    await dora.post('A newer lamp of Dora');
    const page = await open(null);
    await seen(card(page, 'A newer lamp of Dora'));
    const first = async () =>
      ((await page.getByRole('article').first().textContent()) ?? '').includes('An old lamp of Dora');
    expect(await first()).toBe(false);
    await ann.comment(old, 'Is it still there?');
    await eventually('the commented post is the first', async () => ((await first()) ? true : undefined));
    await seesText(card(page, 'An old lamp of Dora'), '1');
  }),
);

it(
  'on a phone the actions of a card with their numbers are one line of whole words, and Share keeps its name',
  stage.scene(async ({ open }) => {
    const id = await ben.post('A bench that many like');
    await ann.comment(id, 'How long is it?');
    await Promise.all([ann.save(id), ben.save(id)]);
    const page = await open(ann, { screen: PHONE });
    const bench = card(page, 'A bench that many like');
    await seesText(bench, '2');
    const actions = [action(bench, 'Comment'), action(bench, 'Saved!'), button(bench, 'Share')];
    const boxes = async () => Promise.all(actions.map(async (each) => (await seen(each)).boundingBox()));
    const onPhone = await boxes();
    expect(new Set(onPhone.map((box) => Math.round(box?.y ?? Number.NaN))).size).toBe(1);
    await page.setViewportSize(NARROW_PHONE);
    for (const box of [...onPhone, ...(await boxes())]) expect(box?.height).toBeLessThan(TWO_LINES_PX);
  }),
);

it(
  '[FEED-16] [FEED-26 in part] [SAVE-02 in part] a card shows who wrote it, when and where, its words, photo and numbers; taking a save back says nothing',
  stage.scene(async ({ open }) => {
    const before = Date.now();
    const id = await ann.post('A card with everything', await pictures(1));
    const after = Date.now();
    await ann.comment(id, 'Is it all there?');
    for (const each of [ann, ben]) await each.save(id);
    const page = await open(ben);
    const shown = await seen(card(page, 'A card with everything'));
    await seen(action(shown, 'Saved!'));
    await seen(shown.locator(`img[src*="/images/profilePics/${ann.userId}/"]`));
    const age = shown.getByRole('link', { name: /^(a moment|1 minute) ago$/ });
    expect(await age.getAttribute('href')).toBe(`/post/${id}`);
    const time = age.locator('time');
    const at_ = new Date((await time.getAttribute('datetime')) ?? '');
    expect(at_.getTime()).toBeGreaterThanOrEqual(before);
    expect(at_.getTime()).toBeLessThanOrEqual(after);
    const exact = { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Chicago' } as const;
    expect(await time.getAttribute('title')).toBe(new Intl.DateTimeFormat('en', exact).format(at_));
    await seen(shown.getByText('OU', { exact: true }));
    await seen(named(shown, 'img', 'Photo by Ann A.'));
    const buttons = await shown.getByRole('button').evaluateAll((all) => all.map((each) => each.textContent));
    expect(buttons).toEqual(['', 'Comment', 'Saved!', 'Send Message', 'Share']);
    expect(await action(shown, 'Comment').locator('..').textContent()).toBe('Comment1');
    expect(await action(shown, 'Saved!').locator('..').textContent()).toBe('Saved!2');

    await action(shown, 'Saved!').click();
    await seen(action(shown, 'Save'));
    expect(await region(page, 'Messages').textContent()).toBe('');
    await link(shown, 'Ann A.').click();
    await at(page, '/annable');
  }),
);

it(
  '[POST-12] /home?filter=notify-posted says "Your post was sent" once, and the address is left without it',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { path: '/home?category=all&filter=notify-posted' });
    await alerted(page, 'Your post was sent');
    await at(page, '/home?category=all');
    await page.reload();
    await seen(page.getByRole('article'));
    expect(await alert(page, 'Your post was sent').count()).toBe(0);
  }),
);
