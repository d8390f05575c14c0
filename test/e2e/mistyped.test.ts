import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CODE_RESEND_SECONDS } from '#domain/user/limits.ts';
import { expectAccessible } from './harness/accessibility.ts';
import { PATIENCE_MS } from './harness/eventually.ts';
import { action, button, card, dialog, field, link } from './harness/find.ts';
import { alerted, at, gone, seen, seesText } from './harness/look.ts';
import { codeMailedTo } from './harness/mailbox.ts';
import { type Member, makeMember, PASSWORD } from './harness/member.ts';
import { REFUSED, setStage } from './harness/stage.ts';

/** Another code can be asked for by then. */
const NEXT_CODE_MS = CODE_RESEND_SECONDS * 1_000 + PATIENCE_MS;

let ann: Member;
let post: string;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
  post = await ann.post('A piano, in tune');
});

const typed = (page: Page) => Promise.all(['Email', 'Name', 'Password'].map((name) => field(page, name).inputValue()));

async function signUp(page: Page, email: string, name: string) {
  await field(page, 'Email').fill(email);
  await field(page, 'Name').fill(name);
  await field(page, 'Password').fill(PASSWORD);
  await page.getByRole('checkbox', { name: /Terms of Service/ }).check();
  await button(page, 'Create account').click();
  await at(page, '/verify');
}

it(
  '[VERF-01] [AUTH-33] a mistyped address is changed on /verify, in place: by keyboard, with its errors, in every tab, and the way back stays',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    const page = await open(null, { path: `/post/${post}` });
    await action(card(page, 'A piano').first(), 'Save').click();
    await link(await seen(dialog(page, 'Save it for later')), 'Sign up with email').click();
    await signUp(page, 'may@ou.ude', 'May Mistyped');
    await seesText(page, 'may@ou.ude');
    const old = await codeMailedTo(server, 'may@ou.ude');
    const other = await page.context().newPage();
    await other.goto(`${server.origin()}/verify`);
    await seesText(other, 'may@ou.ude');
    await page.bringToFront();

    await button(page, 'Change it').focus();
    await page.keyboard.press('Enter');
    const form = await seen(dialog(page, 'Change your email address'));
    await seen(field(form, 'Email').and(page.locator(':focus')));
    expect(await field(form, 'Email').inputValue()).toBe('may@ou.ude');
    await page.keyboard.press('Escape');
    await gone(form);
    await seen(button(page, 'Change it').and(page.locator(':focus')));

    await page.keyboard.press('Enter');
    // The wait for another code is a real one.
    await seesText(form, /^A code can be sent again in \d+ s$/);
    await form.getByText(/^A code can be sent again/).waitFor({ state: 'hidden', timeout: NEXT_CODE_MS });
    await page.keyboard.press('Enter');
    await seen(form.getByText('Enter a new email', { exact: true }));
    await expectAccessible(page, 'the dialog with another address');
    await field(form, 'Email').fill('may@ou');
    await page.keyboard.press('Enter');
    await seen(form.getByText('Invalid email address!', { exact: true }));
    await field(form, 'Email').fill(ann.email.toUpperCase());
    await page.keyboard.press('Enter');
    await alerted(page, 'Email has already been taken.');
    await seen(form.getByText('Email has already been taken.', { exact: true }));
    await seen(field(form, 'Email').and(page.locator(':focus[aria-invalid="true"]')));

    await field(form, 'Email').fill('may@ou.edu');
    await page.keyboard.press('Enter');
    await gone(form);
    await at(page, '/verify');
    await alerted(page, 'Email sent');
    await seesText(page, 'may@ou.edu');
    await seen(field(page, 'Verification code').and(page.locator(':focus')));
    await seesText(other, 'may@ou.edu');

    const code = await codeMailedTo(server, 'may@ou.edu');
    if (old !== code) {
      await page.keyboard.type(old);
      await alerted(page, 'Your code was incorrect. Please try again.');
      await field(page, 'Verification code').fill('');
    }
    await page.keyboard.type(code);
    await at(page, '/settings/account/school_email');
    await button(page, 'Join with this email').click();
    await at(page, `/post/${post}`);
  }),
);

it(
  '[AUTH-11] a reload of the form keeps what was typed, also over the address of its query; another query fills it anew',
  stage.scene(async ({ open, server }) => {
    const page = await open(null, { path: '/register?email=lea%40ou.ude' });
    await seen(field(page, 'Name').and(page.locator(':focus')));
    await field(page, 'Name').fill('Lea Late');
    await page.reload();
    await seen(button(page, 'Create account'));
    expect(await typed(page)).toEqual(['lea@ou.ude', 'Lea Late', '']);
    await field(page, 'Email').fill('lea@ou.edu');
    await field(page, 'Password').fill(PASSWORD);
    await page.reload();
    await seen(button(page, 'Create account'));
    expect(await typed(page)).toEqual(['lea@ou.edu', 'Lea Late', '']);
    await page.goto(`${server.origin()}/register`);
    await seen(button(page, 'Create account'));
    expect(await typed(page)).toEqual(['lea@ou.edu', 'Lea Late', '']);
    await page.goto(`${server.origin()}/register?email=lou%40ou.edu`);
    await seen(button(page, 'Create account'));
    expect(await typed(page)).toEqual(['lou@ou.edu', 'Lea Late', '']);
  }),
);

it(
  'a log-out forgets what was typed to sign up before: the next person at the device does not see it',
  stage.scene(async ({ open, server }) => {
    const page = await open(null, { path: '/register' });
    await field(page, 'Email').fill('kim@mail.example');
    await field(page, 'Name').fill('Kim Kept');
    await link(page, 'Log In').click();
    await at(page, '/login?method=password');
    await field(page, 'Email').fill(ann.email);
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    await at(page, '/home');
    await page.goto(`${server.origin()}/logout`);
    await button(page, 'Log out').click();
    await at(page, '/home');
    await page.goto(`${server.origin()}/register`);
    await seen(button(page, 'Create account'));
    expect(await typed(page)).toEqual(['', '', '']);
  }),
);

it(
  '[SHOP-B] a code is sent with its last digit, in the digits of any script, with dashes and spaces as a mail has them',
  stage.scene(async ({ open, server }) => {
    const vera = await makeMember(server, 'Vera Vale', { stage: 'registered' });
    const page = await open(vera, { path: '/verify' });
    const code = await codeMailedTo(server, vera.email);
    const arabic = [...code].map((digit) => String.fromCodePoint(0x0660 + Number(digit)));
    const box = await seen(field(page, 'Verification code'));
    // Of three digits nothing is sent, and four of them are a code.
    const asked = page.waitForRequest('**/api/verification');
    await box.fill(` ${arabic[0]}${arabic[1]} – ${arabic[2]}`);
    await box.fill(` ${arabic[0]}${arabic[1]} – ${arabic[2]}${arabic[3]}\u200e`);
    expect((await asked).postDataJSON()).toMatchObject({ code });
    await at(page, '/home');
  }),
);
