import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { chatIdOf } from '#domain/chat/face.ts';
import { newId } from '#domain/kernel/ids.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, combobox, dialog, field, heading, link, menuItem, named, region } from './harness/find.ts';
import { holdBack, rewriteSent, withoutFirstView } from './harness/holdBack.ts';
import { alerted, at, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { picture, plainPicture } from './harness/pictures.ts';
import { PHONE, setStage, TABLET } from './harness/stage.ts';

let ann: Member;
let ben: Member;
let cat: Member;

const stage = setStage(async (server) => {
  [ann, ben, cat] = await Promise.all([
    makeMember(server, 'Ann Able'),
    makeMember(server, 'Ben Baker'),
    makeMember(server, 'Cat Cole'),
  ]);
});

/** Milliseconds that waiting goes on without a word (Q43), and by which two readings of a page's clock may differ. */
const WAIT_MS = 3_000;
const CLOCK_STEP_MS = 50;

/** Has a page note when its conversation begins to load, and when a text about it is there. */
function noteWaiting(text: string): void {
  const noted: number[] = [];
  Object.assign(window, { noted });
  new MutationObserver(() => {
    const isThere = [
      document.querySelector('[aria-label="Loading conversation"]') !== null,
      document.body?.textContent?.includes(text) === true,
    ];
    if (isThere[noted.length] === true) noted.push(performance.now());
  }).observe(document, { subtree: true, childList: true });
}

/** CSS pixels of a photo's height in composers and conversations (POST-23). */
const PHOTO_MAX_PX = 200;

const log = (page: Page) => named(page, 'log', 'Messages');
const said = (page: Page, text: string) => card(log(page), text);
const row = (page: Page, name: string) =>
  named(page, 'list', 'Conversations').getByRole('listitem').filter({ hasText: name });

/** A conversation that `one` has begun with `other`, with a first message. */
async function talk(one: Member, other: Member, text: string): Promise<{ chatId: string; messageId: string }> {
  const chatId = chatIdOf(one.userId, other.userId);
  await one.give('StartChat', { userId: other.userId });
  const messageId = newId(await one.give('SendMessage', { chatId, text, media: [], postId: null }), 0);
  return { chatId, messageId };
}

it(
  '[CHAT-06] [CHAT-20] nothing waits on purpose; after three seconds a Retry shows, and what could not be read says so',
  stage.scene(async ({ open }) => {
    const { chatId } = await talk(ann, ben, 'Worth the wait');
    const slow = await open(ben, { path: '/404' });
    await withoutFirstView(slow);
    const answers = await holdBack(slow, '"messages"');
    await slow.addInitScript(noteWaiting, 'This takes longer than usual.');
    await slow.goto(new URL(`/messages/${chatId}`, slow.url()).href);
    await seen(named(slow, 'status', 'Loading conversation'));
    const pane = region(slow, 'Conversation');
    await seesText(pane, 'This takes longer than usual.');
    await seen(button(pane, 'Retry'));
    const [waits = 0, says = 0] = await slow.evaluate(() => (window as unknown as { noted: number[] }).noted);
    expect(says - waits).toBeGreaterThanOrEqual(WAIT_MS - CLOCK_STEP_MS);
    expect(says - waits).toBeLessThan(2 * WAIT_MS);
    answers.release();
    await seen(said(slow, 'Worth the wait'));
    await gone(button(slow, 'Retry'));

    // The hub refuses a topic that is none.
    const failing = await open(ann, { path: '/404' });
    await withoutFirstView(failing);
    const topic = `"messages:${chatId}:1"`;
    const packets = await rewriteSent(failing, topic, (packet) => packet.replace(topic, '"messages:none"'));
    await failing.goto(new URL(`/messages/${chatId}`, failing.url()).href);
    await seen(heading(failing, 'Something went wrong'));
    packets.restore();
    await button(log(failing), 'Retry').click();
    await seen(said(failing, 'Worth the wait'));
  }),
);

it(
  '[CHAT-19] [CHAT-01 in part] [SETT-04] the number of unread chats is in side bar, bottom bar and settings, and goes everywhere when one is opened',
  stage.scene(async ({ open, server }) => {
    const me = await makeMember(server, 'Mel Moss');
    const { chatId } = await talk(ann, me, 'First');
    await talk(ben, me, 'Second');
    const post = await me.post('A stool with a fan');
    await ann.save(post);
    const [desk, phone, settings, tablet] = await Promise.all([
      open(me),
      open(me, { screen: PHONE }),
      open(me, { path: '/settings/menu', screen: PHONE }),
      open(me, { path: '/settings/menu', screen: TABLET }),
    ]);
    const tab = await desk.context().newPage();
    await tab.goto(desk.url());
    const badge = (page: Page, unread: number) =>
      seen(link(page, `Messages${unread === 0 ? '' : `, ${unread} unread`}`));
    const all = async (unread: number) => {
      for (const page of [desk, tab, phone]) await badge(page, unread);
      // Notifications count there, too: each unread conversation has one, and somebody has saved the post.
      await seen(named(settings, 'status', `${2 * unread + 1} unread`));
    };
    await all(2);
    await seen(button(tablet, 'Back'));
    expect(await tablet.getByRole('status', { name: /unread/ }).count()).toBe(0);
    await ann.give('SendMessage', { chatId, text: 'Third', media: [], postId: null });
    await all(2);
    await link(desk, 'Messages, 2 unread').click();
    // The newest activity is first, live.
    const partners = async () =>
      (await named(desk, 'list', 'Conversations').getByRole('listitem').allInnerTexts()).map(
        (text) => /(Ann A|Ben B)\./.exec(text)?.[0],
      );
    const areIn = (order: string) =>
      eventually(`the list is ${order}`, async () => (await partners()).join() === order || undefined);
    await areIn('Ann A.,Ben B.');
    await ben.give('SendMessage', { chatId: chatIdOf(ben.userId, me.userId), text: 'Fourth', media: [], postId: null });
    await areIn('Ben B.,Ann A.');
    await row(desk, 'Ann A.').getByRole('link').click();
    await seen(said(desk, 'Third'));
    await all(1);
    await seen(button(settings, 'Back'));
  }),
);

it(
  '[PROF-24] [NOTF-08 in part] a new name and photo are at once in posts, comments, notifications, chats and messages',
  stage.scene(async ({ open, server }) => {
    const nora = await makeMember(server, 'Nora Newname');
    const { chatId } = await talk(nora, ann, 'Do you know me?');
    const post = await nora.post('A mask to change');
    const mine = await ann.post('A stage to notice');
    await nora.comment(post, 'It suits me.');
    await nora.comment(mine, 'How big is it?');
    const [chat, thread, news] = await Promise.all([
      open(ann, { path: `/messages/${chatId}` }),
      open(ann, { path: `/post/${post}` }),
      open(ann, { path: '/notifications' }),
    ]);
    await seen(log(chat).getByRole('article', { name: /^Nora N\./ }));
    await seen(row(chat, 'Nora N.'));
    await seen(link(card(thread, 'It suits me.'), 'Nora N.'));
    await seesText(news, /Nora N\. commented/);
    const pictureOf = (page: Page) => row(page, 'Nor').locator('img').getAttribute('src');
    const before = await pictureOf(chat);
    await nora.give('ChangeName', { firstName: 'Norma', lastName: 'Nova' });
    await nora.changePicture(await picture(9));
    await seen(log(chat).getByRole('article', { name: /^Norma Nova/ }));
    await seen(row(chat, 'Norma Nova'));
    await seen(heading(chat, 'Norma Nova'));
    await seen(link(card(thread, 'It suits me.'), 'Norma Nova'));
    await seesText(news, /Norma Nova commented/);
    await eventually('the chat has the new picture', async () => (await pictureOf(chat)) !== before || undefined);
    const name = (await pictureOf(chat))?.split('?')[0] ?? '';
    for (const page of [thread, news]) await seen(page.locator(`img[src^="${name}"]`).first());
  }),
);

it(
  '[CHAT-12 in part] [Q22 in part] a message is reported from its menu; moderators see it, also once the conversation is deleted',
  stage.scene(async ({ open, server }) => {
    const { chatId } = await talk(ben, cat, 'Send me a gift card.');
    await ann.give('StartChat', { userId: cat.userId });
    await server.order('moderator', { email: ann.email, remove: false });
    const page = await open(cat, { path: `/messages/${chatId}` });
    await said(page, 'gift card').hover();
    await button(said(page, 'gift card'), 'Message options').click();
    await menuItem(page, 'Report message').click();
    const asked = await seen(dialog(page, 'Report this message'));
    await combobox(asked, 'Reason').selectOption({ label: 'Scam or fraud' });
    await button(asked, 'Report').click();
    await alerted(page, 'Message Reported. Thanks for letting us know.', 'success');

    // One's own has no such menu.
    const own = await open(ben, { path: `/messages/${chatId}` });
    await seen(said(own, 'gift card'));
    expect(await button(said(own, 'gift card'), 'Message options').count()).toBe(0);

    const moderation = await open(ann, { path: '/moderation/open' });
    const found = named(moderation, 'article', 'Report of Ben B.');
    await seesText(found, 'Send me a gift card.');
    await seesText(found, /message · .* · Scam or fraud · 1 report/);
    expect(await button(found, 'Remove message').count()).toBe(0);
    await cat.give('DeleteChat', { chatId, round: 1 });
    await seesText(found, /deleted by now/);
    await seesText(found, 'Send me a gift card.');
    await seesText(own, "This conversation doesn't exist");
  }),
);

it(
  '[POST-23] a photo is at most 200 pixels high where it is chosen, and in a conversation (the other heights are those of posts)',
  stage.scene(async ({ open }) => {
    const { chatId } = await talk(ann, cat, 'Look at this');
    const page = await open(cat, { path: `/messages/${chatId}` });
    const most = async (photo: Locator) => {
      const box = await (await seen(photo)).boundingBox();
      expect(box?.height).toBeLessThanOrEqual(PHOTO_MAX_PX);
      expect(box?.width).toBeLessThanOrEqual(2 * PHOTO_MAX_PX);
    };
    await page.getByLabel('Photo or video', { exact: true }).setInputFiles(await plainPicture(300, 900));
    await most(named(page, 'img', 'Your photo'));
    await button(page, 'Send').click();
    await most(named(log(page), 'img', 'Photo from you'));
    await page.goto(new URL('/create/post', page.url()).href);
    const composer = await seen(dialog(page, 'Create Post'));
    await composer.locator('input[type="file"]').setInputFiles(await plainPicture(300, 900));
    await most(named(composer, 'list', 'Chosen photos and videos').locator('img'));
  }),
);

it(
  '[DATA-17] no page asks another site for a script or anything else; a street address leads to a maps search (D58)',
  stage.scene(async ({ open, server }) => {
    const post = await ann.post('Pick it up at 660 Parrington Oval, Norman, OK 73019');
    const { chatId } = await talk(ann, cat, 'Where is it?');
    const page = await open(cat, { path: `/post/${post}` });
    const asked: string[] = [];
    page.context().on('request', (request) => asked.push(request.url()));
    const place = await seen(
      card(page, 'Pick it up')
        .first()
        .getByRole('link', { name: /660 Parrington Oval/ }),
    );
    expect(await place.getAttribute('href')).toMatch(/^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=660/);
    for (const path of [
      '/home',
      '/messages',
      `/messages/${chatId}`,
      '/profile',
      '/search',
      '/settings/account',
      '/create/post',
    ]) {
      await page.goto(new URL(path, page.url()).href);
      await at(page, path);
      await seen(named(page, 'navigation', 'Main').first());
    }
    expect(asked.length).toBeGreaterThan(20);
    const { host } = new URL(server.origin());
    const isOwn = (url: string) => /^(data|blob):/.test(url) || new URL(url).host === host;
    expect(asked.filter((url) => !isOwn(url))).toEqual([]);
    const scripts = await page.evaluate(() => [...document.scripts].map(({ src }) => src).filter((src) => src !== ''));
    expect(scripts.filter((src) => new URL(src).host !== host)).toEqual([]);
  }),
);

it(
  'the head of a conversation says while the other one writes, and no longer: cleared, sent, or left behind',
  stage.scene(async ({ open }) => {
    const { chatId } = await talk(ann, ben, 'Is it still there?');
    const [a, b] = [await open(ann, { path: `/messages/${chatId}` }), await open(ben, { path: `/messages/${chatId}` })];
    for (const page of [a, b]) await seen(said(page, 'Is it still there?'));
    const composer = field(b, 'Message to Ann A.');
    const writes = a.getByText('Writing…', { exact: true });
    /** A signal may be lost, and somebody who goes on writing says it again. */
    const write = (text: string) =>
      eventually('the other one sees it', async () => {
        await composer.fill(`${text}.`);
        await composer.fill(text);
        return (await writes.isVisible()) || undefined;
      });

    await write('It is');
    await composer.fill('');
    await gone(writes);

    await write('It is, come by');
    await composer.press('Enter');
    await seen(said(a, 'It is, come by'));
    await gone(writes);

    await write('And bring');
    expect(await b.getByText('Writing…', { exact: true }).count()).toBe(0);
    await b.goto(new URL('/messages', b.url()).href);
    await gone(writes);
  }),
);
