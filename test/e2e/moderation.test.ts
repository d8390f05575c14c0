import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from './harness/accessibility.ts';
import { choose } from './harness/compose.ts';
import { closesEveryWay } from './harness/dialogs.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, combobox, dialog, field, heading, link, menuItem, named, region } from './harness/find.ts';
import { alerted, at, expectNoSidewaysScroll, gone, seen, seesText, wordsOf } from './harness/look.ts';
import { linkMailedTo } from './harness/mailbox.ts';
import { type Member, makeMember, PASSWORD } from './harness/member.ts';
import { film, picture, pictures } from './harness/pictures.ts';
import { NETWORK_GONE, PHONE, REFUSED, setStage } from './harness/stage.ts';

let moderator: Member;
let seller: Member;
let reporter: Member;
let other: Member;
let post: string;

const stage = setStage(async (server) => {
  moderator = await makeMember(server, 'Mo Derator');
  seller = await makeMember(server, 'Sly Seller');
  reporter = await makeMember(server, 'Rae Porter');
  other = await makeMember(server, 'Hon Seller');
  post = await seller.post('A bridge, hardly used', [await picture(3), film('tall.mp4')]);
  await server.order('moderator', { email: moderator.email, remove: false });
});

it(
  '[PROF-05 in part] [PROF-06] [AUTH-07] [SHEL-12 in part] [Q22 in part] [Q82 in part] a person and a post are reported; a moderator sees it live, removes, bans, and lifts the ban',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    expectErrors(NETWORK_GONE);
    const console_ = await open(moderator, { path: '/moderation' });
    await at(console_, '/moderation/open');
    await seesText(console_, 'No open reports');
    const lists = named(console_, 'navigation', 'Moderation');
    expect(await lists.evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth)).toBe(0);
    const tops = await lists.getByRole('link').evaluateAll((tabs) => tabs.map((tab) => (tab as HTMLElement).offsetTop));
    expect(new Set(tops).size).toBe(1);

    const page = await open(reporter, { path: '/slyseller' });
    await button(page, 'Profile options').click();
    await menuItem(page, 'Report Sly S.').click();
    const asked = await seen(dialog(page, 'Report Sly S.'));
    await button(asked, 'Report').click();
    await seesText(asked, 'Please choose a reason.');
    await combobox(asked, 'Reason').selectOption({ label: 'Scam or fraud' });
    await field(asked, 'What is wrong? (optional)').fill('He sells a bridge 🌉 ابيع');
    // Without a network neither field is at fault, and both stay as they are.
    await page.context().setOffline(true);
    await button(asked, 'Report').click();
    await seen(asked.getByRole('alert').filter({ hasText: 'You are offline.' }));
    expect(await asked.locator('[aria-invalid]').count()).toBe(0);
    await page.context().setOffline(false);
    await button(asked, 'Report').click();
    await alerted(page, 'User Reported. Thanks for letting us know.');

    await page.goto(new URL(`/post/${post}`, page.url()).href);
    await button(card(page, 'A bridge').first(), 'Post options').click();
    await menuItem(page, 'Report post').click();
    const about = await seen(dialog(page, 'Report this post'));
    await combobox(about, 'Reason').selectOption({ label: 'Something else' });
    await button(about, 'Report').click();
    await seesText(about, 'Please write what is wrong.');
    // "Something else" alone says nothing: the words are not optional any more, and are not lost by Escape.
    const words = field(about, 'What is wrong?');
    expect(await words.getAttribute('aria-invalid')).toBe('true');
    await words.fill('Nobody owns it.');
    await page.keyboard.press('Escape');
    await button(await seen(dialog(page, 'Discard what you wrote?')), 'Keep Editing').click();
    expect(await words.inputValue()).toBe('Nobody owns it.');
    await button(about, 'Report').click();
    await alerted(page, 'Post Reported. Thanks for letting us know.');

    // Live, without a reload.
    const found = named(console_, 'article', 'Report of Sly S.');
    const ofPost = await seen(found.filter({ hasText: 'A bridge, hardly used' }));
    await button(ofPost, 'Show the reports').click();
    await seesText(ofPost, 'Nobody owns it.');
    await expectAccessible(console_, '/moderation/open');
    await button(ofPost, 'Take').click();
    await link(console_, 'Mine').click();
    // The queue of open reports, which shows the same, is off the screen.
    await seen(link(console_, 'Mine').and(console_.locator('[aria-current=page]')));
    const removing = button(await seen(found), 'Remove post');
    await closesEveryWay(console_, 'remove post', { title: 'Remove this post?', opener: removing });
    await removing.click();
    const remove = await seen(dialog(console_, 'Remove this post?'));
    await combobox(remove, 'Reason').selectOption({ label: 'Scam or fraud' });
    await button(remove, 'Remove').click();
    await alerted(console_, 'Post removed');
    await seesText(console_, 'You look after no report');
    await seesText(page, /has been deleted/);

    const own = await open(seller);
    await link(console_, 'Open').click();
    const banning = button(await seen(found), 'Ban');
    await closesEveryWay(console_, 'ban', { title: 'Ban Sly S.?', opener: banning });
    await banning.click();
    const ban = await seen(dialog(console_, 'Ban Sly S.?'));
    await combobox(ban, 'Reason').selectOption({ label: 'Scam or fraud' });
    await button(ban, 'Ban').click();
    await alerted(console_, 'Sly S. is banned');
    // The page of the banned person is a visitor's at once, and says why.
    const told = await seen(dialog(own, 'Account has been banned'));
    await seesText(told, /Reason: Scam or fraud\. You can no longer log in, post or write to others/);
    expect(await link(told, 'Contact support').getAttribute('href')).toBe('/settings/help');
    await button(told, 'Close').click();
    await seen(link(own, 'Log In'));
    await own.goto(new URL('/login?method=password', own.url()).href);
    await field(own, 'Email').fill(seller.email);
    await own.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(own, 'Log in').click();
    await seen(own.locator('form').getByText('Account has been banned', { exact: true }));
    await seesText(own.locator('form'), /Reason: Scam or fraud\. You can no longer log in/);
    expect(await link(own, 'Contact support').getAttribute('href')).toBe('/settings/help');
    // The way back from Google says it, too: what it was given stands in its address.
    await own.goto(new URL('/login/google?attempt=x&problem=GOOGLE_ACCOUNT_BANNED#reason=scam', own.url()).href);
    await alerted(own, 'Account has been banned.');
    await seesText(
      await seen(dialog(own, 'Account has been banned')),
      /Reason: Scam or fraud\. You can no longer log in/,
    );
    // And a link in a mail.
    await own.goto(new URL(`/login?method=noPassword&email=${encodeURIComponent(seller.email)}`, own.url()).href);
    await button(own, 'Continue with email').click();
    await seen(heading(own, 'Your magic link is on its way!'));
    await own.goto(await linkMailedTo(server, seller.email));
    await button(own, 'Log in').click();
    await seesText(
      await seen(dialog(own, 'Account has been banned')),
      /Reason: Scam or fraud\. You can no longer log in/,
    );

    await link(console_, 'Bans').click();
    await seen(named(console_, 'article', 'Ban of Sly S.'));
    await expectAccessible(console_, '/moderation/bans');
    const lifting = button(console_, 'Lift the ban');
    await closesEveryWay(console_, 'lift ban', { title: 'Lift the ban of Sly S.?', opener: lifting });
    // By keyboard alone.
    await lifting.press('Enter');
    const lift = await seen(dialog(console_, 'Lift the ban of Sly S.?'));
    await combobox(lift, 'Reason').selectOption({ label: 'After an appeal' });
    await button(lift, 'Lift the ban').press('Enter');
    await seesText(console_, 'Nobody is banned');
    await link(console_, 'Lifted').click();
    await seesText(await seen(named(console_, 'article', 'Ban of Sly S.')), /After an appeal/);
    await link(console_, 'Log').click();
    await seesText(console_, /lifted the ban of Sly S\. · After an appeal/);
    // Nobody is offered to ban themselves.
    const lamp = await moderator.post('A lamp with three arms');
    await reporter.give('ReportPost', { postId: lamp, reason: 'scam', text: '' });
    await link(console_, 'Open').click();
    const ofOwn = await seen(console_.getByRole('article').filter({ hasText: 'A lamp with three arms' }));
    await seen(button(ofOwn, 'Dismiss'));
    expect(await button(ofOwn, 'Ban').count()).toBe(0);
    await button(ofOwn, 'Dismiss').click();
    await gone(ofOwn);
    await link(console_, 'Done').click();
    const removed = await seen(found.filter({ hasText: 'A bridge, hardly used' }));
    // The post is gone; its photo is still there for moderators.
    const photo = await seen(named(removed, 'list', 'Photos when it was reported').getByRole('img'));
    await photo.scrollIntoViewIfNeeded();
    const isDrawn = () => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
    await eventually('the photo of the removed post is there', async () => (await isDrawn()) || undefined);
    // Its video plays for those who press on it, and never by itself.
    const video = removed.getByLabel('Video, 2 of 2', { exact: true });
    const read = () => video.evaluate((each) => (each as HTMLVideoElement).readyState > 0 || undefined);
    await eventually('the video of the removed post is there', read);
    expect(await video.evaluate((each) => [(each as HTMLVideoElement).paused, each.hasAttribute('autoplay')])).toEqual([
      true,
      false,
    ]);
    await expectAccessible(console_, '/moderation/closed');
    await console_.setViewportSize(PHONE);
    await expectNoSidewaysScroll(console_);
  }),
);

it(
  '[Q22 in part] the picture of a reported person is shown with the report, also when they have another by then',
  stage.scene(async ({ open, server }) => {
    const mask = await makeMember(server, 'Max Mask');
    await reporter.give('ReportPerson', { userId: mask.userId, reason: 'other', text: 'That is my face.' });
    await mask.changePicture(await picture(7));
    const console_ = await open(moderator, { path: '/moderation' });
    const found = await seen(named(console_, 'article', 'Report of Max M.'));
    await seesText(found, /profile picture/);
    const photo = await seen(named(found, 'list', 'Photos when it was reported').getByRole('img'));
    const isDrawn = () => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
    await eventually('the picture that was reported is there', async () => (await isDrawn()) || undefined);
    const nameIn = async (of: typeof photo) => /[^/]+\.webp/.exec((await of.getAttribute('src')) ?? '')?.[0];
    const worn = await nameIn(found.locator(`img[src*="profilePics"]`).first());
    expect([await nameIn(photo), worn]).not.toContain(undefined);
    expect(await nameIn(photo)).not.toBe(worn);
    await button(found, 'Dismiss').click();
    await gone(found);
  }),
);

it(
  '[GUARD-12] an account is left out of the statistics from its profile, live on the console, and taken back',
  stage.scene(async ({ open }) => {
    const console_ = await open(moderator, { path: '/moderation/statistics' });
    const posts = () => named(console_, 'table', 'Days').getByRole('row').nth(1).getByRole('cell').nth(3);
    await seesText(console_, 'Every account counts');
    const before = Number(await posts().textContent());
    const page = await open(moderator, { path: '/raeporter' });
    await button(page, 'Profile options').click();
    await menuItem(page, 'Leave out of the statistics').click();
    await alerted(page, 'Rae P. is left out of the statistics');
    const listed = named(console_, 'list', 'Internal accounts');
    await seesText(await seen(listed), 'Rae P.');
    await reporter.post('An internal try');
    await other.post('A real lamp');
    await seen(posts().getByText(String(before + 1), { exact: true }));
    await button(listed, 'Count again').click();
    await seesText(console_, 'Every account counts');
    await link(console_, 'Log').click();
    await seesText(console_, /left .* out of the statistics/);
  }),
);

it(
  '[SHEL-12 in part] a campus is closed only by the button that says so, after a question',
  stage.scene(async ({ open }) => {
    const console_ = await open(moderator, { path: '/moderation/campuses' });
    const closing = button(console_, 'Make UT private');
    await closesEveryWay(console_, 'campus privacy', { title: 'Make UT private?', opener: closing });
    await closing.press('Enter');
    const asked = await seen(dialog(console_, 'Make UT private?'));
    await button(asked, 'Make it private').click();
    await seen(button(console_, 'Make UT public'));
    await button(console_, 'Make UT public').click();
    await button(await seen(dialog(console_, 'Make UT public?')), 'Make it public').click();
    await seen(button(console_, 'Make UT private'));
  }),
);

it(
  '[SRCH-18 in part] [SHEL-12 in part] a popular search is taken back with a reason: everybody loses it at once',
  stage.scene(async ({ open }) => {
    const text = 'where Rae Porter lives';
    for (const each of [moderator, reporter, other]) await each.give('PerformSearch', { campus: 'ou', text });
    const page = await open(reporter, { path: '/search' });
    const popular = region(page, 'Popular searches');
    await seesText(popular, text);
    const console_ = await open(moderator, { path: '/moderation/searches' });
    const takingBack = await seen(button(console_, `Take back ${text}`));
    await closesEveryWay(console_, 'take back search', { title: 'Take this search back?', opener: takingBack });
    await takingBack.press('Enter');
    const asked = await seen(dialog(console_, 'Take this search back?'));
    await button(asked, 'Take back').click();
    await seesText(asked, 'Please choose a reason.');
    await combobox(asked, 'Reason').selectOption({ label: 'Harassment or bullying' });
    await button(asked, 'Take back').click();
    await seesText(console_, 'No search is popular yet');
    await gone(popular);
    await link(console_, 'Log').click();
    await seesText(console_, /Mo D\. took a popular search back from OU · Harassment or bullying/);
  }),
);

/** Everything that the tab is sent from now on: pages, answers and frames. */
function hear(page: Page): readonly string[] {
  const heard: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void heard.push(String(payload))));
  page.on('response', async (answer) => {
    const type = answer.headers()['content-type'] ?? '';
    // The next page takes the body of the one before along.
    if (/json|html/.test(type)) heard.push(await answer.text().catch(() => ''));
  });
  return heard;
}

/** Names of everything that can be pressed and would take a photo away. */
async function removals(page: Page): Promise<readonly string[]> {
  const all = page.getByRole('button').or(page.getByRole('menuitem'));
  const names = await all.evaluateAll((found) => found.map((each) => each.ariaLabel ?? each.textContent ?? ''));
  expect(names.length).toBeGreaterThan(0);
  return names.filter((name) => /\b(remove|delete|hide)\b.*\b(photo|picture|image)/i.test(name));
}

it(
  '[GUARD-13] who is a moderator is said to nobody else, on no page and in no answer; a photo is taken away in the composer of its post alone',
  stage.scene(async ({ open, server }) => {
    // Of a name that says nothing.
    const lea = await makeMember(server, 'Lea Lens');
    await server.order('moderator', { email: lea.email, remove: false });
    const lens = await lea.post('A lens in its box', await pictures(2));
    const IS_MODERATOR = '"isModerator":true';
    for (const who of [null, other, lea]) {
      const page = await open(who, { path: '/404' });
      const heard = hear(page);
      for (const path of ['/home', '/lealens', `/post/${lens}`]) {
        await page.goto(server.origin() + path);
        await seen(card(page, 'A lens in its box'));
        const said = (await wordsOf(page)).match(/.*(?<!@)moderat.*/gi);
        if (who !== lea) expect([path, said]).toEqual([path, null]);
        else expect(said).toContain('Moderation');
      }
      expect(heard.some((text) => text.includes(lea.userId))).toBe(true);
      expect([who?.name, heard.some((text) => text.includes(IS_MODERATOR))]).toEqual([who?.name, who === lea]);

      // Neither the card nor its menu nor the photo itself has a way to take it away, for its author and moderators neither.
      const post_ = card(page, 'A lens in its box').first();
      expect(await removals(page)).toEqual([]);
      await button(post_, 'Post options').click();
      await seen(page.getByRole('menuitem').first());
      expect(await removals(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await named(post_, 'img', 'Photo 1 of 2 by Lea L.').click();
      await seen(dialog(page, 'Photos by Lea L.'));
      expect(await removals(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await gone(page.getByRole('dialog'));
      if (who !== lea) continue;
      // The search for such names finds the one that there is.
      await choose(page, post_, 'Post options', 'Edit');
      const composer = await seen(dialog(page, 'Edit Post'));
      expect(await removals(page)).toEqual(['Remove photo 1', 'Remove photo 2']);
      await button(composer, 'Remove photo 1').click();
      await button(composer, 'Save').click();
      await seen(named(post_, 'img', 'Photo by Lea L.'));
      expect(await post_.getByRole('img', { name: /^Photo .*by Lea L\.$/ }).count()).toBe(1);
    }
  }),
);

it(
  '[GUARD-13 in part] the console is not found by others, nor shown to them',
  stage.scene(async ({ open }) => {
    const page = await open(reporter, { path: '/moderation' });
    await at(page, '/404');
    await seen(heading(page, 'Error 404'));
    await gone(link(page, 'Moderation'));
    const visitor = await open(null, { path: '/moderation/bans' });
    await at(visitor, '/404');
    await seen(link(await open(moderator), 'Moderation'));
  }),
);

it(
  '[Q22 in part] several reports are one case; it is taken and released, its person banned with a note, and all of it is in the log',
  stage.scene(async ({ open, server }) => {
    const [sam, tia] = await Promise.all([makeMember(server, 'Sam Shady'), makeMember(server, 'Tia Tell')]);
    const chair = await sam.post('A chair of glass');
    for (const each of [reporter, tia])
      await each.give('ReportPost', { postId: chair, reason: 'scam', text: 'Broken.' });
    const console_ = await open(moderator, { path: '/moderation/open' });
    const found = console_.getByRole('article').filter({ hasText: 'A chair of glass' });
    await seesText(found, /^post · OU · Scam or fraud · 2 reports · /);
    await button(found, 'Take').click();
    await seen(button(found, 'Release'));
    expect(await button(found, 'Take').count()).toBe(0);
    await button(found, 'Release').click();
    await seen(button(found, 'Take'));
    await link(console_, 'Mine').click();
    await seesText(console_, 'You look after no report');
    await link(console_, 'Open').click();
    await button(found, 'Ban').click();
    const ban = await seen(dialog(console_, 'Ban Sam S.?'));
    await combobox(ban, 'Reason').selectOption({ label: 'Scam or fraud' });
    await field(ban, 'Note for other moderators (optional)').fill('The third chair.');
    await button(ban, 'Ban').click();
    await alerted(console_, 'Sam S. is banned');
    await link(console_, 'Bans').click();
    const listed = await seen(named(console_, 'article', 'Ban of Sam S.'));
    await seesText(listed, 'The third chair.');
    await seesText(listed, /^Scam or fraud · by Mo D\. · /);
    await link(console_, 'Log').click();
    for (const done of ['took the report about', 'released the report about', 'banned']) {
      await seesText(console_, new RegExp(`^Mo D\\. ${done} Sam S\\.`));
    }
  }),
);
