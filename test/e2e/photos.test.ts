import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible } from './harness/accessibility.ts';
import { openPost } from './harness/compose.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, dialog } from './harness/find.ts';
import { at, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { pictures, plainPicture } from './harness/pictures.ts';
import { DESKTOP, PHONE, SMALL_DESKTOP, setStage, TABLET } from './harness/stage.ts';

let ann: Member;
let album: string;
let stamp: string;
let stamps: string;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
  stamp = await ann.post('A stamp', [await plainPicture(40, 30)]);
  stamps = await ann.post('Two stamps', [await plainPicture(40, 30), await plainPicture(30, 40)]);
  album = await ann.post('Ten photos of one thing', await pictures(10));
  await ann.comment(album, 'Which of them is for sale?');
});

/** Heights of an opened photo by the width of the window (POST-23), and the part of the window that all may take. */
const MOST = { phone: 350, wider: 400, width: 500, window: 0.6 };

const reelOf = (page: Page) => page.getByRole('region', { name: 'Photos by Ann A.' });
const focused = (locator: Locator, page: Page) => seen(locator.and(page.locator(':focus')));
/** The focused photo of a reel, as it is read out. */
const photo = (page: Page, number: number) => button(page, `Open Photo ${number} of 10 by Ann A.`);
const viewer = (page: Page) => dialog(page, 'Photos by Ann A.');

it(
  '[POST-23 in part] ten photos take one place in an opened post, within 350 or 400 by 500 pixels; comments follow',
  stage.scene(async ({ open }) => {
    const page = await open(null, { path: `/post/${album}` });
    for (const screen of [PHONE, TABLET, SMALL_DESKTOP, DESKTOP, { width: 900, height: 500 }]) {
      await page.setViewportSize(screen);
      const most = screen === PHONE ? MOST.phone : MOST.wider;
      const { width, height } = (await (await seen(reelOf(page))).boundingBox()) ?? { width: 0, height: 0 };
      expect(width).toBeLessThanOrEqual(MOST.width);
      expect(height).toBeLessThanOrEqual(Math.min(most, MOST.window * screen.height) + 1);
      expect(height).toBeGreaterThan(150);
      const comments = await (await seen(page.getByRole('heading', { name: 'Comments' }))).boundingBox();
      expect((comments?.y ?? 0) + (await page.evaluate(() => scrollY))).toBeLessThan(800);
    }
    await seesText(page, '1 / 10');
    for (const box of await reelOf(page)
      .locator('img')
      .evaluateAll((all) => all.map((each) => each.clientHeight))) {
      expect(box).toBeLessThanOrEqual(MOST.wider);
    }
  }),
);

it(
  'a reel is swiped, pressed on and walked through with the arrow keys; Tab stops at it once',
  stage.scene(async ({ open }) => {
    const page = await open(null, { path: `/post/${album}` });
    await seesText(page, '1 / 10');
    await button(page, 'Next photo').click();
    await seesText(page, '2 / 10');
    await button(page, 'Previous photo').click();
    await seesText(page, '1 / 10');
    await gone(button(page, 'Previous photo'));

    await photo(page, 1).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await focused(photo(page, 2), page);
    // The ring is drawn over the picture, which would cover it at the edges.
    expect(await photo(page, 2).evaluate((each) => getComputedStyle(each, '::after').outlineStyle)).toBe('solid');
    await page.keyboard.press('ArrowRight');
    await focused(photo(page, 3), page);
    await seesText(page, '3 / 10');
    await page.keyboard.press('Tab');
    expect(await reelOf(page).locator(':focus').count()).toBe(0);
    await page.keyboard.press('Shift+Tab');
    await focused(photo(page, 3), page);

    const list = reelOf(page).getByRole('list');
    const restsOn = (number: number) =>
      eventually(`it has come to rest on photo ${number}`, () =>
        list.evaluate((each, at) => (each.scrollLeft === each.clientWidth * at ? true : undefined), number - 1),
      );
    // The reel still moves for the arrow key and for the focus: a swipe meanwhile is overtaken by that.
    await restsOn(3);
    // A swipe ends on a photo, not between two.
    await list.evaluate((each) => each.scrollTo({ left: each.clientWidth * 5.2, behavior: 'instant' }));
    await seesText(page, '6 / 10');
    await restsOn(6);
  }),
);

it(
  'a press on a photo shows it in full size: arrow keys, zoom, Escape and Back, and the focus comes back',
  stage.scene(async ({ open }) => {
    const page = await open(null);
    await openPost(page, card(page, 'Ten photos of one thing'));
    await seesText(page, '1 / 10');
    await button(page, 'Next photo').click();
    await photo(page, 2).click();
    await seesText(await seen(viewer(page)), '2 / 10');
    await at(page, `/post/${album}`);
    await page.keyboard.press('ArrowRight');
    await seesText(viewer(page), '3 / 10');
    await expectAccessible(page, 'an open photo');

    // The Tab key stays within it.
    for (let steps = 0; steps < 8; steps += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('#root') === null)).toBe(true);
    }
    const image = viewer(page).getByRole('img', { name: 'Photo 3 of 10 by Ann A.' });
    const before = (await (await seen(image)).boundingBox())?.width ?? 0;
    await image.dblclick();
    await eventually('it is drawn larger', async () =>
      ((await image.boundingBox())?.width ?? 0) > before * 1.2 ? true : undefined,
    );
    await page.keyboard.press('Escape');
    await gone(viewer(page));
    await focused(photo(page, 3), page);
    await seesText(page, '3 / 10');

    await page.keyboard.press('Enter');
    await seen(viewer(page));
    await page.goBack();
    await gone(viewer(page));
    await at(page, `/post/${album}`);
    await focused(photo(page, 3), page);
    // Nothing of it is left in the way back.
    await page.goBack();
    await at(page, '/home');
  }),
);

it(
  'a photo in full size is pinched by two fingers',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { path: `/post/${album}`, screen: PHONE });
    await (await seen(photo(page, 1))).click();
    const image = viewer(page).getByRole('img', { name: 'Photo 1 of 10 by Ann A.' });
    const before = (await (await seen(image)).boundingBox())?.width ?? 0;
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: string, points: readonly (readonly [number, number])[]) =>
      fingers.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      });
    await touch('touchStart', [
      [170, 370],
      [205, 370],
    ]);
    for (let spread = 10; spread <= 90; spread += 10) {
      await touch('touchMove', [
        [170 - spread, 370],
        [205 + spread, 370],
      ]);
    }
    await touch('touchEnd', []);
    await eventually('the fingers have drawn it larger', async () =>
      ((await image.boundingBox())?.width ?? 0) > before * 1.2 ? true : undefined,
    );
    await button(viewer(page), 'Close').click();
    await gone(viewer(page));
  }),
);

it(
  'a photo of 40 pixels is not blown up, neither in the feed nor opened',
  stage.scene(async ({ open }) => {
    const page = await open(null);
    // The browser's natural size of a picture follows `sizes`: only its box shows the drawn size.
    const drawn = (within: Locator) =>
      within.getByRole('img').evaluateAll((all) => all.flatMap((each) => [each.clientWidth, each.clientHeight]));
    const feed = await seen(card(page, 'A stamp'));
    await eventually('its photo has come', async () => ((await drawn(feed))[0] ?? 0) > 0 || undefined);
    expect(Math.max(...(await drawn(feed)))).toBeLessThanOrEqual(40);
    const two = await seen(card(page, 'Two stamps'));
    await two.scrollIntoViewIfNeeded();
    expect(Math.max(...(await drawn(two)))).toBeLessThanOrEqual(40);
    await page.goto(new URL(`/post/${stamp}`, page.url()).href);
    const { width, height } = (await (await seen(reelOf(page).getByRole('img'))).boundingBox()) ?? {
      width: 0,
      height: 0,
    };
    expect([width, height]).toEqual([40, 30]);
    await page.goto(new URL(`/post/${stamps}`, page.url()).href);
    await seesText(page, '1 / 2');
    await eventually('its photos have come', async () => ((await drawn(reelOf(page)))[0] ?? 0) > 0 || undefined);
    expect(Math.max(...(await drawn(reelOf(page))))).toBeLessThanOrEqual(40);
  }),
);
