import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { chatIdOf } from '#domain/chat/pair.ts';
import type { Terms } from '#domain/post/terms.ts';
import { expectAccessible } from './harness/accessibility.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, combobox, dialog, heading, link, named, region } from './harness/find.ts';
import { alerted, at, expectNoSidewaysScroll, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { film, picture, pictures, plainPicture } from './harness/pictures.ts';
import { DESKTOP, setStage } from './harness/stage.ts';
import { exchange } from './harness/wire.ts';

/** A usual phone, and the narrowest one. */
const TALL_PHONE = { width: 375, height: 812 };
const NARROW_PHONE = { width: 320, height: 640 };
/** A screen that is wider than most. */
const WIDE_SCREEN = { width: 1_920, height: 1_080 };

/** Offers above the feed of a stranger. */
const STRIP_OFFERS = 6;

const FURNITURE = 'furniture';
const HOUSING = 'housing & apartments';

let ann: Member;
const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
});

const priced = (dollars: number): Pick<Terms, 'price'> => ({ price: { cents: dollars * 100, orBestOffer: false } });
const grid = (page: Page, name = 'Photos and videos of OU') => named(page, 'list', name);
/** A tile with its marks. */
const around = (tile: Locator) => tile.locator('..');
const chip = (page: Page, name: string) => link(named(page, 'navigation', 'Quick filters'), name);
const isOn = async (page: Page, name: string) => (await chip(page, name).getAttribute('aria-current')) === 'true';

/** Waits until the index has what filters leave. */
function listed(server: { port: number; host(): string }, filters: string, count: number): Promise<true> {
  return eventually(`${filters} lists ${count}`, async () => {
    const path = `/api/search?show=latest&${filters}`;
    const { text } = await exchange({ method: 'GET', port: server.port, host: server.host(), path });
    return (JSON.parse(text) as { hits?: readonly unknown[] }).hits?.length === count || undefined;
  });
}

/** Marks of the tiles that stick out of their tile, or lie over another one. */
function misplacedMarks(page: Page): Promise<readonly string[]> {
  return grid(page)
    .getByRole('link')
    .evaluateAll((tiles) =>
      tiles.flatMap((tile) => {
        const edges = tile.getBoundingClientRect();
        const place = tile.parentElement;
        const marks = [...(place?.querySelectorAll('a > span[aria-hidden], strong, :scope > span > *') ?? [])].map(
          (mark) => ({
            name: `${tile.ariaLabel}: ${mark.textContent}`,
            box: mark.getBoundingClientRect(),
          }),
        );
        return marks.flatMap(({ name, box }, index) => {
          const isOutside =
            box.left < edges.left || box.right > edges.right || box.top < edges.top || box.bottom > edges.bottom;
          const isCovered = marks
            .slice(index + 1)
            .some(
              ({ box: other }) =>
                box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
            );
          return isOutside || isCovered ? [name] : [];
        });
      }),
    );
}

/** Tiles in the first row. */
function columnsOf(page: Page): Promise<number> {
  return grid(page)
    .getByRole('listitem')
    .evaluateAll((all) => {
      const tops = all.map((each) => each.getBoundingClientRect().top);
      return tops.filter((top) => top === tops[0]).length;
    });
}

it(
  '[SHOP-A1] a tile of photos says what it is, what the offer costs, that it is pending or sold, how many photos it has and how long its film is; a wide screen has four in a row',
  stage.scene(async ({ open, server }) => {
    await ann.post('A poster to look at', await pictures(1));
    await ann.post('A projector that was shown', [film('film.mp4')], priced(1_250.5));
    await ann.post('A spare chair', await pictures(1), { category: FURNITURE, ...priced(0) });
    const desk = await ann.post('A walnut desk', await pictures(2), { category: FURNITURE, ...priced(45) });
    const page = await open(null, { path: '/media' });
    const tile = (name: string, list = grid(page)) => link(list, name);
    const shown = await seen(tile('2 photos, $45: A walnut desk'));
    for (const mark of ['$45', '2', 'A walnut desk']) await seesText(around(shown), mark);
    await seesText(around(await seen(tile('Photo, Free: A spare chair'))), 'Free');
    const projector = await seen(tile('Video, $1,250.50: A projector that was shown'));
    for (const mark of ['$1,250.50', '0:02', 'A projector that was shown']) await seesText(around(projector), mark);
    expect(await around(await seen(tile('Photo: A poster to look at'))).textContent()).toBe('A poster to look at');

    await ann.give('SetSale', { postId: desk, sale: 'pending' });
    await seesText(around(await seen(tile('2 photos, $45, Pending: A walnut desk'))), 'Pending');
    for (const screen of [NARROW_PHONE, DESKTOP, WIDE_SCREEN]) {
      await page.setViewportSize(screen);
      await eventually('the marks of tiles have their places', async () =>
        (await misplacedMarks(page)).length === 0 ? true : undefined,
      );
      expect([screen.width, await columnsOf(page)]).toEqual([screen.width, screen === WIDE_SCREEN ? 4 : 3]);
      await expectNoSidewaysScroll(page);
    }
    // A sold thing has left the feed; the profile has it, and a search that asks for it.
    await ann.give('SetSale', { postId: desk, sale: 'sold' });
    await gone(tile('2 photos, $45, Pending: A walnut desk'));
    await listed(server, `category=${FURNITURE}`, 1);
    for (const [path, name] of [
      ['/annable?show=photos', 'Photos'],
      [`/search?show=media&category=${FURNITURE}&standing=any`, 'Photos found'],
    ] as const) {
      await page.goto(new URL(path, page.url()).href);
      await seesText(around(await seen(tile('2 photos, $45, Sold: A walnut desk', grid(page, name)))), 'Sold');
    }
    await expectAccessible(page, 'tiles with prices');
  }),
);

it(
  '[SHOP-A1 in part] the first screen of a stranger at 1440 px shows six offers with their prices above the feed; a member, and a phone, have the feed alone',
  stage.scene(async ({ open }) => {
    for (let number = 1; number <= STRIP_OFFERS; number += 1) {
      await ann.post(`A lamp of the strip, ${number}`, [await picture(number)], priced(100 + number));
    }
    const page = await open(null);
    const offers = await seen(grid(page, 'Offers with photos'));
    for (let number = 1; number <= STRIP_OFFERS; number += 1) {
      const tile = await seen(link(offers, `Photo, $${100 + number}: A lamp of the strip, ${number}`));
      const { y = 0, height = 0 } = (await (await seesText(around(tile), `$${100 + number}`)).boundingBox()) ?? {};
      expect(y + height).toBeLessThan(DESKTOP.height);
    }
    await link(offers, 'Photo, $106: A lamp of the strip, 6').click();
    await at(page, /^\/post\//);
    for (const [who, screen] of [
      [ann, DESKTOP],
      [null, TALL_PHONE],
    ] as const) {
      const other = await open(who, { screen });
      await seen(card(other, 'A lamp of the strip, 6'));
      expect(await grid(other, 'Offers with photos').count()).toBe(0);
    }
  }),
);

it(
  '[SHOP-A2] chips above the feed, its photos and what is found set a filter and take it back, by the address; filters without words show what they say, live',
  stage.scene(async ({ open, server }) => {
    await ann.post('A room by the lake', [], { category: HOUSING, ...priced(700) });
    await ann.post('A ladle of steel', [], { category: 'kitchen & dining', ...priced(12) });
    await ann.post('A bunk bed, to be fetched', await pictures(1), { category: FURNITURE, ...priced(0) });
    await ann.post('An oak bench', [], { category: FURNITURE, ...priced(60) });
    await listed(server, 'price=under-25', 1);
    const page = await open(null);
    await seen(card(page, 'A room by the lake'));
    await chip(page, 'Furniture').click();
    await alerted(page, 'Category switched', 'okay');
    await at(page, '/home?category=furniture');
    await seen(card(page, 'An oak bench'));
    await gone(card(page, 'A room by the lake'));
    expect([await isOn(page, 'Furniture'), await isOn(page, 'Free')]).toEqual([true, false]);

    await chip(page, 'Free').click();
    await at(page, '/search?category=furniture&price=free');
    await seen(card(page, 'A bunk bed'));
    expect(await card(page, 'An oak bench').count()).toBe(0);
    expect([await isOn(page, 'Furniture'), await isOn(page, 'Free')]).toEqual([true, true]);
    await chip(page, 'Free').click();
    await at(page, '/search?category=furniture');
    await seen(card(page, 'An oak bench'));
    await seesText(page, "You've reached the end.");
    // Live, as everything that is found.
    const stool = await ann.post('A stool for the kitchen', [], { category: FURNITURE });
    await button(page, '1 new result').click();
    await seen(card(page, 'A stool for the kitchen'));
    await ann.give('DeletePost', { postId: stool });
    await gone(card(page, 'A stool for the kitchen'));
    await page.reload();
    await seen(card(page, 'An oak bench'));
    await chip(page, 'Furniture').click();
    await at(page, '/home');
    await seen(card(page, 'A room by the lake'));

    // Of photos: the same from their feed, and back to it.
    await page.goto(new URL('/media', page.url()).href);
    await chip(page, 'Free').click();
    await at(page, '/search?show=media&price=free');
    await seen(link(grid(page, 'Photos found'), 'Photo, Free: A bunk bed, to be fetched'));
    await chip(page, 'Under $25').click();
    await at(page, '/search?show=media&price=under-25');
    await seen(heading(page, 'No results for the query'));
    await link(named(page, 'navigation', 'Kinds of results'), 'Latest').click();
    await seen(card(page, 'A ladle of steel'));
    await page.goBack();
    await at(page, '/media');

    // Where there is nothing, the first one comes by itself; the filters of the page do the same as the chips.
    await page.goto(new URL('/search?category=drones', page.url()).href);
    await seen(heading(page, 'No results for the query'));
    await ann.post('A drone with four arms', [], { category: 'drones' });
    await seen(card(page, 'A drone with four arms'));
    await page.getByText('Filters (1)').click();
    await combobox(page, 'Category').selectOption(HOUSING);
    await at(page, '/search?category=housing+%26+apartments');
    await seen(card(page, 'A room by the lake'));
    expect(await isOn(page, 'Housing')).toBe(true);
    await button(page, 'Clear filters').click();
    await at(page, '/search');
    await seen(heading(page, 'Start typing to search'));

    // On a phone all of them are in one row, which scrolls sideways.
    const phone = await open(null, { screen: NARROW_PHONE });
    const first = chip(phone, 'Free');
    const last = named(phone, 'navigation', 'Quick filters').getByRole('link').last();
    await seen(last);
    expect((await last.boundingBox())?.y).toBe((await first.boundingBox())?.y);
    await expectNoSidewaysScroll(phone);
    await chip(phone, 'Tickets').click();
    await at(phone, '/home?category=tickets');
    await seesText(phone, 'Nothing in Tickets yet');
  }),
);

it(
  '[SHOP-A4] a stranger reads on a phone what this is, for whom and why it is safe, has one main button, and sees the first offer whole without scrolling',
  stage.scene(async ({ open }) => {
    await ann.post('A mini fridge, quiet, two shelves and an ice box. It comes with its papers.', [await picture(3)], {
      category: 'kitchen & dining',
      ...priced(60),
    });
    for (const dark of [false, true]) {
      const page = await open(null, { screen: TALL_PHONE, dark });
      const offer = await seen(card(page, 'A mini fridge'));
      await seesText(page, 'Buy and sell with OU students, each with a verified school email.');
      const bar = await named(page, 'navigation', 'Main').boundingBox();
      await eventually('the first offer is whole', async () => {
        const box = await offer.boundingBox();
        const isFirst = (await page.getByRole('article').first().textContent())?.includes('A mini fridge') === true;
        return (isFirst && box !== null && box.y + box.height <= (bar?.y ?? 0)) || undefined;
      });
      const look = (name: string) =>
        link(page.getByRole('main'), name).evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await look('Sign Up')).not.toBe(await look('Log In'));
      expect(await look('Log In')).toBe('rgba(0, 0, 0, 0)');
      await expectAccessible(page, 'the first screen of a stranger');
      await link(page.getByRole('main'), 'Sign Up').click();
      await at(page, '/register');
    }
  }),
);

it(
  '[SHOP-A3] on a phone the photos of a card reach from edge to edge; its first line is its title, its foot says why it stands here; a reel is as high as its first photo',
  stage.scene(async ({ open }) => {
    const files = [await plainPicture(1_000, 500), await plainPicture(500, 1_000)];
    const kettle = await ann.post('A teal kettle\nBoils in a minute.', files, priced(18));
    await ann.comment(kettle, 'With its box.');
    const page = await open(null, { screen: TALL_PHONE });
    const teal = await seen(card(page, 'A teal kettle'));
    const weightOf = (text: string) => teal.getByText(text).evaluate((element) => getComputedStyle(element).fontWeight);
    expect([await weightOf('A teal kettle'), await weightOf('Boils in a minute.')]).toEqual(['700', '400']);
    const mark = teal.getByText('OU', { exact: true }).locator('svg');
    expect((await mark.boundingBox())?.width).toBe(14);
    const boxOf = async (what: Locator) =>
      (await (await seen(what)).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [first, second] = [
      await boxOf(link(teal, 'Photo 1 of 2 by Ann A.')),
      await boxOf(link(teal, 'Photo 2 of 2 by Ann A.')),
    ];
    expect(Math.round(first.x)).toBeLessThanOrEqual(1);
    expect(Math.round(second.x + second.width)).toBeGreaterThanOrEqual(TALL_PHONE.width - 1);
    const reason = await boxOf(teal.getByText(/^Ann A\. commented/));
    expect(reason.y).toBeGreaterThan(first.y + first.height);
    expect((await boxOf(button(teal, 'Share'))).y).toBeGreaterThan(reason.y);
    await expectNoSidewaysScroll(page);

    // Opened: nothing but the first photo is in its place, from edge to edge.
    await page.goto(new URL(`/post/${kettle}`, page.url()).href);
    const reel = region(page, 'Photos by Ann A.');
    for (const screen of [TALL_PHONE, NARROW_PHONE, DESKTOP]) {
      await page.setViewportSize(screen);
      const width = Math.min(screen.width, 500);
      await eventually('the reel is as high as its first photo', async () => {
        const [frame, photo] = [await boxOf(reel), await boxOf(reel.getByRole('img').first())];
        const sides = [frame.width, frame.height, photo.width, photo.height].map(Math.round);
        return sides.join() === [width, width / 2, width, width / 2].map(Math.round).join() || undefined;
      });
    }
    expect(await page.title()).toBe('Ann A.: A teal kettle · OU Quad');

    await ann.give('SetSale', { postId: kettle, sale: 'sold' });
    await page.goto(new URL('/annable?sale=sold', page.url()).href);
    const sold = await seen(card(page, 'A teal kettle'));
    await seesText(sold, 'Sold');
    const look = (what: Locator, name: 'opacity' | 'textDecorationLine') =>
      what.evaluate((element, property) => getComputedStyle(element)[property], name);
    expect(await look(sold.getByText('$18', { exact: true }), 'textDecorationLine')).toBe('line-through');
    expect(Number(await look(sold.getByRole('img').first(), 'opacity'))).toBeLessThan(0.7);
    await expectAccessible(page, 'a sold card');
  }),
);

it(
  '[SHOP-A3] [SHOP-A5] an opened post has its seller with what they sold, more of theirs, more like it, and how to meet safely: beside it, or below its comments',
  stage.scene(async ({ open, server }) => {
    const [cleo, dov] = await Promise.all([makeMember(server, 'Cleo Cole'), makeMember(server, 'Dov Dean')]);
    const sofa = await cleo.post('A sofa for three', await pictures(1), { category: FURNITURE, ...priced(90) });
    const lamp = await cleo.post('A lamp of brass\nWith its bulb.', [], priced(15));
    await cleo.give('SetSale', { postId: await cleo.post('A sold rug'), sale: 'sold' });
    await dov.post('A low table', [], { category: FURNITURE, ...priced(30) });
    await dov.comment(sofa, 'Is it soft?');
    const page = await open(null, { path: `/post/${sofa}` });
    const beside = named(page, 'complementary', 'About This Group');
    const seller = await seen(region(beside, 'Seller'));
    await seesText(seller, /Joined \w+ \d{4}$/);
    await seesText(seller, '1 sold');
    const part = (name: string, within: Locator = beside) =>
      within.locator('section').filter({ has: heading(within.page(), name) });
    await seesText(part('More from Cleo C.'), 'A lamp of brass');
    await seesText(part('More from Cleo C.'), '$15');
    expect(await part('More from Cleo C.').getByText('A sofa').count()).toBe(0);
    await seesText(part('More like this'), 'A low table');
    await seesText(part('Meet safely'), 'Pay in person, and send no money ahead.');
    await expectAccessible(page, 'a post with its seller');
    // Live: three have written to her first, and she has answered each at once.
    for (const name of ['Eve Early', 'Fay First', 'Gus Glad']) {
      const buyer = await makeMember(server, name);
      const chatId = chatIdOf(buyer.userId, cleo.userId);
      await buyer.give('StartChat', { userId: cleo.userId });
      for (const who of [buyer, cleo]) await who.give('SendMessage', { chatId, text: name, media: [], postId: null });
    }
    await seesText(seller, 'Usually answers within an hour');
    // Live: what is sold is no offer.
    await cleo.give('SetSale', { postId: lamp, sale: 'sold' });
    await gone(part('More from Cleo C.'));
    await seesText(seller, '2 sold');

    for (const screen of [NARROW_PHONE, TALL_PHONE]) {
      await page.setViewportSize(screen);
      const below = await seen(named(page, 'complementary', 'About the offer'));
      await seesText(below, '2 sold');
      const comments = await (await seen(heading(page, 'Comments'))).boundingBox();
      expect((await below.boundingBox())?.y).toBeGreaterThan(comments?.y ?? Number.POSITIVE_INFINITY);
      await expectNoSidewaysScroll(page);
    }
    await link(part('More like this', page.getByRole('main')), 'See all').click();
    await at(page, '/home?category=furniture');
    const own = await open(cleo, { path: `/post/${sofa}` });
    await seen(part('More like this', named(own, 'complementary', 'About This Group')));
    expect(await region(own, 'Seller').count()).toBe(0);
  }),
);

it(
  '[SHOP-A5 in part] beside the feed stand its busiest categories; the chooser has icons, the number of posts, and its search in focus',
  stage.scene(async ({ open, server }) => {
    // A campus that nobody has counted yet.
    const uma = await makeMember(server, 'Uma Ude', { campus: 'ut' });
    for (const category of ['tickets', FURNITURE, FURNITURE, 'drones', 'tickets', FURNITURE]) {
      await uma.post(`Of ${category}`, [], { category });
    }
    await eventually('all of them are counted', async () => {
      const host = server.host('ut');
      const { text } = await exchange({ method: 'GET', port: server.port, host, path: '/api/topics/feed%3Aut' });
      return text.match(/"category":"(tickets|furniture|drones)"/g)?.length === 6 || undefined;
    });
    const page = await open(null, { campus: 'ut' });
    const beside = named(page, 'complementary', 'About This Group');
    const busiest = beside.locator('section').filter({ has: heading(page, 'Popular categories') });
    await seen(link(busiest, 'Drones'));
    // So do the chips, which come with the page.
    await seen(chip(page, 'Drones'));
    expect(await busiest.getByRole('link').allTextContents()).toEqual([' Furniture', ' Tickets', ' Drones']);
    await link(busiest, 'Tickets').click();
    await at(page, '/home?category=tickets');
    await button(page, 'Category: Tickets').click();
    const chooser = await seen(dialog(page, 'Choose a category'));
    await seen(named(chooser, 'searchbox', 'Search categories').and(page.locator(':focus')));
    const rows = named(chooser, 'list', 'Categories').getByRole('button');
    expect(await rows.filter({ has: page.locator('svg') }).count()).toBe(33);
    await seesText(button(chooser, 'Furniture'), '3');
    expect(await button(chooser, 'Furniture').getAttribute('aria-description')).toBe('3 posts');
    expect(await button(chooser, 'Jewelry & Accessories').getAttribute('aria-description')).toBeNull();
    await expectAccessible(page, 'the chooser of categories');
  }),
);
