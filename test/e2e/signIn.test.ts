import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPost, writeComment } from './harness/compose.ts';
import { eventually } from './harness/eventually.ts';
import { accountMenu, action, alert, button, card, dialog, field, heading, link, menuItem } from './harness/find.ts';
import { holdRequests } from './harness/holdBack.ts';
import { alerted, at, gone, seen, seesText } from './harness/look.ts';
import { linkMailedTo, mailsTo } from './harness/mailbox.ts';
import { type Member, makeMember, PASSWORD } from './harness/member.ts';
import { PHONE, REFUSED, setStage } from './harness/stage.ts';
import { stopClock } from './harness/stopwatch.ts';

const WRONG_EMAIL = 'Failed: Wrong Email.';

let ann: Member;
let ben: Member;
let cleo: Member;
let post: string;

const stage = setStage(async (server) => {
  [ann, ben, cleo] = await Promise.all([
    makeMember(server, 'Ann Able'),
    makeMember(server, 'Ben Baker'),
    makeMember(server, 'Cleo Cole'),
  ]);
  post = await ann.post('A piano for everyone to see');
});

async function logIn(page: Page, email: string, password: string) {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Log in').click();
}

it(
  '[AUTH-01] [AUTH-36 in part] the landing page and the menu offer to log in and to sign up by email',
  stage.scene(async ({ open, server }) => {
    const page = await open(null, { path: '/user_registration' });
    await link(page, 'Log in with email').click();
    await at(page, '/login?method=password');
    await button(page, 'Go back').click();
    await link(page, 'Sign up with email').click();
    await at(page, '/register');

    await page.goto(`${server.origin()}/home`);
    await accountMenu(page).click();
    await seen(menuItem(page, 'Sign Up with Email'));
    await menuItem(page, 'Log In with Email').click();
    await at(page, '/login?method=password');
  }),
);

it(
  '[AUTH-02] [AUTH-04] [AUTH-05] [AUTH-06] both modes of /login keep the address that was typed, and lead to each other and on',
  stage.scene(async ({ open }) => {
    const page = await open(null, { path: '/login?method=noPassword&email=ann.able%40ou.edu' });
    expect(await field(page, 'Email').inputValue()).toBe('ann.able@ou.edu');
    expect(await field(page, 'Password').count()).toBe(0);
    await field(page, 'Email').fill('');
    await button(page, 'Continue with email').click();
    await seesText(page, 'Email is required.');
    await field(page, 'Email').fill('ann@nowhere');
    await page.keyboard.press('Enter');
    await seesText(page, 'Invalid email address!');

    await field(page, 'Email').fill(ann.email);
    await button(page, 'Log in with a password instead').click();
    await seen(field(page, 'Password').and(page.locator(':focus')));
    expect(await field(page, 'Email').inputValue()).toBe(ann.email);
    await link(page, 'Forgot your password?').click();
    await at(page, `/forgotpassword?email=${encodeURIComponent(ann.email)}`);
    await seen(heading(page, 'Reset your password'));
    expect(await field(page, 'Email').inputValue()).toBe(ann.email);
    await button(page, 'Go back').click();
    await at(page, '/login?method=password');
    await seen(heading(page, 'Welcome back'));

    await button(page, 'Email me a link instead').click();
    await seen(button(page, 'Continue with email'));
    for (const [name, path] of [
      ['create a new account', '/register'],
      ['Sign Up', '/register'],
      ['Contact us', '/settings/help'],
      ['privacy policy', '/settings/terms'],
    ] as const) {
      expect([name, await link(page, name).getAttribute('href')]).toEqual([name, path]);
    }
  }),
);

it(
  '[AUTH-04] [AUTH-25] [AUTH-26] [AUTH-27] [AUTH-28] [AUTH-31] [P9] a magic link waits for a press, then logs in, in every tab',
  stage.scene(async ({ open, server }) => {
    const page = await open(null, { path: '/login?method=noPassword' });
    await field(page, 'Email').fill(ann.email);
    await button(page, 'Continue with email').click();
    await alerted(page, 'Email sent.');
    await at(page, `/login/sent?email=${encodeURIComponent(ann.email)}`);
    await seen(heading(page, 'Your magic link is on its way!'));
    await seesText(page, ann.email);
    await seesText(page, /This may take 1-2 minutes\./);
    await seesText(page, /^Send again in \d+ s$/);
    expect(await button(page, 'Resend Email').getAttribute('aria-disabled')).toBe('true');
    expect(await link(page, 'Go to your mail').getAttribute('href')).toBe('/dev/mail');
    expect(await link(page, 'Log in with password').getAttribute('href')).toContain('method=password');

    const mailed = await linkMailedTo(server, ann.email, 2);
    const other = await page.context().newPage();
    await other.goto(mailed);
    await seesText(other, ann.email);
    // The secret is in no address that could be copied; a reload keeps it.
    await at(other, `/login/sent?email=${encodeURIComponent(ann.email)}`);
    await other.reload();
    await seesText(page, ann.email);
    expect(await accountMenu(page).count()).toBe(0);
    await button(other, 'Log in').click();
    await at(other, '/home');
    await at(page, '/home');
    await seen(link(other, 'Saved'));
    await seen(link(page, 'Saved'));
    expect(server.log()).not.toContain(new URL(mailed).hash.slice(-20));
  }),
);

it(
  'an answer that comes after its page was left leads nowhere',
  stage.scene(async ({ open }) => {
    const page = await open(null, { path: '/login?method=noPassword' });
    const answers = await holdRequests(page, /\/api\/sign-in-links$/);
    await field(page, 'Email').fill('left.early@ou.edu');
    await button(page, 'Continue with email').click();
    await answers.asked;
    await button(page, 'Go back').click();
    await at(page, '/user_registration');
    answers.release();
    await alerted(page, 'Email sent.');
    await at(page, '/user_registration');
  }),
);

it(
  '[AUTH-25] [AUTH-29] opening /login/sent mails nothing: it offers to; a masked address was mailed to by the server',
  stage.scene(async ({ open, server }) => {
    const dan = await makeMember(server, 'Dan Dale', { stage: 'confirmed' });
    const before = (await mailsTo(server, dan.email)).length;
    const page = await open(null, { path: `/login/sent?email=${encodeURIComponent(dan.email)}` });
    await seen(heading(page, 'Get a magic link'));
    await page.reload();
    await button(page, 'Send link').click();
    await seen(heading(page, 'Your magic link is on its way!'));
    expect(await mailsTo(server, dan.email)).toHaveLength(before + 1);

    await page.goto(`${server.origin()}/login/sent?email=${encodeURIComponent('c•••@ou.edu')}`);
    await seen(heading(page, 'Your magic link is on its way!'));
    await seesText(page, 'c•••@ou.edu');
    expect(await button(page, 'Resend Email').count()).toBe(0);
    expect(await link(page, 'Log in with password').getAttribute('href')).toBe('/login?method=password');
    await page.goto(`${server.origin()}/login/sent`);
    await at(page, '/login?method=noPassword');
  }),
);

it(
  '[AUTH-10] [AUTH-27] a link that is opened elsewhere asks for its address; a wrong one, or a used one, leads to the log-in and says so',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    const asking = await open(null, { path: '/login?method=noPassword' });
    await field(asking, 'Email').fill(ben.email);
    await button(asking, 'Continue with email').click();
    await seen(heading(asking, 'Your magic link is on its way!'));
    const mailed = await linkMailedTo(server, ben.email, 2);

    const page = await open(null, { path: '/404' });
    await page.goto(mailed);
    await seesText(page, /You did not ask for this link in this browser\./);
    await seen(field(page, 'Email').and(page.locator(':focus')));
    expect(await field(page, 'Email').inputValue()).toBe('');
    await button(page, 'Log in').click();
    await seesText(page, 'Email is required.');
    await field(page, 'Email').fill('eve@ou.edu');
    await button(page, 'Log in').click();
    await at(page, '/login?redirect=true');
    await alerted(page, WRONG_EMAIL);
    await seen(page.getByRole('main').getByText(WRONG_EMAIL, { exact: true }));

    await page.goto(mailed);
    await field(page, 'Email').fill(ben.email.toUpperCase());
    await button(page, 'Log in').click();
    await at(page, '/home');
    await seen(link(page, 'Saved'));

    await asking.goto(mailed);
    await button(asking, 'Log in').click();
    await at(asking, '/login?redirect=true');
    await alerted(asking, WRONG_EMAIL);
    await asking.goto(`${server.origin()}/register?redirect=true`);
    await seen(asking.getByRole('main').getByText(WRONG_EMAIL, { exact: true }));
  }),
);

it(
  '[AUTH-26] [AUTH-27] one may sign up without a password: the link makes the account, the address is confirmed',
  stage.scene(async ({ open, server }) => {
    const page = await open(null, { path: '/register', screen: PHONE });
    await field(page, 'Email').fill('dora.dean@mail.example');
    await field(page, 'Name').fill('Dora Ann Dean');
    expect(await button(page, 'Sign up without a password').isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: /Terms of Service/ }).check();
    await button(page, 'Sign up without a password').click();
    await at(page, '/login/sent?email=dora.dean%40mail.example&first=Dora&last=Dean');
    await page.goto(await linkMailedTo(server, 'dora.dean@mail.example'));
    await seesText(page, /You sign up as Dora Dean with/);
    await button(page, 'Create account').click();
    await at(page, '/settings/account/school_email');
    await page.goto(`${server.origin()}/profile`);
    await seen(page.getByRole('main').getByText('Dora D.', { exact: true }));
  }),
);

it(
  '[AUTH-33] what a visitor has typed is still there after signing in by a link in another tab',
  stage.scene(async ({ open, server }) => {
    const page = await open(null, { path: `/post/${post}` });
    await (await writeComment(page, 'Typed before the link')).click();
    await link(await seen(dialog(page, 'Join the conversation')), 'Log in with email').click();
    await button(page, 'Email me a link instead').click();
    await field(page, 'Email').fill(cleo.email);
    await button(page, 'Continue with email').click();
    await seen(heading(page, 'Your magic link is on its way!'));
    const sent = (await mailsTo(server, cleo.email)).length;
    const other = await page.context().newPage();
    await other.goto(await linkMailedTo(server, cleo.email, sent));
    await button(other, 'Log in').click();
    // Both tabs are where the person was; the text waits in the one where it was typed.
    await at(other, `/post/${post}`);
    await at(page, `/post/${post}`);
    await seesText(page.getByRole('region', { name: 'Comment', exact: true }), 'Typed before the link');
  }),
);

it(
  '[AUTH-21] [AUTH-22] [AUTH-23] [AUTH-24] a forgotten password is replaced by a link; sessions elsewhere end',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    const eve = await makeMember(server, 'Eve Early');
    const elsewhere = await open(eve, { path: '/saved' });
    await seen(elsewhere.getByRole('heading', { name: /liked any posts|Saved/ }).first());

    const page = await open(null, { path: '/forgotpassword?email=nobody%40ou.edu' });
    expect(await field(page, 'Email').inputValue()).toBe('nobody@ou.edu');
    await button(page, 'Send reset link').click();
    await button(await seen(dialog(page, 'User not found, try again!')), 'OK').click();
    await gone(page.getByRole('dialog'));
    await field(page, 'Email').fill(eve.email);
    await button(page, 'Send reset link').click();
    await seesText(page, /Check your inbox for the link to reset your password\./);
    await seesText(page, /This may take 1-2 minutes\./);
    await seen(link(page, 'Go to your mail'));
    expect(await link(page, 'Go to login').getAttribute('href')).toBe('/login?method=password');

    const mailed = await linkMailedTo(server, eve.email, 2);
    await page.goto(mailed);
    await at(page, `/forgotpassword/new?email=${encodeURIComponent(eve.email)}`);
    await field(page, 'New password').fill('12345');
    await button(page, 'Save password').click();
    await seesText(page, 'Password too short.');
    await field(page, 'New password').fill('password1');
    await button(page, 'Save password').click();
    const common = 'Too many people use this password. Please choose one that is harder to guess.';
    await seen(page.getByRole('main').getByText(common, { exact: true }));
    await field(page, 'New password').fill('a better word');
    await button(page, 'Save password').click();
    await alerted(page, 'Your password was changed.');
    await at(page, `/login?method=password&email=${encodeURIComponent(eve.email)}`);
    await at(elsewhere, '/home');
    await seen(link(elsewhere, 'Log In'));

    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    await alerted(page, 'Wrong password!');
    await field(page, 'Password').fill('a better word');
    await button(page, 'Log in').click();
    await at(page, '/home');

    // The link again: it counted once.
    await page.goto(mailed);
    await field(page, 'New password').fill('one more word');
    await button(page, 'Save password').click();
    await alerted(page, WRONG_EMAIL);
    await link(page, 'Ask for a new one').click();
    await at(page, `/forgotpassword?email=${encodeURIComponent(eve.email)}`);
  }),
);

it(
  '[AUTH-08] a locked account is said to be so for 7.8 s, and a reset of the password lifts the lock',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    const fay = await makeMember(server, 'Fay Ford');
    const page = await open(null, { path: '/login?method=password' });
    await field(page, 'Email').fill(fay.email);
    await field(page, 'Password').fill('wrong');
    const text =
      'Access to this account has been temporarily disabled due to many failed login attempts. ' +
      'You can immediately restore it by resetting your password or you can try again later.';
    await stopClock(page);
    let last = '';
    for (let tries = 0; !last.includes(text) && tries < 20; tries += 1) {
      const answered = page.waitForResponse(/\/api\/session\?/);
      await button(page, 'Log in').click();
      last = await (await answered).text();
    }
    await alerted(page, text);
    await page.clock.runFor(7_800 - 100);
    await seen(alert(page, text));
    await page.clock.runFor(101);
    await gone(alert(page, text));
    await page.clock.resume();

    await page.goto(`${server.origin()}/forgotpassword?email=${encodeURIComponent(fay.email)}`);
    await button(page, 'Send reset link').click();
    await seesText(page, /Check your inbox/);
    await page.goto(await linkMailedTo(server, fay.email, 2));
    await field(page, 'New password').fill('a better word');
    await button(page, 'Save password').click();
    await at(page, `/login?method=password&email=${encodeURIComponent(fay.email)}`);
    await logIn(page, fay.email, 'a better word');
    await at(page, '/home');
  }),
);

it(
  '[AUTH-32] [GUARD-01] [SHEL-12 in part] the dialog says what one may do after signing in, by what was pressed',
  stage.scene(async ({ open, server }) => {
    const page = await open(null);
    const piano = card(page, 'A piano').first();
    const asked = async (title: string, text: RegExp) => {
      const shown = await seen(dialog(page, title));
      await seesText(shown, text);
      await seen(link(shown, 'Sign up with email'));
      await page.keyboard.press('Escape');
      await gone(page.getByRole('dialog'));
    };
    await action(piano, 'Save').click();
    await asked('Save it for later', /to save posts/);
    await button(piano, 'Send Message').click();
    await asked('Send a message', /to ask sellers/);
    await button(page, 'Create Post').click();
    await asked('Sell it in seconds', /to post to students of OU/);
    await openPost(page, piano);
    await (await writeComment(page, 'May I?')).click();
    await asked('Join the conversation', /to comment/);
    await page.goto(`${server.origin()}/home`);
    await button(page.getByRole('complementary'), 'Join Group').click();
    await asked('Join OU', /to become a member of the University of Oklahoma/);
    // A press beside the dialog closes it, too.
    await button(page.getByRole('complementary'), 'Join Group').click();
    await seen(dialog(page, 'Join OU'));
    await eventually('a press beside the dialog closes it', async () => {
      await page.mouse.click(2, 2);
      return (await dialog(page, 'Join OU').count()) === 0 || undefined;
    });
    await at(page, '/home');
  }),
);

it(
  'the alert of a refusal goes with its page; a mistyped address of a magic link is changed where it was typed',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(REFUSED);
    const page = await open(null, { path: '/login?method=password' });
    await logIn(page, ann.email, 'not the password');
    // While one points at it, it stays.
    await (await seen(alert(page, 'Wrong password!'))).hover();
    await link(page, 'Sign Up').press('Enter');
    await at(page, /^\/register/);
    await gone(alert(page, 'Wrong password!'));
    const terms = await page.locator('label', { hasText: 'Terms of Service' }).boundingBox();
    expect(terms?.height).toBeGreaterThanOrEqual(24);

    await page.goto(new URL('/login?method=noPassword', page.url()).href);
    await field(page, 'Email').fill('ann.abel@ou.edu');
    await button(page, 'Continue with email').click();
    await at(page, /^\/login\/sent/);
    await link(page, 'Change it').click();
    await at(page, /^\/login\?method=noPassword/);
    expect(await field(page, 'Email').inputValue()).toBe('ann.abel@ou.edu');
    await page.goto(new URL('/login/sent?email=amy%40ou.edu&first=Amy&last=Able', page.url()).href);
    await link(page, 'Change it').click();
    await at(page, /^\/register/);
    expect(await field(page, 'Email').inputValue()).toBe('amy@ou.edu');
    expect(await field(page, 'Name').inputValue()).toBe('Amy Able');
  }),
);
