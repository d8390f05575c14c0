import { afterAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type OpenIdProvider, startOpenIdProvider } from '../doubles/openid/provider.ts';
import { codeFile } from './harness/codeFile.ts';
import { closesEveryWay } from './harness/dialogs.ts';
import { eventually } from './harness/eventually.ts';
import { accountMenu, alert, button, field, heading, link, menuItem, named } from './harness/find.ts';
import { alerted, at, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember, PASSWORD } from './harness/member.ts';
import { NETWORK_GONE, REFUSED, setStage } from './harness/stage.ts';

let google: OpenIdProvider;
let ann: Member;

const stage = setStage(
  async (server) => {
    ann = await makeMember(server, 'Ann Able');
  },
  async () => {
    google = await startOpenIdProvider();
    google.accounts.set('1', { name: 'Grace Brewster Hopper', email: 'grace@gmail.com', email_verified: true });
    google.accounts.set('2', { name: 'Nobody' });
    google.accounts.set('3', { name: 'Ann Able', email: 'ann.able@ou.edu', email_verified: true, hd: 'ou.edu' });
    const { issuer, clientId, clientSecret } = google.config;
    return { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret };
  },
);
afterAll(() => google?.close());

/** Presses the button and waits for Google's window. */
async function toGoogle(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await button(page, 'Continue with Google').click();
  const popup = await opened;
  await seesText(popup, 'Choose an account');
  return popup;
}

it(
  '[AUTH-01 in part] [AUTH-17] [AUTH-33 in part] Google signs a visitor up in a window of its own, who is back at the post',
  stage.scene(async ({ open }) => {
    const post = await ann.post('A desk lamp, hardly used.');
    const page = await open(null, { path: `/post/${post}` });
    await button(page, 'Save').first().click();
    const popup = await toGoogle(page);
    await link(popup, 'Grace Brewster Hopper').click();
    await at(page, '/settings/account/school_email');
    await eventually('the window is closed', () => popup.isClosed() || undefined);
    await link(page, 'Not now').click();
    await at(page, `/post/${post}`);
    await page.goto(new URL('/profile', page.url()).href);
    await seesText(page, 'Grace H.');
  }),
);

it(
  'the dialog that asks to sign in is there at once, with the ways of a new person first, and keeps the places of ways whose code is on its way',
  stage.scene(async ({ open }) => {
    const post = await ann.post('A reading lamp.');
    const page = await open(null);
    const code = Promise.withResolvers<void>();
    await page.route(codeFile('web/user/google/GoogleButton.tsx'), async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto(new URL(`/post/${post}`, page.url()).href);
    await button(page, 'Save').first().click();
    const asked = await seen(page.getByRole('dialog'));
    const email = await seen(link(asked, 'Sign up with email'));
    // By the layout: the dialog itself may still be sliding in.
    const place = () => email.evaluate((each) => (each as HTMLElement).offsetTop);
    const kept = await place();
    expect(await button(asked, 'Continue with Google').isDisabled()).toBe(true);
    code.resolve();
    await seen(button(asked, 'Log in with a passkey'));
    await seen(button(asked, 'Continue with Google').and(asked.locator(':enabled')));
    expect(await place()).toBe(kept);
    const ways = asked.locator('a, button').filter({ hasText: / with / });
    expect(await ways.allTextContents()).toEqual([
      'Continue with Google',
      'Sign up with email',
      'Log in with email',
      'Log in with a passkey',
    ]);
  }),
);

it(
  '[AUTH-36] the menu of a visitor logs in and signs up by email, and signs in with Google',
  stage.scene(async ({ open }) => {
    const post = await ann.post('A floor lamp.');
    const page = await open(null, { path: `/post/${post}` });
    // One more entry of the navigation, on its line.
    const home = named(page, 'navigation', 'Main').getByRole('link').last();
    const lefts = [home, accountMenu(page)].map(async (each) => (await each.locator('svg').boundingBox())?.x);
    expect(new Set(await Promise.all(lefts)).size).toBe(1);
    for (const [entry, path] of [
      ['Log In with Email', '/login?method=password'],
      ['Sign Up with Email', '/register'],
    ] as const) {
      await accountMenu(page).click();
      await menuItem(page, entry).click();
      await at(page, path);
      await page.goto(`${new URL(page.url()).origin}/post/${post}`);
    }
    await accountMenu(page).click();
    const opened = page.waitForEvent('popup');
    await menuItem(page, 'Log In or Sign Up with Google').click();
    // By way of the log-in, which leads on.
    const leftPost = page.waitForURL('**/login');
    await link(await opened, 'Ann Able').click();
    await leftPost;
    await at(page, `/post/${post}`);
    await accountMenu(page).click();
    await seen(menuItem(page, 'Log Out'));
    expect(await page.getByRole('menuitem', { name: /Google/ }).count()).toBe(0);
  }),
);

it(
  '[AUTH-17 in part] without a window the page itself goes to Google and comes back',
  stage.scene(async ({ open }) => {
    const page = await open(null, { path: '/login' });
    await page.evaluate(() => {
      window.open = () => null;
    });
    await button(page, 'Continue with Google').click();
    await link(page, 'Grace Brewster Hopper').click();
    await at(page, '/settings/account/school_email');
  }),
);

it(
  '[AUTH-19 in part] says why Google signed nobody in: a closed window, a no, an account without address, no network',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(REFUSED);
    expectErrors(NETWORK_GONE);
    const page = await open(null, { path: '/user_registration' });
    await (await toGoogle(page)).close();
    await page.bringToFront();
    await alerted(page, 'Error: Sign-in process was canceled');
    await gone(alert(page, 'Error: Sign-in process was canceled'));
    // From here on the window has the focus. A browser under test says of every page that it has it, and a window that
    // comes back from Google seems closed to us until its page is there.
    await page.evaluate(() => {
      document.hasFocus = () => false;
    });
    await link(await toGoogle(page), 'Cancel').click();
    await alerted(page, 'Error: Sign-in process was canceled');
    await link(await toGoogle(page), 'Nobody').click();
    await alerted(page, 'Error: User email not found');
    await at(page, '/user_registration');

    await page.context().setOffline(true);
    await button(page, 'Continue with Google').click();
    await alerted(page, 'Network error. Please check your connection');
    await page.context().setOffline(false);
  }),
);

it(
  '[SETT-07] [SETT-05 in part] changes the password in the exact words; [Q71] an account made with Google sets one',
  stage.scene(async ({ server, open, expectErrors }) => {
    expectErrors(REFUSED);
    const bob = await makeMember(server, 'Bob Baker');
    const page = await open(bob, { path: '/settings/account' });
    await seesText(page, 'not available');
    await link(page, 'Password').click();
    const save = button(page, 'Change password');
    await save.click();
    await seesText(page, 'Current password required');
    await seesText(page, 'Please enter a new password');
    await seesText(page, 'Must re-enter new password');
    for (const name of ['Current password', 'New password', 'Repeat new password']) {
      expect([name, await field(page, name).getAttribute('maxlength')]).toEqual([name, '30']);
    }
    await field(page, 'Current password').fill('wrong horse 1');
    await field(page, 'New password').fill('12345');
    await field(page, 'Repeat new password').fill('1234');
    await save.click();
    await seesText(page, 'Passwords must be 6+ characters');
    await seesText(page, 'Passwords do not match');
    await field(page, 'New password').fill('loom-1804-jacquard');
    await field(page, 'Repeat new password').fill('loom-1804-jacquard');
    await save.click();
    await alerted(page, 'Invalid password.');
    expect(await field(page, 'New password').inputValue()).toBe('loom-1804-jacquard');
    await field(page, 'Current password').fill(PASSWORD);
    await save.click();
    await alerted(page, 'Account Updated!');
    await at(page, '/settings/account');

    const grace = await open(null, { path: '/login' });
    // Google's window seems closed before its last word is heard: the session says how it ended.
    await grace.context().addInitScript(() => {
      if (location.pathname === '/login/google') BroadcastChannel.prototype.postMessage = () => undefined;
    });
    await link(await toGoogle(grace), 'Grace Brewster Hopper').click();
    await at(grace, '/settings/account/school_email');
    await grace.goto(new URL('/settings/account/password', grace.url()).href);
    await gone(field(grace, 'Current password'));
    await field(grace, 'New password').fill('loom-1804-jacquard');
    await field(grace, 'Repeat new password').fill('loom-1804-jacquard');
    // The sign-in is too long ago: the form leads to another one, and that leads back.
    await grace.context().clearCookies({ name: /quad_fresh$/ });
    await button(grace, 'Set password').click();
    await seen(grace.getByRole('alert').filter({ hasText: /^Please sign in again/ }));
    await button(grace, 'Sign in again').click();
    await seen(heading(grace, 'Welcome back'));
    await link(await toGoogle(grace), 'Grace Brewster Hopper').click();
    await at(grace, '/settings/account/school_email');
    await link(grace, 'Not now').click();
    await at(grace, '/settings/account/password');
    await field(grace, 'New password').fill('loom-1804-jacquard');
    await field(grace, 'Repeat new password').fill('loom-1804-jacquard');
    await button(grace, 'Set password').click();
    await alerted(grace, 'Account Updated!');
    await seesText(grace, 'not available');

    // Now that there is another way in, Google can be unlinked.
    await link(grace, 'Google').click();
    await field(grace, 'Current password').fill('wrong horse 1');
    await button(grace, 'Unlink Google').click();
    await seesText(grace.locator('form'), 'Invalid password.');
    await field(grace, 'Current password').fill('loom-1804-jacquard');
    await button(grace, 'Unlink Google').click();
    await at(grace, '/settings/account');
    await seesText(grace, 'Not linked');
  }),
);

it(
  'devices: a new one appears when one comes back or asks, and logging out there ends its page at once',
  stage.scene(async ({ server, open }) => {
    const cyd = await makeMember(server, 'Cyd Cole');
    const here = await open(cyd, { path: '/settings/account' });
    await link(here, 'Devices').click();
    await seesText(here, 'You are logged in nowhere else.');
    const there = await open(null, { path: '/login?method=password' });
    await field(there, 'Email').fill(cyd.email);
    await field(there, 'Password').fill(PASSWORD);
    await button(there, 'Log in').click();
    await at(there, '/home');
    await seen(accountMenu(there));
    // Nothing asks by itself; the button does, and so does coming back to the page.
    await button(here, 'Refresh').click();
    const others = button(here, 'Log out everywhere else');
    await seen(others);
    const third = await open(null, { path: '/login?method=password' });
    await field(third, 'Email').fill(cyd.email);
    await field(third, 'Password').fill(PASSWORD);
    await button(third, 'Log in').click();
    await seen(accountMenu(third));
    await here.evaluate(() => dispatchEvent(new Event('focus')));
    const list = named(here, 'list', 'Devices').getByRole('listitem');
    await eventually('three devices', async () => ((await list.count()) === 3 ? true : undefined));
    await others.click();
    await alerted(here, 'Logged out everywhere else.');
    await seesText(here, 'You are logged in nowhere else.');
    await seen(link(there, 'Sign Up'));
    await seesText(here, 'This device');
  }),
);

/** Gives a page a device that keeps passkeys and is unlocked at once (Chromium's virtual authenticator). */
async function withDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

/** Logs out and goes where one logs in. */
async function logOut(page: Page): Promise<void> {
  await page.goto(new URL('/logout', page.url()).href);
  await button(page, 'Log out').click();
  await seen(link(page, 'Sign Up'));
  // Without a field for the address: this device would take its suggestion of a passkey before the button is pressed.
  await page.goto(new URL('/user_registration', page.url()).href);
}

it(
  '[SHEL-12 in part] a passkey is added live, logs in, is renamed, and is removed with the password; then it opens nothing',
  stage.scene(async ({ server, open, expectErrors }) => {
    expectErrors(REFUSED);
    const dee = await makeMember(server, 'Dee Dunn');
    const page = await open(dee, { path: '/settings/account' });
    const other = await open(dee, { path: '/settings/account/passkeys' });
    await withDevice(page);
    await link(page, 'Passkeys').click();
    await seesText(page, 'You have no passkey yet.');
    await seesText(page, 'ou.localhost');
    await button(page, 'Add a passkey').click();
    await field(page, 'Name').fill('My phone 📱 هاتف');
    await button(page, 'Continue').click();
    await seesText(page, 'Current password required');
    await field(page, 'Current password').fill('wrong horse 1');
    await button(page, 'Continue').click();
    await seesText(page, 'Invalid password.');
    expect(await field(page, 'Name').inputValue()).toBe('My phone 📱 هاتف');
    await field(page, 'Current password').fill(PASSWORD);
    await button(page, 'Continue').click();
    await alerted(page, 'Passkey added.');
    await seesText(other, 'My phone 📱 هاتف');
    await button(page, 'Add a passkey').click();
    await field(page, 'Current password').fill(PASSWORD);
    await button(page, 'Continue').click();
    await seesText(page, 'This device has a passkey of your account already.');
    await button(page, 'Cancel').click();

    await logOut(page);
    await button(page, 'Log in with a passkey').click();
    await at(page, '/home');
    await seen(accountMenu(page));

    await page.goto(new URL('/settings/account/passkeys', page.url()).href);
    const rename = button(page, 'Rename My phone 📱 هاتف');
    const remove = button(page, 'Remove My phone 📱 هاتف');
    await closesEveryWay(page, 'rename passkey', { title: 'Rename the passkey', opener: rename });
    await closesEveryWay(page, 'remove passkey', { title: 'Remove this passkey?', opener: remove });
    await rename.click();
    await field(page, 'Name').fill('Desk');
    await button(page, 'Save').click();
    await alerted(page, 'Passkey renamed.');
    await button(page, 'Remove Desk').click();
    await field(page, 'Current password').fill(PASSWORD);
    await button(page, 'Remove').last().click();
    await alerted(page, 'Passkey removed.');
    await seesText(page, 'You have no passkey yet.');
    await logOut(page);
    await button(page, 'Log in with a passkey').click();
    await alerted(page, 'This passkey opens no account here. Log in another way.');
  }),
);
