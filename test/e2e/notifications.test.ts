import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { NOTIFICATIONS_PAGE } from '#domain/notification/limits.ts';
import { expectAccessible } from './harness/accessibility.ts';
import { codeFile } from './harness/codeFile.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, heading, link, named, region } from './harness/find.ts';
import { expectFocus } from './harness/focus.ts';
import { failCommands, holdRequests, rewriteSent, withoutFirstView } from './harness/holdBack.ts';
import { at, expectNoSidewaysScroll, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { DESKTOP, PHONE, setStage } from './harness/stage.ts';

let ann: Member;
let ben: Member;
let cat: Member;

const stage = setStage(async (server) => {
  [ann, ben, cat] = await Promise.all([
    makeMember(server, 'Ann Able'),
    makeMember(server, 'Ben Baker'),
    makeMember(server, 'Cat Coe'),
  ]);
});

const rows = (page: Page) => named(page, 'list', 'Notifications').getByRole('listitem');
const row = (page: Page, text: string | RegExp) => rows(page).filter({ hasText: text });
const dot = (locator: Locator) => named(locator, 'img', 'Unread');
/** The link of the bar, by the number that it shows. */
const badge = (page: Page, unread: number) => link(page, `Notifications${unread === 0 ? '' : `, ${unread} unread`}`);

/** Waits until the tab's title says how much is unread. */
async function titled(page: Page, unread: number): Promise<void> {
  const start = unread === 0 ? /^[^(]/ : new RegExp(`^\\(${unread}\\) `);
  await eventually(`the title counts ${unread}`, async () => start.test(await page.title()) || undefined);
}

/** The numbers that are drawn at the icon of a link. */
const drawn = (locator: Locator) =>
  locator
    .locator('*')
    .evaluateAll((all) =>
      all.map((each) => getComputedStyle(each, '::after').content).filter((content) => /\d/.test(content)),
    );

/** Waits until bar and title of each page say how much is unread. */
async function allCount(pages: readonly Page[], unread: number): Promise<void> {
  for (const page of pages) {
    const there = await seen(badge(page, unread));
    expect(await drawn(there)).toEqual(unread === 0 ? [] : [`"${unread}"`]);
    await titled(page, unread);
  }
}

/** Pixels that rounding takes or adds. */
const ROUNDING_PX = 2;

it(
  '[NOTF-01 in part] [NOTF-03] [NOTF-06] [SHEL-01 in part] [SHEL-03 in part] [DATA-15 in part] a comment is live in badge and list of each tab; one that was in sight for a second is read in all of them',
  stage.scene(async ({ open, server }) => {
    const me = await makeMember(stage.server, 'Uma Under');
    const post = await me.post('A desk to be notified of');
    const list = await open(me, { path: null });
    /** When this machine's clock showed that the list was marked as read. */
    let readAt = 0;
    await rewriteSent(list, 'ReadNotifications', (packet) => {
      readAt ||= performance.now();
      return packet;
    });
    await list.goto(`${server.origin()}/notifications`);
    await seesText(list, 'Nothing to see here - yet');
    // Two tabs on one screen, and a phone: each of them counts.
    const home = await list.context().newPage();
    await home.goto(new URL('/home', list.url()).href);
    const phone = await open(me, { screen: PHONE });
    await allCount([list, home, phone], 0);

    // The list is out of sight: nothing is read in it.
    await home.bringToFront();
    await list.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    });
    await ben.comment(post, 'Is the desk still there?');
    await allCount([list, home, phone], 1);
    await seen(row(list, 'Ben B. commented on your post “A desk to be notified of”'));
    await seesText(row(list, 'Ben B.'), 'Is the desk still there?');
    await seen(dot(row(list, 'Ben B.')));

    await cat.save(post);
    await allCount([list, home, phone], 2);
    expect((await rows(list).allTextContents()).map((text) => /saved|commented/.exec(text)?.[0])).toEqual([
      'saved',
      'commented',
    ]);

    // In sight again: both are read everywhere, and keep their look until one leaves (Q50).
    expect(readAt).toBe(0);
    const inSightFrom = performance.now();
    await list.evaluate(() => {
      Reflect.deleteProperty(document, 'visibilityState');
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await allCount([list, home, phone], 0);
    expect(readAt - inSightFrom).toBeGreaterThanOrEqual(1_000);
    expect(await dot(rows(list)).count()).toBe(2);
    await link(list, 'Saved').click();
    await at(list, '/saved');
    // A list that cannot be read says so.
    const failing = await open(me, { path: '/404' });
    await withoutFirstView(failing);
    const topic = `"notifications:ou:${me.userId}"`;
    const packets = await rewriteSent(failing, topic, (packet) => packet.replace(topic, '"notifications:none"'));
    await failing.goto(new URL('/notifications', failing.url()).href);
    await seen(heading(failing, 'Something went wrong'));
    packets.restore();
    await button(failing, 'Retry').click();
    await seen(row(failing, 'Cat C. saved your post'));
    await failing.close();
    await badge(list, 0).click();
    await seen(row(list, 'Cat C. saved your post'));
    expect(await dot(rows(list)).count()).toBe(0);
  }),
);

it(
  '[NOTF-03 in part] what could not be marked as read says so, and stays unread until one comes again',
  stage.scene(async ({ open }) => {
    const me = await makeMember(stage.server, 'Tia Tried');
    const post = await me.post('A stool that one asks for');
    const page = await open(me, { path: '/404' });
    const fault = await failCommands(page, 'ReadNotifications');
    await page.goto(new URL('/notifications', page.url()).href);
    await seesText(page, 'Nothing to see here - yet');
    await ben.comment(post, 'Does it stand?');
    const panel = await seen(region(page, 'Not sent yet'));
    await seesText(panel, '1 action was not sent');
    await seesText(panel, 'What you have read');
    await allCount([page], 1);
    fault.restore();
    await button(panel, 'Discard').click();
    await gone(panel);
    await allCount([page], 1);
    await page.reload();
    await allCount([page], 0);
  }),
);

it(
  '[NOTF-12] [SETT-04 in part] a notification leads to the very comment, and is read as it is opened; a phone has the number in its settings',
  stage.scene(async ({ open }) => {
    const me = await makeMember(stage.server, 'Vic Vale');
    const post = await me.post('A shelf with a long thread');
    const comment = await me.comment(post, 'Ask me anything.');
    for (let n = 0; n < 7; n += 1) await ann.comment(post, `Question ${n}?`, comment);
    const phone = await open(me, { path: '/settings/menu', screen: PHONE });
    await seen(named(phone, 'status', '7 unread'));
    await phone.goto(new URL('/notifications', phone.url()).href);
    await row(phone, 'Question 6?').getByRole('link').click();
    // The sixth reply and later ones are a window of their own.
    await seen(card(region(phone, 'Comments'), 'Question 6?'));
    await at(phone, new RegExp(`^/post/${post}\\?comment=${comment}&reply=`));
    await phone.goBack();
    await seen(row(phone, 'Question 0?'));
    await expectNoSidewaysScroll(phone);
    // The upper ones are read; the lower ones, once one has come to them.
    await seen(phone.getByRole('link', { name: /^Notifications, [123] unread$/ }));
    await rows(phone).last().scrollIntoViewIfNeeded();
    await allCount([phone], 0);
  }),
);

it(
  '[NOTF-14] [NOTF-12 in part] [NOTF-08] what is about something deleted goes, with its number; a name that changes, changes here too; all are marked as read at once',
  stage.scene(async ({ open, server }) => {
    const me = await makeMember(server, 'Wim West');
    const other = await makeMember(server, 'Xia Xenon');
    const post = await me.post('A rug with friends');
    const comment = await other.comment(post, 'Is it clean?');
    await other.comment(post, 'And is it red?');
    await other.save(post);
    const page = await open(me, { path: '/404' });
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    });
    await badge(page, 3).click();
    await seen(row(page, 'Is it clean?'));
    await other.give('ChangeName', { firstName: 'Xenia', lastName: 'Xenon' });
    await seen(row(page, 'Xenia Xenon saved your post'));
    await seen(row(page, /Xenia Xenon commented on your post.*And is it red/));
    const place = await row(page, 'Is it clean?').getByRole('link').getAttribute('href');
    expect(place).toBe(`/post/${post}?comment=${comment}`);
    const reading = await page.context().newPage();
    // The code that would say that it is gone comes late; the comment was seen here all the same.
    const words = await holdRequests(reading, codeFile('web/post/thread/SoughtGone.tsx'));
    await reading.goto(new URL(`${place}`, page.url()).href);
    await seen(card(reading, 'Is it clean?'));
    await other.give('DeletePost', { postId: comment });
    await gone(row(page, 'Is it clean?'));
    // Who came in time sees it go; who comes later reads that it is gone.
    await gone(card(reading, 'Is it clean?'));
    const released = reading.waitForResponse(codeFile('web/post/thread/SoughtGone.tsx'));
    words.release();
    await (await released).finished();
    const late = await page.context().newPage();
    await late.goto(new URL(`${place}`, page.url()).href);
    await seesText(late, 'Sorry, that comment has been deleted.');
    await seen(card(late, 'And is it red?'));
    expect(await reading.getByText('Sorry, that comment').count()).toBe(0);
    await allCount([page], 2);
    await button(page, 'Mark all as read').click();
    // Nothing is left to mark: the focus goes on to what comes next, and not back to the top of the page.
    await expectFocus(page, 'all is marked as read', /^a /);
    await allCount([page], 0);
    expect(await dot(rows(page)).count()).toBe(0);
    await me.give('DeletePost', { postId: post });
    await seesText(page, 'Nothing to see here - yet');
    await late.reload();
    await seesText(late, 'Sorry, that post has been deleted.');
  }),
);

it(
  '[NOTF-01] [NOTF-04] [NOTF-05] the list comes by pages of 15, to its end; nobody is mentioned',
  stage.scene(async ({ open, server }) => {
    const me = await makeMember(server, 'Yan Yule');
    const post = await me.post('A piano that all ask about');
    const count = NOTIFICATIONS_PAGE + 5;
    for (let n = 0; n < count; n += 1) await [ann, ben, cat][n % 3]?.comment(post, `Note ${n}.`);
    const page = await open(me, { path: '/notifications', screen: DESKTOP });
    await seen(row(page, `Note ${count - 1}.`));
    await eventually('all are listed', async () => {
      await page.mouse.wheel(0, DESKTOP.height);
      return (await rows(page).count()) === count || undefined;
    });
    await seesText(page, "You've reached the end.");
    // The words of a row come a moment after it.
    const inOrder = Array.from({ length: count }, (_, n) => `Note ${count - 1 - n}`).join();
    await eventually('each row has its words, in order', async () => {
      const words = (await rows(page).allTextContents()).map((text) => /Note \d+/.exec(text)?.[0]);
      return words.join() === inOrder || undefined;
    });
    await expectAccessible(page, '/notifications');
    // Back from one of the last, the list is where it was.
    const scrolled = () => page.evaluate(() => scrollY);
    // To the very end, so that a turn of the wheel that is still under way changes nothing.
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    const place = await scrolled();
    expect(place).toBeGreaterThan(DESKTOP.height / 2);
    await row(page, /Note 0\./).click();
    await at(page, /^\/post\//);
    await page.goBack();
    await eventually('the list is where it was', async () => {
      const now = await scrolled();
      if (Math.abs(now - place) > ROUNDING_PX) throw new Error(`It is at ${now} px, not at ${place} px.`);
      return true;
    });
    await page.goto(new URL('/notifications/mentions', page.url()).href);
    await seesText(page, 'Nothing to see here - yet');
  }),
);
