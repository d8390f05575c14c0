import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { chatIdOf } from '#domain/chat/face.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, checkbox, field, link, named } from './harness/find.ts';
import { at, expectNoSidewaysScroll, gone, seen, seesText } from './harness/look.ts';
import { makeMember } from './harness/member.ts';
import { DESKTOP, PHONE, setStage } from './harness/stage.ts';

const stage = setStage(async () => undefined);

const rows = (page: Page) => named(page, 'list', 'Notifications').getByRole('listitem');
const row = (page: Page, text: string | RegExp) => rows(page).filter({ hasText: text });
const badge = (page: Page, name: string, unread: number) =>
  link(page, `${name}${unread === 0 ? '' : `, ${unread} unread`}`);
const said = (page: Page, text: string): Locator => card(named(page, 'log', 'Messages'), text);
/** The message that a notification led to. */
const sought = (page: Page) => page.locator('[data-sought]');

/** A page whose list of notifications reads nothing, because nobody is looking. */
async function unwatched(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  });
}

async function write(page: Page, to: string, text: string): Promise<void> {
  const box = field(page, `Message to ${to}`);
  await box.fill(text);
  await box.press('Enter');
  await seen(said(page, text));
}

it.each([
  ['a desktop', DESKTOP, 'Ann Able', 'Ben Baker'],
  ['a phone', PHONE, 'Cat Able', 'Dan Baker'],
] as const)(
  '[NOTF-02 in part] [NOTF-12 in part] [NOTF-13 in part] [CHAT-19 in part] a message makes one row and one number, live; a click opens it, and reading the conversation reads both (%s)',
  (_screen, screen, first, second) =>
    stage.scene(async ({ open, server }) => {
      const ann = await makeMember(server, first);
      const ben = await makeMember(server, second);
      const [nameOfAnn, nameOfBen] = [first, second].map((name) => `${name.slice(0, 5)}.`) as [string, string];
      const chatId = chatIdOf(ann.userId, ben.userId);
      const b = await open(ben, { path: '/home', screen });
      await seen(badge(b, 'Notifications', 0));

      await ann.give('StartChat', { userId: ben.userId });
      await seen(badge(b, 'Notifications', 1));
      const a = await open(ann, { path: `/messages/${chatId}`, screen: DESKTOP });
      await seen(a.getByText(`Say hello to ${nameOfBen}`));
      await write(a, nameOfBen, 'Is the lamp still there?');
      await write(a, nameOfBen, 'I could come today.');
      await unwatched(b);
      await badge(b, 'Notifications', 1).click();
      await seesText(row(b, `${nameOfAnn} started a conversation with you: 2 messages`), 'I could come today.');
      expect(await rows(b).count()).toBe(1);
      await expectNoSidewaysScroll(b);
      await b.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'));

      await row(b, nameOfAnn).getByRole('link').click();
      await at(b, new RegExp(`^/messages/${chatId}\\?message=`));
      await seen(said(b, 'I could come today.'));
      await seen(sought(b));
      await seesText(said(a, 'I could come today.'), /Seen/);
      await b.goto(new URL('/home', b.url()).href);
      await seen(badge(b, 'Notifications', 0));
      await seen(badge(b, 'Messages', 0));

      // Somewhere else the next message counts in both; seen in the conversation, it is read in the list, too.
      await write(a, nameOfBen, 'Or tomorrow?');
      await seen(badge(b, 'Notifications', 1));
      await badge(b, 'Messages', 1).click();
      await named(b, 'list', 'Conversations').getByRole('link').click();
      await seesText(said(a, 'Or tomorrow?'), /Seen/);
      await b.goto(new URL('/notifications', b.url()).href);
      await seen(row(b, `${nameOfAnn} sent you a message`));
      await seen(badge(b, 'Notifications', 0));
      expect(await named(rows(b), 'img', 'Unread').count()).toBe(0);
    })(),
);

it(
  '[NOTF-02 in part] [CHAT-11] [NOTF-14 in part] a like of a message is notified of and opens the very message, however old; a deleted conversation takes its rows along',
  stage.scene(async ({ open, server }) => {
    const ann = await makeMember(server, 'Eve Elm');
    const ben = await makeMember(server, 'Fay Fox');
    const chatId = chatIdOf(ann.userId, ben.userId);
    await ann.give('StartChat', { userId: ben.userId });
    const say = (who: typeof ann, text: string) => who.give('SendMessage', { chatId, text, media: [], postId: null });
    await say(ann, 'The first of all.');
    for (let n = 0; n < 40; n += 1) await say(n % 2 === 0 ? ben : ann, `Line ${n}.`);

    const b = await open(ben, { path: `/messages/${chatId}` });
    await seen(said(b, 'Line 39.'));
    await eventually('the first one is loaded', async () => {
      await named(b, 'log', 'Messages').evaluate((pane) => pane.scrollTo(0, -pane.scrollHeight));
      return (await said(b, 'The first of all.').count()) === 1 || undefined;
    });
    const a = await open(ann, { path: '/home' });
    await seen(badge(a, 'Notifications', 1));
    await said(b, 'The first of all.').hover();
    await button(said(b, 'The first of all.'), 'Like').click();
    await seen(badge(a, 'Notifications', 2));
    await unwatched(a);
    await badge(a, 'Notifications', 2).click();
    await seesText(row(a, 'Fay F. liked your message'), 'The first of all.');
    await a.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'));
    await row(a, 'liked your message').getByRole('link').click();
    await seesText(sought(a), 'The first of all.');
    await seen(said(a, 'The first of all.'));

    await a.goto(new URL('/notifications', a.url()).href);
    await seen(row(a, 'Fay F. liked your message'));
    await ben.give('DeleteChat', { chatId, round: 1 });
    await gone(row(a, 'Fay F.'));
    await seesText(a, 'Nothing to see here - yet');
    await seen(badge(a, 'Notifications', 0));
  }),
);

it(
  '[NOTF-10 in part] each kind of mail has a switch, in every tab; without mails at all they say nothing',
  stage.scene(async ({ open, server }) => {
    const me = await makeMember(server, 'Gil Gray');
    const page = await open(me, { path: '/settings/account/notifications' });
    const replies = (where: Page) => checkbox(where, 'Replies to my comments');
    await seen(replies(page));
    expect(await named(page, 'group', 'About').getByRole('checkbox').count()).toBe(4);
    await seen(checkbox(page, 'Messages to me'));
    await seen(checkbox(page, 'Comments on my posts'));
    await seen(checkbox(page, 'Saves of my posts and likes of my comments'));
    expect(await replies(page).isChecked()).toBe(true);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await seen(replies(other));
    await replies(page).uncheck();
    await eventually('the choice is there live', async () => !(await replies(other).isChecked()) || undefined);
    await checkbox(page, 'Send me emails about what happens on my campus').uncheck();
    await eventually('no kind matters', async () => (await replies(other).isDisabled()) || undefined);
    await page.setViewportSize({ ...PHONE, width: 320 });
    await expectNoSidewaysScroll(page);
  }),
);
