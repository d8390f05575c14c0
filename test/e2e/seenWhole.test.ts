import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { chatIdOf } from '#domain/chat/face.ts';
import { codeFetched } from './harness/browserStore.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, field, link, named, region } from './harness/find.ts';
import { at, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { DESKTOP, NETWORK_GONE, PHONE, SMALL_DESKTOP, setStage } from './harness/stage.ts';

/** Pixels that stay free between words and the dot after them. */
const UNUSED_MAX_PX = 20;
/** Pixels that may be lost by rounding. */
const ROUNDING = 1;

let ann: Member;
let ben: Member;
let chatId: string;

const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
  chatId = chatIdOf(ann.userId, ben.userId);
  await ben.give('StartChat', { userId: ann.userId });
  await ben.give('SendMessage', { chatId, text: 'Is the lamp still there?', media: [], postId: null });
  await ben.comment(await ann.post('A lamp that many ask about'), 'Does it work?');
});
const { lay } = stage;

const OFFLINE = 'Offline: your actions will be sent';

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await (await seen(locator)).boundingBox();
  if (box === null) throw new Error(`${locator} has no place.`);
  return box;
}

const backgroundOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor);
const navigation = (page: Page, name: RegExp) => link(page, name).last();

it.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])(
  '[CHAT-05 in part] what is written offline stands above the panel of what waits, and that above the field (%s)',
  (screenName, screen) =>
    stage.scene(async ({ open, expectErrors }) => {
      expectErrors(NETWORK_GONE);
      const network = await lay();
      const page = await open(ann, { path: `/messages/${chatId}`, screen, network });
      const write = field(page, 'Message to Ben B.');
      await seen(write);
      await codeFetched(page, ['web/shell/OutboxPanel.tsx']);
      await network.cut(page);
      await seesText(page, OFFLINE);
      const texts = [1, 2, 3].map((n) => `${screenName}, in the tunnel: ${n}`);
      for (const text of texts) {
        await write.fill(text);
        await button(page, 'Send').click();
      }
      const last = card(named(page, 'log', 'Messages'), texts[2] ?? '');
      const panel = await seen(region(page, 'Not sent yet'));
      await eventually('message, panel and field stand one above the other', async () => {
        const [message, waiting, below] = [await boxOf(last), await boxOf(panel), await boxOf(write)];
        const isAbove = message.y + message.height <= waiting.y + ROUNDING;
        return (isAbove && waiting.y + waiting.height <= below.y + ROUNDING) || undefined;
      });
      await network.mend(page);
      await gone(region(page, 'Not sent yet'));
    })(),
);

it(
  '[NOTF-01 in part] of two lists of which one is not known, the page of notifications shows no end; the next page goes on saying that one is offline',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await lay();
    const page = await open(ann, { path: `/messages/${chatId}`, screen: PHONE, network });
    await seesText(page, 'Is the lamp still there?');
    await codeFetched(page, ['web/notification/NotificationsPage.tsx']);
    await network.cut(page);
    await seesText(page, OFFLINE);
    await navigation(page, /^Notifications/).click();
    await at(page, '/notifications');
    await seesText(page, 'This page appears as soon as you are connected again.');
    await seesText(page, OFFLINE);
    expect(await page.getByText("You've reached the end.").count()).toBe(0);
    await network.mend(page);
    const rows = named(page, 'list', 'Notifications').getByRole('listitem');
    await seen(rows.filter({ hasText: 'Does it work?' }));
    await seen(rows.filter({ hasText: 'Is the lamp still there?' }));
    await seesText(page, "You've reached the end.");
  }),
);

it(
  '[COMM-05 in part] a box to write in that opens at the lower edge of the window comes into sight with its buttons, and stays so as it grows',
  stage.scene(async ({ open }) => {
    const id = await ben.post(`A rug ${'that nobody has asked about '.repeat(16)}`);
    const page = await open(ann, { path: `/post/${id}`, screen: SMALL_DESKTOP });
    const ask = button(page, 'Write a comment');
    const { y, height } = await boxOf(ask);
    const edge = Math.ceil(y + height);
    await page.setViewportSize({ ...SMALL_DESKTOP, height: edge });
    await ask.click();
    const box = region(page, 'Comment');
    const send = button(box, 'Comment');
    const isWhole = () =>
      eventually('the button is in sight', async () => {
        const place = await boxOf(send);
        return place.y + place.height <= edge || undefined;
      });
    await isWhole();
    const text = await seen(field(box, 'Comment'));
    for (let line = 1; line <= 6; line += 1) {
      await text.pressSequentially(`Line ${line}`);
      await page.keyboard.press('Shift+Enter');
    }
    await isWhole();
  }),
);

it(
  '[SHOP-A2 in part] the chip that is set stands in sight on a phone, wherever it is in its row',
  stage.scene(async ({ open }) => {
    const category = encodeURIComponent('clothing, shoes, & accessories');
    const page = await open(ann, { path: `/search?category=${category}`, screen: PHONE });
    const chip = await boxOf(link(named(page, 'navigation', 'Quick filters'), 'Clothing'));
    expect(chip.x).toBeGreaterThanOrEqual(0);
    expect(chip.x + chip.width).toBeLessThanOrEqual(PHONE.width);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }),
);

it(
  '[CHAT-01 in part] the last words of an unread conversation have the width that the dot leaves, in both directions',
  stage.scene(async ({ open, server }) => {
    const [cat, dan] = await Promise.all([makeMember(server, 'Cat Cole'), makeMember(server, 'Dan Dale')]);
    const chat = chatIdOf(cat.userId, dan.userId);
    await cat.give('StartChat', { userId: dan.userId });
    const page = await open(dan, { path: '/messages', screen: PHONE });
    for (const text of ['Is it there? '.repeat(8), 'هل هي متاحة؟ '.repeat(8)]) {
      await cat.give('SendMessage', { chatId: chat, text, media: [], postId: null });
      const words = await seen(named(page, 'list', 'Conversations').getByText(text.slice(0, 12)));
      const dot = await boxOf(page.getByText('Unread', { exact: true }).locator('..'));
      const right = await words.evaluate((element) => {
        const { right: edge } = element.getBoundingClientRect();
        return edge - Number.parseFloat(getComputedStyle(element).paddingRight);
      });
      expect(right).toBeLessThanOrEqual(dot.x);
      expect(right).toBeGreaterThan(dot.x - UNUSED_MAX_PX);
    }
  }),
);

it(
  '[NOTF-03 in part] [CHAT-01 in part] where the system decides the colours, one sees what is unread',
  stage.scene(async ({ open }) => {
    const page = await open(ben, { screen: PHONE });
    await ann.give('SendMessage', { chatId, text: 'It is.', media: [], postId: null });
    await page.emulateMedia({ forcedColors: 'active' });
    const ground = await backgroundOf(page.locator('body'));
    const main = page.getByRole('main');
    await navigation(page, /^Messages, 1 unread/).click();
    const inChats = main.getByText('Unread', { exact: true }).locator('..');
    await inChats.waitFor({ state: 'attached' });
    expect(await backgroundOf(inChats)).not.toBe(ground);
    await navigation(page, /^Notifications/).click();
    expect(await backgroundOf(await seen(named(main, 'img', 'Unread')))).not.toBe(ground);
  }),
);

it(
  '[SHEL-03 in part] in text twice as large the number of unread ones is whole, and its icon is to be seen',
  stage.scene(async ({ open, server }) => {
    // Her own: nobody reads it in another scene.
    const eve = await makeMember(server, 'Eve Ellis');
    await ben.comment(await eve.post('A fan for the summer'), 'Is it loud?');
    const page = await open(eve, { screen: PHONE });
    const tab = await seen(navigation(page, /^Notifications, \d+ unread/));
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const number = await tab.locator('[data-count]').evaluate((icon: HTMLElement) => {
      icon.dataset.count = '37';
      const { left, top, width, height } = icon.getBoundingClientRect();
      const style = getComputedStyle(icon, '::after');
      const from = left + Number.parseFloat(style.left);
      const bottom = top + height - Number.parseFloat(style.bottom);
      return {
        right: from + icon.clientWidth - Number.parseFloat(style.left) - Number.parseFloat(style.right),
        bottom,
        middle: top + height / 2,
        from,
        centre: left + width / 2,
      };
    });
    expect(number.right).toBeLessThanOrEqual(PHONE.width);
    expect(number.bottom).toBeLessThan(number.middle);
    expect(number.from).toBeGreaterThan(number.centre);
  }),
);
