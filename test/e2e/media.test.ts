import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { MEDIA_FEED_PAGE_POSTS } from '#domain/post/limits.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { PIECE_BYTES } from '#web/sync/outbox/limits.ts';
import { codeFetched } from './harness/browserStore.ts';
import { writeComment, writePost } from './harness/compose.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, dialog, heading, link, named } from './harness/find.ts';
import { cameWithPage } from './harness/frames.ts';
import { rewriteSent } from './harness/holdBack.ts';
import { alerted, at, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { layNetwork } from './harness/network.ts';
import { film, noisyPhoto, pictures, plainPicture } from './harness/pictures.ts';
import { NETWORK_GONE, PHONE, REFUSED, setStage } from './harness/stage.ts';

/** Posts with a photo besides the album and the film: two pages in all. */
const STAMPS = MEDIA_FEED_PAGE_POSTS;
const MEDIA_FEED = topicName.mediaFeed('ou');

let ann: Member;
let album: string;
let square: string;
let words: string;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
  for (let number = 1; number <= STAMPS; number += 1) await ann.post(`Stamp ${number}`, [await plainPicture(40, 30)]);
  square = await ann.post('A film of a square', [film('film.mp4')]);
  words = await ann.post('Words alone');
  album = await ann.post('Three photos and a film', [...(await pictures(3)), film('tall.mp4')]);
});

const grid = (page: Page) => named(page, 'list', 'Photos and videos of OU');
const tiles = (page: Page) => grid(page).getByRole('link');
const tile = (page: Page, name: string) => link(grid(page), name);
const tab = (page: Page, name: string) => link(named(page, 'navigation', 'Posts'), name);
const viewer = (page: Page) => dialog(page, 'Photos and videos by Ann A.');
const firstTile = (page: Page, name: string) =>
  eventually(`${name} comes first`, async () =>
    (await tiles(page).first().getAttribute('aria-label')) === name ? true : undefined,
  );

it(
  '[FEED-13] [FEED-14] the feed’s tab Media is a grid of three columns of what has photos or videos, 15 a page; a tile opens its post, Back finds the place again',
  stage.scene(async ({ open }) => {
    const page = await open(null);
    await (await seen(tab(page, 'Media'))).click();
    await at(page, '/media');
    expect(await tab(page, 'Media').getAttribute('aria-current')).toBe('page');
    expect(await link(page, 'Home (Buy/Sell)').getAttribute('aria-current')).toBe('page');
    await firstTile(page, '4 photos and videos: Three photos and a film');
    await seen(tile(page, 'Video: A film of a square'));
    expect(
      await grid(page)
        .getByRole('link', { name: /Words alone/ })
        .count(),
    ).toBe(0);
    const tops = await tiles(page).evaluateAll((all) =>
      all.slice(0, 4).map((each) => each.getBoundingClientRect().top),
    );
    expect(new Set(tops.slice(0, 3)).size).toBe(1);
    expect(tops[3]).toBeGreaterThan(tops[0] ?? 0);

    await tile(page, 'Photo: Stamp 3').scrollIntoViewIfNeeded();
    await seesText(page, "You've reached the end.");
    expect(await tiles(page).count()).toBe(STAMPS + 2);
    // The last row: it is on the second page, which a reload has to load once more.
    await tile(page, 'Photo: Stamp 1').scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    await tile(page, 'Photo: Stamp 1').click();
    await seen(card(page, 'Stamp 1'));
    await at(page, /^\/post\//);
    await page.goBack();
    await at(page, '/media');
    await eventually('it is where it was', () => page.evaluate((y) => Math.abs(scrollY - y) < 2 || undefined, place));
    await page.reload();
    await eventually('it is there after a reload, too', () =>
      page.evaluate((y) => Math.abs(scrollY - y) < 2 || undefined, place),
    );

    // The first page comes with the address.
    await page.goto(new URL('/media', page.url()).href);
    await seen(tile(page, 'Photo: Stamp 9'));
    expect(await cameWithPage(page, topicName.mediaFeed('ou'), 'posts')).toBe(MEDIA_FEED_PAGE_POSTS);
    await tab(page, 'Feed').click();
    await at(page, '/home');
    await seen(card(page, 'Words alone'));
  }),
);

it(
  '[FEED-14 in part] the media feed is live: a new photo waits behind its pill for who has scrolled, a comment lifts a post, what is sold or deleted leaves',
  stage.scene(async ({ open }) => {
    const page = await open(null, { path: '/media' });
    await seen(tile(page, 'Photo: Stamp 9'));
    const clock = await ann.post('A clock', [await plainPicture(60, 60)]);
    await firstTile(page, 'Photo: A clock');
    await ann.comment(square, 'How long is it?');
    await firstTile(page, 'Video: A film of a square');
    await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
    await seen(tile(page, 'Photo: Stamp 6'));
    const vase = await ann.post('A vase', [await plainPicture(60, 60)]);
    await (await seen(button(page, '1 new post'))).click();
    await firstTile(page, 'Photo: A vase');
    await ann.give('SetSale', { postId: clock, sale: 'sold' });
    await gone(tile(page, 'Photo: A clock'));
    await ann.give('DeletePost', { postId: vase });
    await gone(tile(page, 'Photo: A vase'));
  }),
);

it(
  '[FEED-13 in part] a campus without photos says so; what could not be read comes with Retry; offline it waits for the connection',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const empty = await open(null, { campus: 'mit', path: '/media' });
    await seen(heading(empty, 'No Photos / Videos'));

    // The hub refuses the topic of a campus that is none.
    const asking = await open(null, { path: '/404' });
    const packets = await rewriteSent(asking, MEDIA_FEED, (packet) => packet.replace(MEDIA_FEED, 'mediaFeed:none'));
    await asking.goto(new URL('/home', asking.url()).href);
    await (await seen(tab(asking, 'Media'))).click();
    await seen(heading(asking, 'Something went wrong'));
    packets.restore();
    await button(asking, 'Retry').click();
    await seen(tile(asking, 'Photo: Stamp 9'));

    const network = await layNetwork(server);
    const page = await open(null, { network });
    await seen(card(page, 'Words alone'));
    await codeFetched(page);
    await network.cut(page);
    await tab(page, 'Media').click();
    await seen(heading(page, 'You are offline'));
    await network.mend(page);
    await seen(tile(page, 'Photo: Stamp 9'));
    await network.close();
  }),
);

it(
  '[FEED-15] [FEED-29 in part] a photo has an address: opened from a card it lies over the feed, Back leads there; a reload stays at it',
  stage.scene(async ({ open }) => {
    const page = await open(null);
    const shown = await seen(card(page, 'Three photos and a film'));
    const second = link(shown, 'Photo 2 of 4 by Ann A.');
    await second.click();
    await at(page, `/media/${album}?photo=2`);
    await seesText(await seen(viewer(page)), '2 / 4');
    await seesText(viewer(page), 'Ann A.');
    expect(await page.title()).toBe('Photos and videos by Ann A. · OU Quad');
    await page.keyboard.press('ArrowRight');
    await seesText(viewer(page), '3 / 4');
    await at(page, `/media/${album}?photo=3`);
    await page.reload();
    await seesText(await seen(viewer(page)), '3 / 4');
    await page.goBack();
    await at(page, '/home');
    await gone(viewer(page));
    await second.click();
    await seen(viewer(page));
    await page.keyboard.press('Escape');
    await gone(viewer(page));
    await at(page, '/home');
    await seen(second.and(page.locator(':focus')));

    await second.click();
    await link(viewer(page), 'View post').click();
    await at(page, `/post/${album}`);
    await gone(viewer(page));
    await seesText(page, 'Be the first to comment');

    // Over the post itself it closes: another entry of the post would make Back alternate between the two.
    await link(page.getByRole('main'), 'Open Photo 1 of 4 by Ann A.').click();
    await seen(viewer(page));
    const entries = await page.evaluate(() => history.length);
    await link(viewer(page), 'View post').click();
    await gone(viewer(page));
    await at(page, `/post/${album}`);
    await page.goBack();
    await at(page, `/media/${album}?photo=2`);
    expect(await page.evaluate(() => history.length)).toBe(entries);
  }),
);

it(
  '[FEED-15] [FEED-24 in part] an address shows the photo or video over its post; a comment’s too; without the post it says why',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(REFUSED);
    const page = await open(ann, { path: `/media/${album}?photo=4` });
    await seesText(await seen(viewer(page)), '4 / 4');
    const video = viewer(page).locator('video');
    expect(await (await seen(video)).getAttribute('aria-label')).toBe('Video 4 of 4 by Ann A.');
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    await button(viewer(page), 'Close').click();
    await at(page, `/post/${album}`);
    await seen(card(page, 'Three photos and a film'));
    // Back would lead into it again.
    expect(await entries()).toBe(before);

    await (await writeComment(page, 'Mine is larger', await pictures(1))).click();
    await alerted(page, 'Your reply was sent');
    await link(card(page, 'Mine is larger').last(), 'Photo by Ann A.').click();
    await at(page, /^\/media\/.*\?comment=/);
    const ofComment = new URL(page.url());
    await seen(dialog(page, 'Photos by Ann A.'));
    await page.goBack();
    await at(page, `/post/${album}`);
    await gone(dialog(page, 'Photos by Ann A.'));
    await go(page, ofComment.pathname + ofComment.search);
    await seen(dialog(page, 'Photos by Ann A.'));

    await go(page, `/media/${square}`);
    await seen(dialog(page, 'Videos by Ann A.').locator('video'));
    // A number of no photo is the first one; a post without any is shown itself.
    await go(page, `/media/${album}?photo=99`);
    await seesText(await seen(viewer(page)), '1 / 4');
    await go(page, `/media/${words}`);
    await at(page, `/post/${words}`);
    await go(page, `/media/${uuidv7()}`);
    await seesText(page, "Hmm...this page doesn't exist. Try searching for something else.");
    await go(page, '/media/nothing');
    await seesText(page, "Hmm...this page doesn't exist. Try searching for something else.");

    const lamp = await ann.post('A lamp', [await plainPicture(60, 60)]);
    await go(page, `/media/${lamp}`);
    await seen(dialog(page, 'Photos by Ann A.'));
    await ann.give('DeletePost', { postId: lamp });
    await seesText(page, 'Sorry, that post has been deleted.');
    await gone(dialog(page, 'Photos by Ann A.'));
    await go(page, `/media/${lamp}`);
    await seesText(page, 'Sorry, that post has been deleted.');
  }),
);

it(
  '[FEED-15 in part] two fingers zoom a photo, a double tap too, a swipe leads to the next one',
  stage.scene(async ({ open }) => {
    const page = await open(null, { path: `/media/${album}`, screen: PHONE });
    const fingers = await fingersOn(page);
    const image = named(viewer(page), 'img', 'Photo 1 of 4 by Ann A.');
    const before = await widthOf(await seen(image));
    await fingers.swipe([300, 370], [60, 370]);
    await seesText(viewer(page), '2 / 4');
    await fingers.swipe([60, 370], [300, 370]);
    await seesText(viewer(page), '1 / 4');
    await eventually('it has come to rest', async () => ((await widthOf(image)) === before ? true : undefined));
    await image.dblclick();
    await eventually('it is drawn larger', async () => ((await widthOf(image)) > before * 1.2 ? true : undefined));
    await at(page, `/media/${album}`);
  }),
);

async function go(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
}

async function widthOf(image: Locator): Promise<number> {
  return (await image.boundingBox())?.width ?? 0;
}

/** One finger that is drawn over the screen. */
async function fingersOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: readonly [number, number]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: point === undefined ? [] : [{ x: point[0], y: point[1], id: 0 }],
    });
  return {
    async swipe(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
      await touch('touchStart', from);
      for (let part = 1; part <= 8; part += 1) {
        const along = (start: number, end: number) => start + ((end - start) * part) / 8;
        await touch('touchMove', [along(from[0], to[0]), along(from[1], to[1])]);
      }
      await touch('touchEnd');
    },
  };
}

it(
  'a photo of megabytes comes in requests that a proxy with its usual limits lets through',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    const large = await noisyPhoto();
    expect(large.buffer.byteLength).toBeGreaterThan(2 * PIECE_BYTES);
    const lengths: number[] = [];
    page.on('request', async (request) => {
      if (!request.url().includes('/api/uploads/')) return;
      lengths.push(Number((await request.allHeaders())['content-length'] ?? 0));
    });
    await (await writePost(page, 'A photo of megabytes', [large])).click();
    const photo = named(await seen(card(page, 'A photo of megabytes')), 'img', 'Photo by Ann A.');
    await eventually('it is drawn from the server', () =>
      photo.evaluate((each: HTMLImageElement) =>
        each.naturalWidth > 0 && each.currentSrc.includes('/images/posts/') ? true : undefined,
      ),
    );
    expect(Math.max(...lengths)).toBe(PIECE_BYTES);
  }),
);
