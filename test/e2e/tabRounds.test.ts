import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { button, dialog, field, heading, named } from './harness/find.ts';
import { expectFocus } from './harness/focus.ts';
import { tabAndPress, tabAndType } from './harness/keyboard.ts';
import { alerted, at, gone, headed, seen, seesText } from './harness/look.ts';
import { linkMailedTo } from './harness/mailbox.ts';
import { type Member, makeMember, PASSWORD } from './harness/member.ts';
import { DESKTOP, PHONE, REFUSED, SMALL_DESKTOP, setStage, TABLET } from './harness/stage.ts';
import { tabRound } from './harness/tabRound.ts';

let ann: Member;
let una: Member;
let sid: Member;
let newcomer: Member;

const stage = setStage(async (server) => {
  [ann, una, sid, newcomer] = await Promise.all([
    makeMember(server, 'Ann Able'),
    makeMember(server, 'Una Unverified', { stage: 'registered' }),
    makeMember(server, 'Sid Schoolless', { stage: 'confirmed', email: 'sid@mail.example' }),
    makeMember(server, 'Nick Newcomer', { stage: 'joined' }),
  ]);
});

/** The four widths, each with a scheme: every page is walked in two of them, its neighbour in the others. */
const LOOKS = [
  [
    [PHONE, 'light'],
    [DESKTOP, 'dark'],
  ],
  [
    [TABLET, 'dark'],
    [SMALL_DESKTOP, 'light'],
  ],
] as const;

let walked = 0;

/** Tab alone reaches all of the page, or of the open dialog, in sight and marked, and comes round. */
async function around(page: Page, what: string): Promise<void> {
  const looks = LOOKS[walked % LOOKS.length] ?? LOOKS[0];
  walked += 1;
  for (const [screen, colorScheme] of looks) {
    await page.setViewportSize(screen);
    await page.emulateMedia({ colorScheme });
    const { stops, faults } = await tabRound(page);
    const where = `${what}, ${screen.width} px, ${colorScheme}`;
    expect({ where, faults, hasStops: stops.length > 0 }).toEqual({ where, faults: [], hasStops: true });
  }
}

type Stop = readonly [path: string, ready: (page: Page) => Promise<unknown>];

async function visit(page: Page, stops: readonly Stop[]): Promise<void> {
  for (const [path, ready] of stops) {
    await page.goto(new URL(path, page.url()).href);
    await ready(page);
    await around(page, path);
  }
}

it(
  '[SHEL-12 in part] Tab alone reaches every control of the ways in, in sight and marked',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(REFUSED);
    await visit(await open(null), [
      ['/user_registration', headed(/Join the OU/)],
      ['/register', headed('Create your account')],
      ['/login?method=password', headed('Welcome back')],
      ['/login?method=noPassword', headed('Welcome back')],
      ['/login/sent?email=ann%40ou.edu', headed('Get a magic link')],
      ['/login/sent?email=ann%40ou.edu#token=none', headed('Welcome back')],
      ['/forgotpassword?email=ann%40ou.edu', headed('Reset your password')],
      ['/forgotpassword/new?email=ann%40ou.edu#token=none', headed('Choose a new password')],
    ]);
  }),
);

it(
  '[SHEL-12 in part] Tab alone reaches every control of the pages of codes, of another address and of the set-up',
  stage.scene(async ({ open }) => {
    const verify = await open(una, { path: '/verify' });
    await seen(heading(verify, 'Confirm your email address'));
    await around(verify, '/verify');
    await button(verify, 'Change it').click();
    await seen(dialog(verify, 'Change your email address'));
    await around(verify, 'change it');
    const school = await open(sid, { path: '/settings/account/school_email' });
    await seen(field(school, 'School email'));
    await around(school, 'school');
    await field(school, 'School email').fill('sid@ou.edu');
    await button(school, 'Send code').click();
    await seen(heading(school, 'Enter your code'));
    await around(school, 'school code');
    const wizard = await open(newcomer, { path: '/profile/set-up' });
    await seen(heading(wizard, 'Pick a profile picture'));
    await around(wizard, 'set-up');
  }),
);

it(
  '[SHEL-12 in part] Tab alone reaches every control of the profile, its windows and the rows of the settings',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    await visit(page, [
      ['/profile', (each) => seesText(each, '@annable')],
      ['/profile/edit', (each) => seen(button(each, 'Change photo'))],
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
      ['/logout', headed('Log Out')],
    ]);
    await page.goto(new URL('/profile/edit', page.url()).href);
    for (const name of [/^Change photo/, /^Display name/, /^Bio/, /^Graduation year/]) {
      await button(page, name).focus();
      await page.keyboard.press('Enter');
      const opened = await seen(page.getByRole('dialog'));
      await around(page, String(name));
      await page.keyboard.press('Escape');
      await gone(opened);
      await seen(button(page, name).and(page.locator(':focus')));
    }
  }),
);

it(
  '[SHEL-12 in part] Tab alone reaches every control of the console of the moderators, and of its question',
  stage.scene(async ({ open, server }) => {
    await server.order('moderator', { email: ann.email, remove: false });
    const page = await open(ann, { path: '/moderation' });
    await seesText(page, 'No open reports');
    await visit(page, [
      ['/moderation/open', (each) => seesText(each, 'No open reports')],
      ['/moderation/bans', (each) => seesText(each, 'Nobody is banned')],
      ['/moderation/campuses', (each) => seen(button(each, 'Make UT private'))],
      ['/moderation/searches', (each) => seesText(each, 'No search is popular yet')],
      ['/moderation/statistics', (each) => seen(named(each, 'table', 'Days'))],
      ['/moderation/log', (each) => seesText(each, /The operator made .* a moderator/)],
    ]);
    await page.goto(new URL('/moderation/campuses', page.url()).href);
    await button(page, 'Make UT private').focus();
    await page.keyboard.press('Enter');
    await seen(dialog(page, 'Make UT private?'));
    await around(page, 'Make UT private?');
  }),
);

it(
  '[AUTH-03] [AUTH-04] [AUTH-24] [AUTH-27 in part] [AUTH-30] [PROF-22 in part] [SETT-06 in part] in by password, by link and by a new password, a name and a user name changed, and out, by keyboard alone',
  stage.scene(async ({ open, server }) => {
    const kim = await makeMember(server, 'Kim Keys');
    const page = await open(null, { path: '/login?method=password', screen: TABLET, dark: true });
    await tabAndType(page, 'textbox', 'Email', kim.email);
    await tabAndType(page, 'textbox', 'Password', PASSWORD);
    await page.keyboard.press('Enter');
    await at(page, '/home');

    await page.goto(`${server.origin()}/settings/account`);
    await tabAndPress(page, 'link', /^Username/);
    await at(page, '/settings/account/screen_name');
    await tabAndType(page, 'textbox', 'Username', 'kim-by-keys');
    await page.keyboard.press('Enter');
    await alerted(page, 'Account Updated!');
    await at(page, '/settings/account');

    await page.goto(`${server.origin()}/profile`);
    await tabAndPress(page, 'link', 'Edit Profile');
    await tabAndPress(page, 'button', /^Display name/);
    const window = await seen(dialog(page, 'Edit display name'));
    await tabAndType(page, 'textbox', 'Last name', 'Keyboarder');
    await page.keyboard.press('Enter');
    await gone(window);
    await expectFocus(page, 'saving a name', /^button Display name/);

    await page.goto(`${server.origin()}/logout`);
    await tabAndPress(page, 'button', 'Log out');
    await at(page, '/home');

    await page.goto(`${server.origin()}/login?method=noPassword`);
    await tabAndType(page, 'textbox', 'Email', kim.email);
    await page.keyboard.press('Enter');
    await seen(heading(page, 'Your magic link is on its way!'));
    await page.goto(await linkMailedTo(server, kim.email, 2));
    await tabAndPress(page, 'button', 'Log in');
    await at(page, '/home');

    const another = await open(null, { path: '/login?method=password', screen: SMALL_DESKTOP });
    await tabAndType(another, 'textbox', 'Email', kim.email);
    await tabAndPress(another, 'link', 'Forgot your password?');
    await tabAndPress(another, 'button', 'Send reset link');
    await seesText(another, /Check your inbox for the link to reset your password\./);
    await another.goto(await linkMailedTo(server, kim.email, 3));
    await tabAndType(another, 'textbox', 'New password', 'loom-1804-jacquard');
    await another.keyboard.press('Enter');
    await alerted(another, 'Your password was changed.');
    await at(another, `/login?method=password&email=${encodeURIComponent(kim.email)}`);
    await tabAndType(another, 'textbox', 'Password', 'loom-1804-jacquard');
    await another.keyboard.press('Enter');
    await at(another, '/home');
  }),
);
