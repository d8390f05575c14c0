import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { newId } from '#domain/kernel/ids.ts';
import { ALL_CATEGORIES, categories } from '#domain/post/categories.ts';
import type { Terms } from '#domain/post/terms.ts';
import { choose, openComposer } from './harness/compose.ts';
import { eventually } from './harness/eventually.ts';
import {
  alert,
  button,
  card,
  checkbox,
  combobox,
  dialog,
  field,
  heading,
  link,
  menuItem,
  named,
  radio,
} from './harness/find.ts';
import { alerted, at, expectNoSidewaysScroll, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember, plainText } from './harness/member.ts';
import { pictures } from './harness/pictures.ts';
import { readQr } from './harness/qrCode.ts';
import { PHONE, setStage } from './harness/stage.ts';
import { stopClock } from './harness/stopwatch.ts';

let ann: Member;
let bob: Member;

const stage = setStage(async (server) => {
  [ann, bob] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Bob Brown')]);
});

/** Posts something for sale; answers the post's id. */
async function offer(who: Member, text: string, terms: Partial<Terms>): Promise<string> {
  const data = { text: plainText(text), media: [], category: 'all', price: null, condition: null, ...terms };
  return newId(await who.give('CreatePost', data), 0);
}

/** The part of a phone's screen above its keyboard, in CSS pixels. */
const ABOVE_KEYBOARD = { ...PHONE, height: 420 };

/** Wrong prices, each with its reason. */
const WRONG: readonly (readonly [typed: string, reason: string])[] = [
  ['', 'Please enter a price, or choose "No price".'],
  ['-1', 'A price can\'t be below zero. Choose "Free" to give it away.'],
  ['1e9', 'Please enter the price as a number, such as 45 or 12.50.'],
  ['1000000000', 'A price may be at most $1,000,000.'],
  ['12.345', 'Please enter the price in dollars and whole cents, such as 12.50.'],
  ['abc', 'Please enter the price as a number, such as 45 or 12.50.'],
];

const TEXT = 'A rocking chair';

async function expectDraft(composer: Locator, category: string, amount: string): Promise<void> {
  await seesText(field(composer, 'Post'), TEXT);
  await seen(button(composer, `Category: ${category}`));
  expect(await field(composer, 'Amount in dollars').inputValue()).toBe(amount);
}

/** Whether the whole line is on screen, with nothing over its last pixels. */
function isUncovered(line: Locator): Promise<boolean> {
  return line.evaluate((element) => {
    const { x, bottom } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + 1, bottom - 2));
  });
}

/** Types each wrong price: its reason stands below it, no press sends it, and nothing is lost. */
async function expectReasons(page: Page, composer: Locator): Promise<void> {
  const amount = field(composer, 'Amount in dollars');
  const width = async () => (await amount.boundingBox())?.width;
  const before = await width();
  for (const [typed, reason] of WRONG) {
    await amount.fill(typed);
    await amount.blur();
    await seesText(composer, reason);
    expect(await width()).toBe(before);
    await amount.evaluate((input) => input.scrollIntoView({ block: 'end' }));
    await button(page, 'Post').click();
    // No alert says it: on a phone it would lie over the field.
    await seen(amount.and(page.locator(':focus')));
    expect(await alert(page, reason).count()).toBe(0);
    await eventually(
      `"${reason}" is in sight`,
      async () => (await isUncovered(composer.getByText(reason))) || undefined,
    );
    await expectDraft(composer, ALL_CATEGORIES.label, typed);
  }
}

it(
  '[POST-08] [POST-09] on a phone the category has a page of its own; a wrong price has its reason, and nothing is lost',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { screen: PHONE });
    const composer = await openComposer(page);
    await field(composer, 'Post').click();
    await page.keyboard.type(TEXT);
    await radio(composer, 'Price').check();
    await page.setViewportSize(ABOVE_KEYBOARD);
    await expectReasons(page, composer);
    await page.setViewportSize(PHONE);

    await button(composer, `Category: ${ALL_CATEGORIES.label}`).click();
    await at(page, /^\/create\/categories/);
    const chooser = await seen(dialog(page, 'Choose a category'));
    const labels = await named(chooser, 'list', 'Categories').getByRole('button').allTextContents();
    expect(labels).toEqual(['all categories', ...categories.map(({ label }) => label)]);
    await page.goBack();
    await gone(chooser);
    await at(page, /^\/create\/post/);
    await expectDraft(composer, ALL_CATEGORIES.label, 'abc');

    await button(composer, `Category: ${ALL_CATEGORIES.label}`).click();
    await named(chooser, 'searchbox', 'Search categories').fill('sho');
    await button(chooser, 'Clothing & Shoes').click();
    await at(page, /^\/create\/post/);
    await field(composer, 'Amount in dollars').fill('45');
    await checkbox(composer, 'or best offer').check();
    await combobox(composer, 'Condition').selectOption('Good');

    await page.reload();
    const again = await seen(dialog(page, 'Create Post'));
    await seesText(again, TEXT);
    await expectDraft(again, 'Clothing & Shoes', '45');
    await button(page, 'Post').click();
    await alerted(page, 'Posted! Your post was sent.');
    const own = await seen(card(page, TEXT));
    await seesText(own, '$45');
    await seesText(own, /or best offer/);
    await seesText(own, 'Good');
    const category = new URL((await link(own, 'Clothing & Shoes').getAttribute('href')) ?? '', page.url());
    expect(category.searchParams.get('category')).toBe('clothing, shoes, & accessories');
  }),
);

it(
  'on a wide screen the category is chosen in a window; an edit changes price and category for everybody at once',
  stage.scene(async ({ open }) => {
    await offer(ann, 'A folding table', { category: 'furniture', price: { cents: 2_000, orBestOffer: false } });
    const [page, other] = [await open(ann, { path: '/create/categories' }), await open(bob)];
    await at(page, /^\/create\/post/);
    await button(await seen(dialog(page, 'Create Post')), 'Close').click();

    const own = await seen(card(page, 'A folding table'));
    await choose(page, own, 'Post options', 'Edit');
    const edit = await seen(dialog(page, 'Edit Post'));
    await button(edit, 'Category: Furniture').click();
    await button(await seen(dialog(page, 'Choose a category')), 'Kitchen & Dining').click();
    await at(page, '/home');
    await radio(edit, 'Free').check();
    // The keys that send a text send it from every field of the window.
    await page.keyboard.press('Control+Enter');
    await alerted(page, 'Saved changes!');
    const seenByBob = await seen(card(other, 'A folding table'));
    await seesText(seenByBob, 'Free');
    await seen(link(seenByBob, 'Kitchen & Dining'));
    // Q26: not printed when it is all of them.
    await ann.post('Nothing in particular');
    const plain = await seen(card(other, 'Nothing in particular'));
    expect(await plain.getByText(ALL_CATEGORIES.label).count()).toBe(0);
  }),
);

it(
  '[POST-14 in part] a photo alone, or a price alone, is a draft that is asked about; an empty one closes at once',
  stage.scene(async ({ open }) => {
    const page = await open(bob);
    const question = dialog(page, 'Discard Post?');
    for (const fill of [
      (composer: Locator) => radio(composer, 'Free').check(),
      (composer: Locator) => chooseFiles(composer),
    ]) {
      const composer = await openComposer(page);
      await fill(composer);
      await button(composer, 'Close').click();
      await button(await seen(question), 'Discard').click();
      await gone(page.getByRole('dialog'));
    }
    await button(await openComposer(page), 'Close').click();
    await gone(page.getByRole('dialog'));
  }),
);

it(
  '[FEED-07] the feed of a category is an address, says "Category switched", and follows every change live',
  stage.scene(async ({ open }) => {
    const lamp = await offer(ann, 'A reading lamp', { category: 'home decor' });
    await offer(ann, 'Opera tickets', { category: 'tickets' });
    const page = await open(bob);
    const switchTo = async (label: string) => {
      await page.getByRole('button', { name: /^Category: / }).click();
      await button(await seen(dialog(page, 'Choose a category')), label).click();
    };
    await seen(card(page, 'Opera tickets'));
    await page.getByRole('button', { name: /^Category: / }).click();
    const chooser = await seen(dialog(page, 'Choose a category'));
    expect(await chooser.getByRole('list').getByRole('button').count()).toBe(33);
    await page.keyboard.press('Escape');
    await switchTo('Tickets');
    await alerted(page, 'Category switched', 'okay');
    await at(page, '/home?category=tickets');
    await seen(card(page, 'Opera tickets'));
    await gone(card(page, 'A reading lamp'));

    await ann.give('EditPost', { postId: lamp, text: plainText('A reading lamp'), media: [], category: 'tickets' });
    await seen(card(page, 'A reading lamp'));
    await offer(ann, 'Train tickets', { category: 'tickets' });
    await seen(card(page, 'Train tickets'));
    await ann.give('EditPost', { postId: lamp, text: plainText('A reading lamp'), media: [], category: 'home decor' });
    await gone(card(page, 'A reading lamp'));

    await page.reload();
    await seen(card(page, 'Train tickets'));
    expect(await card(page, 'A reading lamp').count()).toBe(0);
    await switchTo('Drones');
    await seesText(page, 'Nothing in Drones yet');
    await page.goBack();
    await seen(card(page, 'Train tickets'));
    await button(page, 'Show all categories').click();
    await at(page, '/home');
    await seen(card(page, 'A reading lamp'));
  }),
);

it(
  'what is sold leaves every open feed at once, keeps its page and the profile, and comes back by Undo',
  stage.scene(async ({ open }) => {
    const bike = await offer(ann, 'A racing bike', {
      category: 'exercise',
      price: { cents: 9_000, orBestOffer: false },
    });
    await offer(ann, 'A helmet', { category: 'exercise' });
    const [page, feed, opened] = [await open(ann), await open(bob), await open(bob, { path: `/post/${bike}` })];
    const own = await seen(card(page, 'A racing bike'));
    await seen(card(feed, 'A racing bike'));
    await button(own, 'Pending').click();
    await seesText(card(feed, 'A racing bike'), 'Pending');
    await seesText(card(opened, 'A racing bike'), 'Pending');
    expect(await button(own, 'Pending').getAttribute('aria-pressed')).toBe('true');

    await button(own, 'Sold').click();
    // While one points at it, it stays.
    await (await seen(alert(page, 'Marked as sold. It has left the feed.'))).hover();
    await gone(card(page, 'A racing bike'));
    await gone(card(feed, 'A racing bike'));
    await seesText(card(opened, 'A racing bike'), 'Sold');
    await button(page, 'Undo').click();
    await seen(card(page, 'A racing bike'));
    await seesText(card(feed, 'A racing bike'), 'Pending');

    await button(card(page, 'A racing bike'), 'Sold').click();
    await gone(card(feed, 'A racing bike'));
    await feed.goto(new URL('/annable', feed.url()).href);
    await seesText(card(feed, 'A racing bike'), 'Sold');
    expect(await named(card(feed, 'A racing bike'), 'group', 'Sale').count()).toBe(0);

    // The profile shows what is sold alone, live.
    await seen(card(feed, 'A helmet'));
    await link(named(feed, 'navigation', 'Which posts'), 'Sold').click();
    await at(feed, '/annable?sale=sold');
    await gone(card(feed, 'A helmet'));
    await seen(card(feed, 'A racing bike'));
    await ann.give('SetSale', { postId: bike, sale: 'available' });
    await seen(heading(feed, 'Nothing sold yet'));
    await seesText(feed, 'What they mark as sold shows up here.');
    await ann.give('SetSale', { postId: bike, sale: 'sold' });
    await seen(card(feed, 'A racing bike'));
  }),
);

/** Puts a photo into an open composer. */
async function chooseFiles(composer: Locator): Promise<void> {
  await composer.locator('input[type="file"]').setInputFiles(await pictures(1));
  await seen(named(composer, 'list', 'Chosen photos and videos').getByRole('listitem'));
}

const entriesOf = async (page: Page, options: Locator) => {
  await options.click();
  await seen(page.getByRole('menuitem'));
  return page.getByRole('menuitem').allTextContents();
};

it(
  '[POST-20] [FEED-19 in part] [FEED-20] [CAMP-14] Copy link says so for two seconds; the link leads to the post, or to the comment, from any campus',
  stage.scene(async ({ open, server }) => {
    const post = await ann.post('A link to copy');
    const comment = await bob.comment(post, 'Copy me instead');
    const page = await open(null);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const options = button(card(page, 'A link to copy'), 'Post options');
    expect(await entriesOf(page, options)).toEqual(['Copy link', 'Send Message', 'Report post']);
    // While the clock stands, the menu does not give the focus back by itself: the dialog opens before, as on a slow phone.
    await stopClock(page);
    await menuItem(page, 'Copy link').click();
    const copied = await seen(dialog(page, 'Copied to clipboard'));
    await seesText(copied, `${server.origin()}/post/${post}?redirect=true`);
    expect(await clipboard()).toBe(`${server.origin()}/post/${post}?redirect=true`);
    await page.clock.runFor(1_900);
    await seen(copied);
    await page.clock.runFor(101);
    await gone(copied);
    await page.clock.resume();
    await seen(options.and(page.locator(':focus')));

    await page.goto(new URL(`/post/${post}`, page.url()).href);
    await choose(page, card(page, 'Copy me instead'), 'Comment options', 'Copy link');
    await gone(dialog(page, 'Copied to clipboard'));
    const link = await clipboard();
    expect(link).toBe(`${server.origin()}/post/${post}?comment=${comment}&redirect=true`);
    await page.goto(link.replace(server.origin(), server.origin('ut')));
    await page.waitForURL(`${server.origin()}/post/${post}?comment=${comment}`);
    const own = await open(ann, { path: `/post/${post}` });
    const ownOptions = button(card(own, 'A link to copy').first(), 'Post options');
    expect(await entriesOf(own, ownOptions)).toEqual(['Copy link', 'Edit', 'Boost Post', 'Delete']);
    await menuItem(own, 'Boost Post').click();
    await at(own, `/post/${post}/boost`);
  }),
);

it(
  '[POST-21] [FEED-26] [SHEL-10] a card is shared by mail, Instagram, the device or its link, without opening it',
  stage.scene(async ({ open, server }) => {
    const post = await ann.post('A thing to share & "more": 100%');
    const url = `${server.origin()}/post/${post}?redirect=true`;
    const page = await open(null);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.context().route('https://www.instagram.com/', (route) => route.fulfill({ body: 'Instagram' }));
    await button(card(page, 'A thing to share'), 'Share').click();
    const ways = await seen(dialog(page, 'Share'));
    await at(page, '/home');
    const mail = new URL((await link(ways, 'Email').getAttribute('href')) ?? '');
    expect(mail.protocol + mail.searchParams.get('body')).toBe(`mailto:${url}`);
    expect(mail.searchParams.get('subject')).toBe('Ann A. on OU Quad: A thing to share & "more": 100%');
    expect(await button(ways, 'More options').count()).toBe(0);
    await stopClock(page);
    await button(ways, 'Copy link').click();
    await seen(button(ways, 'Copied!'));
    await alerted(page, 'Copied to clipboard', 'okay');
    expect(await clipboard()).toBe(url);
    // The button reverts after a second.
    await page.clock.runFor(999);
    await seen(button(ways, 'Copied!'));
    await page.clock.runFor(1);
    await seen(button(ways, 'Copy link'));
    await page.clock.resume();
    await page.evaluate(() => navigator.clipboard.writeText(''));
    const [instagram] = await Promise.all([page.context().waitForEvent('page'), link(ways, 'Instagram').click()]);
    await instagram.waitForURL('https://www.instagram.com/');
    await instagram.close();
    await page.bringToFront();
    expect(await clipboard()).toBe(url);

    // A phone that can share by itself.
    const phone = await open(bob, { path: `/post/${post}`, screen: PHONE });
    await phone.addInitScript(() => {
      const shared: ShareData[] = [];
      Object.assign(navigator, { share: async (data: ShareData) => void shared.push(data) });
      Object.assign(globalThis, { shared });
    });
    await phone.reload();
    for (const way of ['Instagram', 'More options']) {
      await button(card(phone, 'A thing to share').first(), 'Share').click();
      await button(await seen(dialog(phone, 'Share')), way).click();
      await gone(dialog(phone, 'Share'));
    }
    const given = await phone.evaluate(() => (globalThis as unknown as { shared: ShareData[] }).shared);
    const whole = { title: 'Ann A. on OU Quad: A thing to share & "more": 100%', url };
    expect(given).toEqual([whole, whole]);
    await expectNoSidewaysScroll(phone);
  }),
);

it(
  '[CAMP-14 in part] on paper a post is a notice: what it offers, and the code of its link, but no buttons and no comments',
  stage.scene(async ({ open }) => {
    const id = await offer(ann, 'A kayak for two\nPaddles included.', { price: { cents: 12_000, orBestOffer: true } });
    await ann.comment(id, 'Not for the notice board');
    const page = await open(bob, { path: `/post/${id}`, screen: { width: 794, height: 1123 } });
    await seesText(page, 'Not for the notice board');
    const code = named(page, 'img', 'QR code of this post');
    expect(await code.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    await seesText(page, /A kayak for two/);
    await seesText(page, /\$120/);
    await seesText(page, /^\s*Ask, and write to the seller on/);
    const address = `${new URL(page.url()).origin}/post/${id}?redirect=true`;
    await seesText(page, address);
    expect(await readQr(code)).toBe(address);
    expect(await page.getByText('Not for the notice board').isVisible()).toBe(false);
    expect(await page.getByRole('banner').count()).toBe(0);
    for (const name of ['Comment', 'Save', 'Back', 'Post options']) {
      expect(await button(page, name).count()).toBe(0);
    }
  }),
);
