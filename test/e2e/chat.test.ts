import { afterEach, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { chatIdOf } from '#domain/chat/face.ts';
import { chatRejections } from '#domain/chat/rejections.ts';
import { newId } from '#domain/kernel/ids.ts';
import { CHAT_PAGE_MESSAGES } from '#domain/message/limits.ts';
import { messageRejections } from '#domain/message/rejections.ts';
import { TEXT_MAX_CHARACTERS } from '#domain/post/limits.ts';
import { draftStored, outboxEmpty } from './harness/browserStore.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, dialog, field, link, menuItem, named } from './harness/find.ts';
import { failCommands, rewriteSent } from './harness/holdBack.ts';
import { alerted, at, expectNoSidewaysScroll, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { layNetwork, type Network } from './harness/network.ts';
import { picture, plainPicture } from './harness/pictures.ts';
import { NETWORK_GONE, PHONE, SMALL_DESKTOP, setStage } from './harness/stage.ts';

let ann: Member;
let ben: Member;
let cat: Member;
const networks: Network[] = [];

const stage = setStage(async (server) => {
  [ann, ben, cat] = await Promise.all([
    makeMember(server, 'Ann Able'),
    makeMember(server, 'Ben Baker'),
    makeMember(server, 'Cat Cole'),
  ]);
});
afterEach(async () => {
  for (const network of networks.splice(0)) await network.close();
});

const log = (page: Page) => named(page, 'log', 'Messages');
const said = (page: Page, text: string) => card(log(page), text);
const writingTo = (page: Page, name: string) => field(page, `Message to ${name}`);
const row = (page: Page, name: string) =>
  named(page, 'list', 'Conversations').getByRole('listitem').filter({ hasText: name });

/** A conversation that `one` has begun with `other`. */
async function begun(one: Member, other: Member): Promise<string> {
  await one.give('StartChat', { userId: other.userId });
  return chatIdOf(one.userId, other.userId);
}

/** Writes and sends a message; it is there when it is shown. */
async function write(page: Page, to: string, text: string): Promise<Locator> {
  await writingTo(page, to).fill(text);
  await writingTo(page, to).press('Enter');
  return seen(said(page, text));
}

/** Deletes the conversation with Ben that a page shows. */
async function deleteHere(page: Page): Promise<void> {
  await button(page, 'Conversation options').click();
  await menuItem(page, 'Delete conversation').click();
  await seesText(dialog(page, 'Delete Conversation?'), /for you and for Ben B\./);
  await button(dialog(page, 'Delete Conversation?'), 'Delete').click();
}

/** Notes every text of the pill that tells of new messages, from now on, however short it is there. */
async function notePills(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const noted: string[] = [];
    Object.assign(window, { notedPills: noted });
    const look = () => {
      for (const pill of document.querySelectorAll('[role="status"] button')) noted.push(pill.textContent ?? '');
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { readonly notedPills: readonly string[] }).notedPills);
}

const say = (who: Member, chatId: string, text: string, postId: string | null = null) =>
  who.give('SendMessage', { chatId, text, media: [], postId });

it(
  '[CHAT-01] [CHAT-04] [CHAT-10] [CHAT-11] [CHAT-18] [SHEL-14 in part] a message is there live, Delivered, then Seen once the other one has had it in sight, and is liked',
  stage.scene(async ({ open }) => {
    const chatId = await begun(ann, ben);
    const a = await open(ann, { path: `/messages/${chatId}` });
    const b = await open(ben, { path: '/messages' });
    await seesText(row(b, 'Ann A.'), 'Unread');

    await write(a, 'Ben B.', 'Is the lamp still there? See https://example.org');
    await seesText(said(a, 'Is the lamp'), /Delivered/);
    await seen(link(said(a, 'Is the lamp'), 'https://example.org'));
    await seesText(row(a, 'Ben B.'), /^You: Is the lamp still there\?/);
    await seesText(row(b, 'Ann A.'), /^Is the lamp still there\?/);
    await seen(row(b, 'Ann A.').getByText(/^\w{3} \d{1,2}(st|nd|rd|th)$/));
    expect(await said(a, 'Is the lamp').getByText('Seen').count()).toBe(0);

    await row(b, 'Ann A.').getByRole('link').click();
    await at(b, `/messages/${chatId}`);
    await seen(said(b, 'Is the lamp'));
    await seesText(said(a, 'Is the lamp'), /Seen/);
    await gone(row(b, 'Ann A.').getByText('Unread'));

    await said(b, 'Is the lamp').hover();
    await button(said(b, 'Is the lamp'), 'Like').click();
    await alerted(b, 'Reaction sent.', 'success');
    await seesText(said(a, 'Is the lamp'), 'Liked by Ben B.');
    await button(said(b, 'Is the lamp'), 'Liked').click();
    await gone(said(a, 'Is the lamp').getByText('Liked by Ben B.'));

    // Under the last one alone, and only if it is one's own.
    await write(b, 'Ann A.', 'It is.');
    await seesText(said(b, 'It is.'), /Seen/);
    expect(await said(a, 'Is the lamp').getByText('Seen').count()).toBe(0);

    // Two panes above 1000 px, one below (CHAT-04).
    await b.setViewportSize({ ...SMALL_DESKTOP, width: 1001 });
    await seen(row(b, 'Ann A.'));
    await b.setViewportSize({ ...SMALL_DESKTOP, width: 1000 });
    await gone(row(b, 'Ann A.'));
    await seen(said(b, 'It is.'));
    await expectNoSidewaysScroll(b);
    await button(b, 'Back').click();
    await seen(row(b, 'Ann A.'));
    await gone(log(b));
  }),
);

it(
  '[CHAT-02] [CHAT-03] [CHAT-12] [CHAT-22 in part] a conversation is deleted for both; a foreign one reads like one that does not exist',
  stage.scene(async ({ open }) => {
    const chatId = await begun(ben, cat);
    await say(ben, chatId, 'Soon gone');
    const [a, b, c] = await Promise.all([
      open(cat, { path: `/messages/${chatId}` }),
      open(ben, { path: `/messages/${chatId}` }),
      open(ann, { path: `/messages/${chatId}` }),
    ]);
    await seesText(c, "This conversation doesn't exist");
    await seen(said(b, 'Soon gone'));
    await seen(said(a, 'Soon gone'));
    // A deletion that the server refuses: of a conversation that is none of hers.
    const failing = await open(cat, { path: null });
    const packets = await rewriteSent(failing, 'DeleteChat', (packet) => packet.replace(chatId, crypto.randomUUID()));
    await failing.goto(b.url());
    await deleteHere(failing);
    await alerted(failing, "Couldn't delete all chat messages", 'danger');
    packets.restore();
    const faulty = await open(cat, { path: null });
    await failCommands(faulty, 'DeleteChat');
    await faulty.goto(b.url());
    await deleteHere(faulty);
    await alerted(faulty, 'Something went wrong', 'danger');
    await seen(said(b, 'Soon gone'));
    await deleteHere(a);
    await alerted(a, 'Chat deleted', 'success');
    await at(a, '/messages');
    await seesText(a, 'Send a message, get a message');
    await seen(link(a, 'New message').first());
    await seesText(b, "This conversation doesn't exist");
    expect(await log(b).count()).toBe(0);
    await a.goto(new URL(`/messages/${crypto.randomUUID()}`, a.url()).href);
    await seesText(a, "This conversation doesn't exist");
  }),
);

it(
  '[P2] what was written offline in two tabs arrives once and in order, also over a reload; a draft outlives one',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const chatId = await begun(ann, cat);
    const network = await layNetwork(stage.server);
    networks.push(network);
    const path = `/messages/${chatId}`;
    const [one, c] = await Promise.all([open(ann, { path, network }), open(cat, { path })]);
    await seen(writingTo(one, 'Cat C.'));
    const two = await one.context().newPage();
    await two.goto(one.url());
    await write(two, 'Cat C.', 'Number 0');
    for (const page of [one, two, c]) await seen(said(page, 'Number 0'));
    await outboxEmpty(two);

    await network.cut(one);
    await seesText(one, 'Offline: your actions will be sent');
    await seesText(two, 'Offline: your actions will be sent');
    for (const [n, page] of [one, two, one, two, one].entries()) {
      await write(page, 'Cat C.', `Number ${n + 1}`);
      await seesText(said(page, `Number ${n + 1}`), 'Waiting for connection');
      // The other tab has it before it writes: that is what "after" means between tabs.
      for (const each of [one, two]) await seen(said(each, `Number ${n + 1}`));
    }
    await writingTo(one, 'Cat C.').fill('Not yet sent');
    await draftStored(one, 0);
    await network.mend(one);
    await one.reload();
    await seen(said(c, 'Number 5'));
    await outboxEmpty(one);
    const numbers = async (page: Page) =>
      (await log(page).getByRole('article').allTextContents()).map((text) => /Number \d/.exec(text)?.[0]);
    for (const page of [c, one]) {
      const all = [0, 1, 2, 3, 4, 5].map((n) => `Number ${n}`).join();
      await eventually(
        'all of them are there, in their order',
        async () => (await numbers(page)).join() === all || undefined,
      );
    }
    await eventually('the draft is there', async () =>
      (await writingTo(one, 'Cat C.').inputValue()) === 'Not yet sent' ? true : undefined,
    );
  }),
);

it(
  'words that were written offline in a conversation that is deleted meanwhile get into no new one (D52)',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const [dot, eli] = await Promise.all([makeMember(server, 'Dot Drew'), makeMember(server, 'Eli East')]);
    const chatId = await begun(dot, eli);
    const network = await layNetwork(server);
    networks.push(network);
    const page = await open(dot, { path: `/messages/${chatId}`, network });
    await write(page, 'Eli E.', 'At six?');
    await outboxEmpty(page);
    await network.cut(page);
    await write(page, 'Eli E.', 'For your eyes, in this talk alone');
    await eli.give('DeleteChat', { chatId, round: 1 });
    await begun(eli, dot);
    await network.mend(page);
    await seesText(page, chatRejections.CHAT_ROUND_OVER.text);
    await say(eli, chatId, 'A new beginning');
    await seen(said(page, 'A new beginning'));
    const other = await open(eli, { path: `/messages/${chatId}` });
    await seen(said(other, 'A new beginning'));
    expect(await log(other).getByText('For your eyes').count()).toBe(0);
  }),
);

it(
  '[CHAT-05] [CHAT-07 in part] older messages come by scrolling up, and nothing under the eye moves; new ones wait behind a pill',
  stage.scene(async ({ open }) => {
    const chatId = chatIdOf(ann.userId, ben.userId);
    await ann.give('StartChat', { userId: ben.userId });
    const count = 2 * CHAT_PAGE_MESSAGES + 3;
    for (let n = 0; n < count; n += 1) await say(n % 2 === 0 ? ann : ben, chatId, `Line ${n}.`);
    const a = await open(ann, { path: `/messages/${chatId}`, screen: PHONE });
    await seen(said(a, `Line ${count - 1}.`));
    await seesText(said(a, `Line ${count - 1}.`), /(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d{1,2}:\d\d [AP]M/);
    // The newest is at the bottom, in sight.
    expect(await log(a).evaluate((pane) => Math.round(pane.scrollTop))).toBe(0);
    const edge = (text: string) => said(a, text).evaluate((each) => Math.round(each.getBoundingClientRect().top));
    const shownLines = () => log(a).getByRole('article').count();

    const before = await eventually('the first page is whole', async () => {
      const lines = await shownLines();
      return lines >= CHAT_PAGE_MESSAGES ? lines : undefined;
    });
    expect(before).toBe(15);
    /** Scrolls to so many pixels from the upper end, and lets the page take note. */
    const scrollToTop = (px: number) =>
      log(a).evaluate(async (pane, above) => {
        pane.scrollTo({ top: pane.clientHeight - pane.scrollHeight + above });
        for (let frame = 0; frame < 3; frame += 1) await new Promise((next) => requestAnimationFrame(next));
      }, px);
    await scrollToTop(70);
    expect(await log(a).getAttribute('aria-busy')).toBe('false');
    expect(await shownLines()).toBe(before);
    await scrollToTop(67);
    await eventually('older ones are there', async () => ((await shownLines()) > before ? true : undefined));
    const anchor = `Line ${count - before + 2}.`;
    const place = await edge(anchor);
    await say(ben, chatId, 'Are you there?');
    await seen(button(a, '1 new message'));
    expect(Math.abs((await edge(anchor)) - place)).toBeLessThanOrEqual(2);
    await button(a, '1 new message').click();
    await gone(button(a, '1 new message'));
    expect(await log(a).evaluate((pane) => Math.round(pane.scrollTop))).toBe(0);

    // At the end nothing is missed: not for a frame is it said that something is new.
    const pills = await notePills(a);
    await say(ben, chatId, 'I see you.');
    await seen(said(a, 'I see you.'));
    expect(await pills()).toEqual([]);
  }),
);

it(
  '[CHAT-08] Enter sends and Shift+Enter breaks the line; at its limit nothing more goes in; a refused message is changed and sent again',
  stage.scene(async ({ open }) => {
    const chatId = await begun(ann, ben);
    const a = await open(ann, { path: `/messages/${chatId}` });
    const field = writingTo(a, 'Ben B.');
    await seen(field);
    await field.press('Enter');
    await field.pressSequentially('First');
    await field.press('Shift+Enter');
    await field.pressSequentially('second');
    await field.press('Enter');
    await seen(said(a, 'First'));
    const lines = said(a, 'First').locator('p', { hasText: /^(First|second)$/ });
    await seen(lines.nth(1));
    expect(await lines.count()).toBe(2);
    expect(await field.inputValue()).toBe('');

    await field.fill('x'.repeat(TEXT_MAX_CHARACTERS + 7));
    await alerted(a, messageRejections.MESSAGE_TOO_LONG.text, 'danger');
    expect(await field.inputValue()).toBe('x'.repeat(TEXT_MAX_CHARACTERS));
    await field.fill('');

    // The server gets an empty text: its refusal is a real one.
    const rewriting = await rewriteSent(a, 'Refuse me', (packet) => packet.replace('Refuse me', ' '));
    await a.reload();
    await field.fill('Refuse me');
    await field.press('Enter');
    const refused = await seen(named(log(a), 'article', 'Your message, not sent'));
    await seesText(refused, messageRejections.MESSAGE_EMPTY.text);
    await seesText(refused, 'Refuse me');
    rewriting.restore();
    await button(refused, 'Edit').click();
    await gone(refused);
    expect(await field.inputValue()).toBe('Refuse me');
    await field.fill('Do not refuse me');
    await field.press('Enter');
    await seesText(said(a, 'Do not refuse me'), /Delivered|Seen/);
  }),
);

it(
  '[CHAT-09] [CHAT-21] [CHAT-01 in part] [POST-23 in part] a photo is sent and keeps its place; a shared post is a live card until it is deleted',
  stage.scene(async ({ open }) => {
    const chatId = await begun(ann, cat);
    const post = await ann.post('A green lamp\nwith a cable', [await picture(2)]);
    await say(ann, chatId, '', post);
    const c = await open(cat, { path: `/messages/${chatId}` });
    const shared = await seen(link(log(c), /^A green lamp/));
    await seesText(row(c, 'Ann A.'), 'Shared a post');
    expect(await shared.getAttribute('href')).toBe(`/post/${post}`);
    await ann.give('SetSale', { postId: post, sale: 'sold' });
    await seesText(shared, 'Sold');
    await ann.give('DeletePost', { postId: post });
    await seesText(log(c), '* Post deleted **');
    // In the list as well.
    await seesText(row(c, 'Ann A.'), '* Post deleted **');

    const a = await open(ann, { path: `/messages/${chatId}` });
    const picker = a.getByLabel('Photo or video', { exact: true });
    await picker.setInputFiles(await picture(3));
    const chosen = await seen(named(a, 'img', 'Your photo'));
    expect(await chosen.evaluate((each) => each.getBoundingClientRect().height)).toBeLessThanOrEqual(200);
    await picker.setInputFiles(await picture(4));
    await alerted(a, messageRejections.MESSAGE_FILES.text);
    await button(a, 'Send').click();
    const photo = await seen(named(log(c), 'img', 'Photo from Ann A.'));
    expect(await photo.evaluate((each) => each.getBoundingClientRect().height)).toBeLessThanOrEqual(200);
    await seesText(row(c, 'Ann A.'), 'Photo');

    // A wide one leaves room for its like and its menu on the narrowest phone, at both ends.
    await picker.setInputFiles(await plainPicture(900, 400));
    await button(a, 'Send').click();
    await seen(named(log(c), 'img', 'Photo from Ann A.').nth(1));
    await seen(named(log(a), 'img', 'Photo from you').nth(1));
    for (const page of [a, c]) {
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await log(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
  }),
);

it(
  '[CHAT-10 in part] a tab that nobody looks at does not see a message; half a second in a focused one does (D54)',
  stage.scene(async ({ open }) => {
    const chatId = await begun(ben, cat);
    const b = await open(ben, { path: `/messages/${chatId}` });
    const c = await open(cat, { path: null });
    await c.addInitScript(() => {
      const page = window as unknown as { isFocused: boolean };
      page.isFocused = false;
      document.hasFocus = () => page.isFocused;
    });
    /** When this machine's clock showed that the mark was sent. */
    let markedAt = 0;
    await rewriteSent(c, 'SeeMessage', (packet) => {
      markedAt ||= performance.now();
      return packet;
    });
    await c.goto(new URL(`/messages/${chatId}`, b.url()).href);
    const id = newId(await say(ben, chatId, 'Do you see this?'), 0);
    await seen(said(c, 'Do you see this?'));
    await seesText(said(b, 'Do you see this?'), /Delivered/);
    // The like is newer than the message: a mark of the message would have been on its way before.
    await ben.give('LikeMessage', { messageId: id });
    await seesText(said(c, 'Do you see this?'), 'Liked by Ben B.');
    await seesText(said(b, 'Do you see this?'), /Delivered/);
    expect(markedAt).toBe(0);
    const watchedFrom = performance.now();
    await c.evaluate(() => {
      (window as unknown as { isFocused: boolean }).isFocused = true;
      dispatchEvent(new Event('focus'));
    });
    await seesText(said(b, 'Do you see this?'), /Seen/);
    expect(markedAt - watchedFrom).toBeGreaterThanOrEqual(500);
  }),
);
