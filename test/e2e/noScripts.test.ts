import { expect, it } from '@jest/globals';
import { eventually } from './harness/eventually.ts';
import { button, card, link, named } from './harness/find.ts';
import { at, expectNoSidewaysScroll, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { pictures } from './harness/pictures.ts';
import { DESKTOP, PHONE, setStage } from './harness/stage.ts';

const PRICE = { price: { cents: 4_550, orBestOffer: false }, condition: 'good' } as const;

let ann: Member;
let desk: string;
const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
  desk = await ann.post('A walnut desk\nIt has two drawers.', await pictures(2), { category: 'furniture', ...PRICE });
  await ann.post('A lamp for a desk');
  await ann.comment(desk, 'It is still there.');
});

it.each([PHONE, DESKTOP])(
  '[SHOP-E in part] a reader without scripts reads the feed, follows a link to a post and gets back, at $width px',
  async (screen) => {
    await stage.scene(async ({ open }) => {
      const page = await open(null, { runsScripts: false, screen });
      await seesText(page, 'A lamp for a desk');
      await seesText(page, '$45.50 · Good');
      const photo = named(page, 'img', 'Photo by Ann A.');
      await seen(photo);
      await eventually('the photo has its picture', async () =>
        (await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)) > 0 ? true : undefined,
      );
      await expectNoSidewaysScroll(page);
      await link(page, 'A walnut desk').click();
      await at(page, `/post/${desk}`);
      await seen(page.getByRole('heading', { level: 1, name: 'A walnut desk', exact: true }));
      await seesText(page, 'It has two drawers.');
      await seesText(page, 'It is still there.');
      await expectNoSidewaysScroll(page);
      await link(page, 'OU Quad').click();
      await at(page, '/home');
      await link(page, 'Furniture').click();
      await at(page, '/home?category=furniture');
      await seesText(page, 'A walnut desk');
      await gone(page.getByText('A lamp for a desk'));
      await page.goBack();
      await seesText(page, 'A lamp for a desk');
      // A search finds posts, by any of their words.
      const search = named(page.getByRole('search'), 'searchbox', 'Search');
      await search.fill('drawers');
      await button(page, 'Search').click();
      await at(page, '/search?q=drawers');
      await seen(page.getByRole('heading', { level: 1, name: 'Results for “drawers”', exact: true }));
      await expectNoSidewaysScroll(page);
      await link(page, 'A walnut desk').click();
      await at(page, `/post/${desk}`);
    })();
  },
);

it(
  '[SHOP-E in part] [P10] a browser with scripts draws nothing of that, and keeps nothing of it',
  stage.scene(async ({ open }) => {
    const page = await open(null, { path: `/post/${desk}` });
    await seen(card(page, 'It has two drawers.'));
    expect(await page.locator('.plain, noscript[data-summary], [type="application/ld+json"]').count()).toBe(0);
  }),
);
