import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { PIECE_BYTES } from '#web/sync/outbox/limits.ts';
import { mediaFixture } from '../fixtures/media.ts';
import { expectAccessible } from './harness/accessibility.ts';
import { openComposer, openPost, writePost } from './harness/compose.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, dialog, heading, link, named, region } from './harness/find.ts';
import { expectFocus } from './harness/focus.ts';
import { alerted, at, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { animation, film, pictures, plainPicture, sidesOf } from './harness/pictures.ts';
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
  await ann.post('Another film', [film('tall.mp4')]);
  await ann.comment(album, 'Which of them is for sale?');
});

/** Heights of an opened photo by the width of the window (POST-23), and the part of the window that all may take. */
const MOST = { phone: 350, wider: 400, width: 500, window: 0.6 };

const reelOf = (page: Page) => region(page, 'Photos by Ann A.');
const focused = (locator: Locator, page: Page) => seen(locator.and(page.locator(':focus')));
/** The focused photo of a reel, as it is read out. */
const photo = (page: Page, number: number) => link(page, `Open Photo ${number} of 10 by Ann A.`);
const viewer = (page: Page) => dialog(page, 'Photos by Ann A.');

it(
  '[POST-23 in part] ten photos take one place, within 350 or 400 by 500 pixels, on a card and in an opened post; comments follow',
  stage.scene(async ({ open }) => {
    const page = await open(null, { path: `/post/${album}` });
    for (const screen of [PHONE, TABLET, SMALL_DESKTOP, DESKTOP, { width: 900, height: 500 }]) {
      await page.setViewportSize(screen);
      const most = screen === PHONE ? MOST.phone : MOST.wider;
      const { width, height } = (await (await seen(reelOf(page))).boundingBox()) ?? { width: 0, height: 0 };
      expect(width).toBeLessThanOrEqual(MOST.width);
      expect(height).toBeLessThanOrEqual(Math.min(most, MOST.window * screen.height) + 1);
      expect(height).toBeGreaterThan(150);
      const comments = await (await seen(heading(page, 'Comments'))).boundingBox();
      expect((comments?.y ?? 0) + (await page.evaluate(() => scrollY))).toBeLessThan(800);
    }
    await seesText(page, '1 / 10');
    const shapes = await reelOf(page)
      .getByRole('img')
      .evaluateAll((all) => all.map((each) => ['width', 'height'].map((side) => Number(each.getAttribute(side)))));
    expect(shapes).toEqual(Array.from({ length: 10 }, (_, index) => sidesOf(index + 1)));
    for (const box of await reelOf(page)
      .locator('img')
      .evaluateAll((all) => all.map((each) => each.clientHeight))) {
      expect(box).toBeLessThanOrEqual(MOST.wider);
    }
    // Nor does a tall one on a card.
    await ann.post('A tall tower', [await plainPicture(600, 1_200)]);
    await page.goto(new URL('/home', page.url()).href);
    const tower = link(card(page, 'A tall tower'), 'Photo by Ann A.');
    for (const [screen, most] of [
      [PHONE, MOST.phone],
      [DESKTOP, MOST.wider],
    ] as const) {
      await page.setViewportSize(screen);
      const boxOf = async () => (await (await seen(tower)).boundingBox()) ?? { width: 0, height: 0 };
      await eventually('it is as high as it may be', async () => (await boxOf()).height > most - 20 || undefined);
      const { width, height } = await boxOf();
      expect(width).toBeLessThanOrEqual(MOST.width);
      expect(height).toBeLessThanOrEqual(most);
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
    // A smooth scroll that is cut short on its way ends on its photo all the same.
    await page.keyboard.press('ArrowRight');
    await list.evaluate((each) => each.scrollTo({ left: each.clientWidth * 2, behavior: 'instant' }));
    await restsOn(4);
    await page.keyboard.press('ArrowLeft');
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
    await at(page, `/media/${album}?photo=2`);
    await page.keyboard.press('ArrowRight');
    await seesText(viewer(page), '3 / 10');
    await at(page, `/media/${album}?photo=3`);
    await expectAccessible(page, 'an open photo');

    // The Tab key stays within it.
    for (let steps = 0; steps < 8; steps += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('#root') === null)).toBe(true);
    }
    const image = named(viewer(page), 'img', 'Photo 3 of 10 by Ann A.');
    const before = (await (await seen(image)).boundingBox())?.width ?? 0;
    await image.dblclick();
    await eventually('it is drawn larger', async () =>
      ((await image.boundingBox())?.width ?? 0) > before * 1.2 ? true : undefined,
    );
    // The next one leads back, as on any phone, and not to a larger size still.
    await image.dblclick();
    await eventually('it is as large as before', async () =>
      Math.abs(((await image.boundingBox())?.width ?? 0) - before) < 1 ? true : undefined,
    );
    await page.keyboard.press('Escape');
    await gone(viewer(page));
    await at(page, `/post/${album}`);
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
    const image = named(viewer(page), 'img', 'Photo 1 of 10 by Ann A.');
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

const player = (within: Page | Locator) => within.locator('video');
/** Presses Play as a person does: with the keyboard, for the browser draws the buttons itself. */
async function play(video: Locator): Promise<void> {
  await video.focus();
  await video.press('Space');
  await eventually('it plays', () => video.evaluate((each) => !(each as HTMLVideoElement).paused || undefined));
}
const isPaused = (video: Locator) => video.evaluate((each) => (each as HTMLVideoElement).paused);

it(
  'an animation is held at its first frame for those who want less motion, and marked; in full size a button plays it',
  stage.scene(async ({ open }) => {
    const id = await ann.post('A lava lamp', [await animation(400, 300)]);
    const drawn = (place: Locator) => named(place, 'img', 'Photo by Ann A.');
    const shows = (image: Locator, what: 'all frames' | 'one frame') =>
      eventually(`the picture shows ${what}`, () =>
        image.evaluate(
          (each, still) => (each as HTMLImageElement).currentSrc.endsWith('still') === still || undefined,
          what === 'one frame',
        ),
      );
    const moving = await open(null, { path: `/post/${id}` });
    const lively = await seen(drawn(moving.getByRole('main')));
    await shows(lively, 'all frames');
    expect(await moving.getByText('GIF', { exact: true }).isVisible()).toBe(false);
    // The wish is heard at once, and so is its end.
    await moving.emulateMedia({ reducedMotion: 'reduce' });
    await shows(lively, 'one frame');
    await seen(moving.getByText('GIF', { exact: true }));

    await link(moving, 'Open Photo by Ann A.').click();
    const window = await seen(dialog(moving, 'Photos by Ann A.'));
    await shows(await seen(drawn(window)), 'one frame');
    await button(window, 'Play').click();
    await shows(await seen(drawn(window)), 'all frames');
    await expectAccessible(moving, 'an animation in full size');
    await button(window, 'Pause').click();
    await shows(await seen(drawn(window)), 'one frame');
    await moving.emulateMedia({ reducedMotion: 'no-preference' });
    await shows(await seen(drawn(window)), 'all frames');
    await gone(button(window, 'Play'));
  }),
);

it(
  '[POST-07 in part] no button of a chosen tall photo is cut; a photo that is moved to an end or removed leaves the focus in its strip',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { screen: PHONE });
    const composer = await openComposer(page);
    const tall = [301, 302, 303].map((side) => plainPicture(side, 4 * side));
    await composer.locator('input[type="file"]').setInputFiles(await Promise.all(tall));
    await seen(composer.getByRole('listitem').nth(2));
    const arrow = await (await seen(button(composer, 'Move photo 2 right'))).boundingBox();
    const photo = await composer.getByRole('listitem').nth(1).boundingBox();
    if (arrow === null || photo === null) throw new Error('The photo has no box.');
    expect(arrow.x + arrow.width).toBeLessThanOrEqual(photo.x + photo.width);

    await button(composer, 'Move photo 2 left').press('Enter');
    await expectFocus(page, 'a photo was moved to the start', 'button Move photo 1 right');
    await button(composer, 'Remove photo 1').press('Enter');
    await expectFocus(page, 'a photo was removed', 'button Remove photo 1');
  }),
);

it(
  '[POST-24] [POST-10 in part] a video is chosen, sent with its poster, and plays where it is shown; one plays at a time',
  stage.scene(async ({ open }) => {
    const [a, b] = await Promise.all([open(ann), open(null)]);
    await (await writePost(a, 'A film of a square', [film('film.mp4')])).click();
    await alerted(a, 'Posted! Your post was sent.');

    const arrived = await seen(card(b, 'A film of a square'));
    const video = await seen(player(arrived));
    expect(await video.getAttribute('aria-label')).toBe('Video by Ann A.');
    // Nothing of it is loaded, and nothing begins by itself; a phone plays it in its place, too.
    const { preload, autoplay, paused, isInline } = await video.evaluate((each: HTMLVideoElement) => ({
      ...{ preload: each.preload, autoplay: each.autoplay, paused: each.paused },
      isInline: each.hasAttribute('playsinline'),
    }));
    expect({ preload, autoplay, paused, isInline }).toEqual({
      ...{ preload: 'none', autoplay: false, paused: true, isInline: true },
    });
    const poster = (await video.getAttribute('poster')) ?? '';
    expect(await b.evaluate(async (path) => (await fetch(path)).headers.get('content-type'), poster)).toBe(
      'image/webp',
    );
    const other = await seen(player(card(b, 'Another film')));
    await play(other);
    await play(video);
    expect(await isPaused(other)).toBe(true);
    await eventually('it is seen to the end', () =>
      video.evaluate((each) => (each as HTMLVideoElement).ended || undefined),
    );
  }),
);

it(
  'a video that was cut is resumed after a reload of the page, from what the server has',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(/Failed to load resource|net::ERR/);
    const page = await open(ann);
    // Two pieces. The second is cut.
    const large = film('film.mp4', PIECE_BYTES + 100_000);
    const pieces: number[] = [];
    let isCut = true;
    await page.route('**/videos/*', async (route) => {
      const request = route.request();
      if (request.method() !== 'PATCH') return route.continue();
      pieces.push(Number(request.headers()['upload-offset']));
      return isCut && pieces.length > 1 ? route.abort('connectionreset') : route.continue();
    });
    await (await writePost(page, 'A long film', [large])).click();
    await eventually('the second piece was cut', async () => pieces.length >= 2 || undefined);
    // It goes on in the background: the window has closed, and nothing else moves the page meanwhile.
    await gone(dialog(page, 'Create Post'));
    await at(page, '/home');
    await page.reload();
    isCut = false;
    const arrived = await seen(card(page, 'A long film'));
    await eventually('it is stored', async () =>
      /\/images\/posts\//.test((await player(arrived).getAttribute('src')) ?? '') ? true : undefined,
    );
    // The first piece went once.
    expect(pieces.filter((offset) => offset === 0)).toHaveLength(1);
  }),
);

it(
  'what no browser plays is offered as a download, and a photo of an iPhone arrives as one that all browsers show (Q25)',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    await (await writePost(page, 'An old film', [film('film.avi')])).click();
    const old = await seen(card(page, 'An old film'));
    const download = await seen(link(old, 'Download Video by Ann A.'));
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
    expect(file.suggestedFilename()).toMatch(/\.avi$/);

    const heic = { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: mediaFixture('photo.heic') };
    await (await writePost(page, 'From a phone', [heic])).click();
    const photoOf = named(await seen(card(page, 'From a phone')), 'img', 'Photo by Ann A.');
    await eventually('it is drawn from the server', () =>
      photoOf.evaluate((each: HTMLImageElement) =>
        each.naturalWidth > 0 && each.currentSrc.includes('/images/posts/') ? true : undefined,
      ),
    );
    expect(await photoOf.evaluate((each: HTMLImageElement) => [each.width > 0, each.getAttribute('width')])).toEqual([
      true,
      '64',
    ]);
  }),
);
