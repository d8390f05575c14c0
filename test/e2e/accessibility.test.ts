import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { userRejections } from '#domain/user/rejections.ts';
import { expectAccessible, expectAccessibleInBoth } from './harness/accessibility.ts';
import { choose, openComposer, writeComment, writePost } from './harness/compose.ts';
import { accountMenu, action, alert, button, card, dialog, field, heading, menuItem, named } from './harness/find.ts';
import { alerted, expectNoSidewaysScroll, gone, headed, seen, seesText } from './harness/look.ts';
import { type Member, makeMember, PASSWORD } from './harness/member.ts';
import { pictures } from './harness/pictures.ts';
import { DESKTOP, NETWORK_GONE, PHONE, REFUSED, SMALL_DESKTOP, setStage, TABLET } from './harness/stage.ts';

let ann: Member;
let una: Member;
let sid: Member;
let newcomer: Member;
let post: string;
const stage = setStage(async (server) => {
  [ann, una, sid, newcomer] = await Promise.all([
    makeMember(server, 'Ann Able'),
    makeMember(server, 'Una Unverified', { stage: 'registered' }),
    makeMember(server, 'Sid Schoolless', { stage: 'confirmed', email: 'sid@mail.example' }),
    makeMember(server, 'Nick Newcomer', { stage: 'joined' }),
  ]);
  post = await ann.post('A typewriter, see https://example.org or call 405-555-0134.\nIt is heavy.', await pictures(4));
  const comment = await ann.comment(post, 'It also has a case');
  await ann.comment(post, 'Two cases', comment);
  await ann.save(post);
});

const SCREENS = [PHONE, DESKTOP];
/** Pixels of text in a browser that was not set to another size. */
const USUAL_TEXT_PX = 16;
/** Lines on which the text of an element stands. */
const lines = (element: Locator) =>
  element.evaluate((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

/** Checks it on phone and desktop, too. A dialog stays open over all of it. */
async function lookAtAll(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await expectAccessibleInBoth(page, `${what}, ${screen.width} px`);
  }
  if (before !== null) await page.setViewportSize(before);
}

/** A page by its path, and the element that shows that it is ready. */
type Stop = readonly [path: string, ready: (page: Page) => Promise<unknown>];

async function visit(page: Page, stops: readonly Stop[]): Promise<void> {
  for (const [path, ready] of stops) {
    await page.goto(new URL(path, page.url()).href);
    await ready(page);
    await lookAtAll(page, path);
  }
}

const typewriter = (page: Page) => seen(card(page, 'A typewriter'));
const nothingYet = (page: Page) => seesText(page, 'Nothing to see here - yet');

it(
  'axe finds nothing grave on the pages of a visitor',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(REFUSED);
    const page = await open(null);
    await visit(page, [
      ['/home', typewriter],
      [`/post/${post}`, (each) => seesText(each, 'Two cases')],
      [`/post/${post}/likes`, (each) => seesText(each, '@annable')],
      [`/post/${crypto.randomUUID()}`, (each) => seesText(each, /this page doesn't exist/)],
      ['/media', (each) => seen(named(each, 'list', 'Photos and videos of OU'))],
      [`/media/${post}`, (each) => seen(dialog(each, 'Photos by Ann A.'))],
      ['/annable', (each) => seesText(each, '@annable')],
      ['/annable?show=photos', (each) => seen(named(each, 'list', 'Photos'))],
      ['/annable?show=replies', (each) => seesText(each, 'Two cases')],
      ['/annable?show=likes', typewriter],
      ['/search', headed('Start typing to search')],
      ['/search?q=typewriter&pictures=yes', typewriter],
      ['/search?q=typewriter&show=media', (each) => seen(named(each, 'list', 'Photos found'))],
      ['/search?q=ann&show=people', (each) => seesText(each, '@annable')],
      ['/search?q=zzzzzz', headed('No results for the query')],
      ['/search_schools', (each) => seen(each.getByRole('button', { name: /^University of Texas/ }))],
      ['/user_registration', headed(/Join the OU/)],
      ['/register', headed('Create your account')],
      ['/login', headed('Welcome back')],
      ['/login?method=noPassword&redirect=true', (each) => seen(each.getByText('Failed: Wrong Email.').first())],
      ['/login/sent?email=ann%40ou.edu', headed('Get a magic link')],
      ['/login/sent?email=ann%40ou.edu#token=none', headed('Welcome back')],
      ['/login/google?problem=GOOGLE_CANCELLED', (each) => seen(alert(each, userRejections.GOOGLE_CANCELLED.text))],
      ['/forgotpassword?email=ann%40ou.edu', headed('Reset your password')],
      ['/forgotpassword/new?email=ann%40ou.edu#token=none', headed('Choose a new password')],
      ['/settings/terms', headed('Terms of Service')],
      ['/settings/about', headed('About')],
      ['/settings/privacy', headed('Privacy Policy')],
      ['/settings/help', headed('Customer Support')],
      ['/settings/feedback', headed('Give Us Feedback')],
      ['/settings/howitworks', headed('How It Works')],
      ['/settings/returns', headed('Return Policy')],
      ['/settings/trust_and_safety', headed('Trust and Safety')],
      ['/404', headed('Error 404')],
    ]);
    const menu = await open(null, { path: '/settings/menu', screen: PHONE });
    await seen(named(menu, 'navigation', 'Settings'));
    await expectAccessibleInBoth(menu, '/settings/menu');
  }),
);

it(
  'axe finds nothing grave on the pages of the way in, errors under the fields included',
  stage.scene(async ({ open }) => {
    const verify = await open(una, { path: '/verify' });
    await seen(heading(verify, 'Confirm your email address'));
    await button(verify, 'Submit').click();
    await seesText(verify, 'Please enter verification code');
    await lookAtAll(verify, '/verify');
    await button(verify, 'Change it').click();
    await seen(dialog(verify, 'Change your email address'));
    await lookAtAll(verify, 'another address');

    const school = await open(sid, { path: '/settings/account/school_email' });
    await button(school, 'Send code').click();
    await seesText(school, 'Enter a new school email');
    await lookAtAll(school, '/settings/account/school_email');
    await field(school, 'School email').fill('sid@ou.edu');
    await button(school, 'Send code').click();
    await seen(heading(school, 'Enter your code'));
    // It fades during the check: its colours would be those of a transition.
    await alerted(school, 'Email sent');
    await gone(alert(school, 'Email sent'));
    await lookAtAll(school, '/settings/account/verify_school_email');

    const wizard = await open(newcomer, { path: '/profile/set-up' });
    await seen(heading(wizard, 'Pick a profile picture'));
    await lookAtAll(wizard, '/profile/set-up');
    await wizard.goto(new URL('/saved', wizard.url()).href);
    await seen(heading(wizard, "You haven't liked any posts yet"));
    await lookAtAll(wizard, '/saved, empty');
  }),
);

it(
  'axe finds nothing grave on the pages of a member',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const page = await open(ann);
    await visit(page, [
      ['/home', typewriter],
      [`/post/${post}`, (each) => seesText(each, 'Two cases')],
      ['/saved', typewriter],
      ['/notifications', nothingYet],
      ['/notifications/mentions', nothingYet],
      ['/profile', typewriter],
      ['/settings/account', (each) => seesText(each, 'Account created')],
      ['/settings/account/screen_name', headed('Username')],
      ['/settings/account/email', headed('Email')],
      ['/settings/account/passkeys', (each) => seesText(each, 'You have no passkey yet.')],
      ['/settings/account/password', headed('Change your password')],
      ['/settings/account/google', (each) => seesText(each, 'No Google account is linked.')],
      ['/settings/account/sessions', (each) => seesText(each, 'This device')],
      ['/settings/account/download', (each) => seen(button(each, 'Download'))],
      ['/settings/account/delete', (each) => seen(button(each, 'Delete my account'))],
      ['/settings/account/phone', headed('Phone')],
      ['/settings/account/notifications', headed('Email notifications')],
      ['/settings/feedback', (each) => seen(field(each, 'Your feedback'))],
      ['/settings/account/gender', headed('Gender')],
      ['/settings/account/birth_date', headed('Birth date')],
      ['/profile/edit', (each) => seen(button(each, 'Change photo'))],
      ['/logout', headed('Log Out')],
    ]);
    await page.goto(new URL('/settings/account/email', page.url()).href);
    await field(page, 'New email').fill('ann@new.example');
    await field(page, 'Your password').fill(PASSWORD);
    await button(page, 'Send code').click();
    await seen(heading(page, 'Enter your code'));
    await alerted(page, 'Email sent');
    await gone(alert(page, 'Email sent'));
    await lookAtAll(page, '/settings/account/verify_email');
    // A visit to another campus whose server can't be asked.
    const toCampus = `/hand-over#${new URLSearchParams({ to: 'ut', state: 'a-state', path: '/home' })}`;
    await page.route('**/api/hand-over', (route) => route.abort());
    await page.goto(new URL(toCampus, page.url()).href);
    await seen(button(page, 'Retry'));
    await lookAtAll(page, '/hand-over, failed');
    const empty = await open(null, { campus: 'mit' });
    await seen(empty.getByRole('heading', { name: /^Be the first/ }));
    await lookAtAll(empty, '/home, empty');
    const generic = await open(null, { campus: 'campus' });
    await seen(heading(generic, 'Find Your School'));
    await lookAtAll(generic, '/home of the generic site');
    await button(generic, /^Duke University/).click();
    await seen(dialog(generic, 'Duke University'));
    await lookAtAll(generic, 'a school that was picked');
    await server.order('privacy', { campus: 'duke', privacy: 'private' });
    const closed = await open(null, { campus: 'duke' });
    await seen(heading(closed, 'This community is private.'));
    await lookAtAll(closed, 'a private campus');
  }),
);

it(
  'axe finds nothing grave in the console of the moderators',
  stage.scene(async ({ open, server }) => {
    await server.order('moderator', { email: sid.email, remove: false });
    const moderator = await open(sid, { path: '/moderation' });
    await seesText(moderator, 'No open reports');
    await visit(moderator, [
      ['/moderation/open', (each) => seesText(each, 'No open reports')],
      ['/moderation/bans', (each) => seesText(each, 'Nobody is banned')],
      ['/moderation/lifted', (each) => seesText(each, 'No ban was lifted yet')],
      ['/moderation/campuses', (each) => seen(button(each, 'Make UT private'))],
      ['/moderation/searches', (each) => seesText(each, 'No search is popular yet')],
      ['/moderation/statistics', (each) => seen(named(each, 'table', 'Days'))],
      ['/moderation/log', (each) => seesText(each, /The operator made .* a moderator/)],
    ]);
    await moderator.goto(new URL('/moderation/campuses', moderator.url()).href);
    await button(moderator, 'Make UT private').click();
    await seen(dialog(moderator, 'Make UT private?'));
    await lookAtAll(moderator, 'Make UT private?');
  }),
);

it(
  '[SHEL-12 in part] axe finds nothing grave in an open dialog or menu; Escape closes each and gives the focus back',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    await typewriter(page);
    const typewriterMenu = button(card(page, 'A typewriter'), 'Post options');

    await typewriterMenu.focus();
    await page.keyboard.press('Enter');
    await seen(menuItem(page, 'Delete'));
    await lookAtAll(page, 'menu of a card');
    await page.keyboard.press('Escape');
    await seen(typewriterMenu.and(page.locator(':focus')));

    await choose(page, card(page, 'A typewriter'), 'Post options', 'Delete');
    await seen(dialog(page, 'Delete Post?'));
    await lookAtAll(page, 'Delete Post?');
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await seen(typewriterMenu.and(page.locator(':focus')));

    const share = button(card(page, 'A typewriter'), 'Share');
    await share.click();
    await seen(dialog(page, 'Share'));
    await lookAtAll(page, 'Share');
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await seen(share.and(page.locator(':focus')));

    await choose(page, card(page, 'A typewriter'), 'Post options', 'Edit');
    await seesText(await seen(dialog(page, 'Edit Post')), /A typewriter/);
    await lookAtAll(page, 'Edit Post');
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));

    // It hangs on another button on each screen.
    for (const screen of SCREENS) {
      await page.setViewportSize(screen);
      await accountMenu(page).click();
      await seen(menuItem(page, 'Log Out'));
      await expectAccessibleInBoth(page, `account menu, ${screen.width} px`);
      await page.keyboard.press('Escape');
      await seen(accountMenu(page).and(page.locator(':focus')));
    }
    await page.keyboard.press('?');
    await seen(dialog(page, 'Keyboard shortcuts'));
    await seesText(page, 'Open the post in focus');
    await lookAtAll(page, 'Keyboard shortcuts');
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));

    await page.goto(new URL('/profile/edit', page.url()).href);
    for (const [row, title] of [
      [/^Display name/, 'Edit display name'],
      [/^Bio/, 'Edit bio'],
      [/^Graduation year/, 'Edit graduation year'],
      ['Change photo', 'Edit profile photo'],
    ] as const) {
      await button(page, row).click();
      const window = await seen(dialog(page, title));
      if (title === 'Edit profile photo') await window.locator('input[type="file"]').setInputFiles(await pictures(1));
      await lookAtAll(page, title);
      await page.keyboard.press('Escape');
      if (title === 'Edit profile photo') await button(dialog(page, 'Discard changes?'), 'Discard').click();
      await gone(page.getByRole('dialog'));
      await seen(button(page, row).and(page.locator(':focus')));
    }
    await page.goto(new URL('/home', page.url()).href);
    await typewriter(page);

    await page.getByRole('button', { name: /^Category: / }).click();
    await seen(dialog(page, 'Choose a category'));
    await lookAtAll(page, 'Choose a category');
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));

    await writePost(page, 'A stool', await pictures(2));
    await named(dialog(page, 'Create Post'), 'radio', 'Price').check();
    await field(dialog(page, 'Create Post'), 'Amount in dollars').fill('-1');
    await field(dialog(page, 'Create Post'), 'Amount in dollars').blur();
    await lookAtAll(page, 'Create Post');
    await page.keyboard.press('Escape');
    await seen(dialog(page, 'Discard Post?'));
    // The dialog below is inert: the question's scrim covers it.
    const below = await page.locator('[role=dialog]').first().boundingBox();
    const topmost = await page.evaluate(
      ({ x, y }) => {
        // Elements without pointer events must not hide elements from this check.
        for (const each of document.body.children) (each as HTMLElement).style.pointerEvents = 'auto';
        const element = document.elementFromPoint(x, y);
        return {
          inDialog: element?.closest('[role=dialog]') !== null,
          colour: element && getComputedStyle(element).backgroundColor,
        };
      },
      { x: (below?.x ?? 0) + 20, y: (below?.y ?? 0) + 20 },
    );
    expect(topmost.inDialog).toBe(false);
    expect(topmost.colour).toMatch(/0\.\d+\)$/);
    await lookAtAll(page, 'Discard Post?');
    await button(dialog(page, 'Discard Post?'), 'Discard').click();
    await gone(page.getByRole('dialog'));
  }),
);

it(
  '[SHEL-12 in part] axe finds nothing grave in the dialogs that stand before an action',
  stage.scene(async ({ open }) => {
    const visitor = await open(null);
    await typewriter(visitor);
    const save = action(card(visitor, 'A typewriter'), 'Save');
    await save.click();
    await seen(dialog(visitor, 'Save it for later'));
    await lookAtAll(visitor, 'sign in');
    await visitor.keyboard.press('Escape');
    await gone(visitor.getByRole('dialog'));
    await seen(save.and(visitor.locator(':focus')));

    const schoolless = await open(sid, { path: `/post/${post}` });
    await (await writeComment(schoolless, 'Hello')).click();
    await seen(dialog(schoolless, 'Verify your school email'));
    await lookAtAll(schoolless, 'verify school');

    const faceless = await open(newcomer);
    await typewriter(faceless);
    await (await writePost(faceless, 'A typewriter without a face')).click();
    await seen(dialog(faceless, 'Your profile is not complete'));
    await lookAtAll(faceless, 'complete profile');

    const phone = await open(ann, { screen: PHONE, path: `/create/comment/${post}` });
    await seen(dialog(phone, 'Comment'));
    await expectAccessible(phone, '/create/comment on a phone');
    await phone.goto(new URL('/home', phone.url()).href);
    await openComposer(phone);
    await expectAccessible(phone, '/create/post on a phone');
    await button(phone, 'Category: all categories').last().click();
    await seen(dialog(phone, 'Choose a category'));
    await expectAccessible(phone, '/create/categories on a phone');
  }),
);

it(
  '[SHEL-05 in part] text as large as the browser is set to, twice the usual, widens no page and breaks no tab',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    await typewriter(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 2 * USUAL_TEXT_PX } });
    for (const [path, ready] of [
      ['/home', typewriter],
      ['/annable', typewriter],
      ['/search?q=typewriter', typewriter],
      ['/settings/account', headed('Account Settings')],
    ] satisfies Stop[]) {
      await page.goto(new URL(path, page.url()).href);
      await ready(page);
      expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('30px');
      for (const screen of [PHONE, TABLET, SMALL_DESKTOP, DESKTOP]) {
        await page.setViewportSize(screen);
        await expectNoSidewaysScroll(page);
        const tabs = page.getByRole('main').getByRole('link', { name: /^(Feed|Media|Latest|Photos|Replies)$/ });
        for (const tab of await tabs.all()) expect(await lines(tab)).toBe(1);
      }
    }
  }),
);
