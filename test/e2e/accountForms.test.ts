import { expect, it } from '@jest/globals';
import { eventually } from './harness/eventually.ts';
import { button, field, heading, region } from './harness/find.ts';
import { at, gone, seen, seesText } from './harness/look.ts';
import { makeMember, PASSWORD } from './harness/member.ts';
import { PHONE, setStage } from './harness/stage.ts';

/** The forms and lists of an account, where more than one of something meets. */
const stage = setStage(async () => undefined);

it(
  'the typed address is in the form again after a sign-in on the way, and where its code is asked for it is changed',
  stage.scene(async ({ open, server }) => {
    const ivo = await makeMember(server, 'Ivo Again');
    const page = await open(ivo, { path: '/settings/account/email' });
    await field(page, 'New email').fill('ivo+2@again.example');
    await button(page, 'Sign in again').click();
    await seen(heading(page, 'Welcome back'));
    await field(page, 'Email').fill(ivo.email);
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    await at(page, `/settings/account/email?${new URLSearchParams({ email: 'ivo+2@again.example' })}`);
    expect(await field(page, 'New email').inputValue()).toBe('ivo+2@again.example');
    // It may be mistyped: the form has it again.
    await button(page, 'Send code').click();
    await seen(heading(page, 'Enter your code'));
    await button(page, 'Change it').click();
    await at(page, `/settings/account/email?${new URLSearchParams({ email: 'ivo+2@again.example' })}`);
    expect(await field(page, 'New email').inputValue()).toBe('ivo+2@again.example');
  }),
);

it(
  '[SHEL-12 in part] of two devices that are called the same, each button to log out has a name of its own',
  stage.scene(async ({ open, server }) => {
    const dee = await makeMember(server, 'Dee Devices');
    const page = await open(dee, { path: '/logout' });
    for (let n = 0; n < 2; n += 1) {
      const other = await open(null, { path: '/login?method=password' });
      await field(other, 'Email').fill(dee.email);
      await field(other, 'Password').fill(PASSWORD);
      await button(other, 'Log in').click();
      await at(other, '/home');
      await other.goto(new URL('/settings/account/sessions', other.url()).href);
    }
    await page.goto(new URL('/settings/account/sessions', page.url()).href);
    const buttons = page.getByRole('button', { name: /^Log out of / });
    await eventually('both devices are listed', async () => (await buttons.count()) >= 2 || undefined);
    const names = await buttons.evaluateAll((all) => all.map((each) => each.ariaLabel ?? ''));
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => /, [12] of 2$/.test(name)).length).toBe(2);
  }),
);

it(
  '[SETT-15 in part] words that are typed while feedback is on its way are not lost with it',
  stage.scene(async ({ open, server }) => {
    const page = await open(await makeMember(server, 'Una Usual'), { path: '/settings/feedback' });
    const [mod, text] = [await makeMember(server, 'Mo Derator'), field(page, 'Your feedback')];
    await server.order('moderator', { email: mod.email, remove: false });
    const desk = await open(mod, { path: '/settings/feedback' });
    const held = Promise.withResolvers<void>();
    await page.route('**/api/commands', async (route) => {
      await held.promise;
      await route.continue();
    });
    await text.fill('A first one.');
    await button(page, 'Send').click();
    await seen(button(page, 'Sending...'));
    await text.fill('A second one.');
    held.resolve();
    await seesText(desk, 'A first one.');
    await seen(button(page, 'Send'));
    expect(await text.inputValue()).toBe('A second one.');
    await button(page, 'Send').click();
    await seesText(desk, 'A second one.');
  }),
);

it(
  'a bio of line breaks is short at first, and blank lines in a row are one',
  stage.scene(async ({ open, server }) => {
    const brea = await makeMember(server, 'Brea Kline');
    await brea.give('ChangeBio', { bio: `Top.\n\n \n\n\nNext.${'\n.'.repeat(60)}\nBottom.` });
    const page = await open(null, { path: '/breakline', screen: PHONE });
    const head = region(page, 'Profile');
    const bio = await seen(head.getByText(/^Top\./));
    expect(await bio.textContent()).toBe('Top.\n\nNext.\n.\n.\n.');
    await seen(button(head, 'Show more').and(page.locator('[aria-expanded=false]')));
    await button(head, 'Show more').press('Enter');
    await seesText(head, /Bottom\.$/);
    await button(head, 'Show less').press('Enter');
    await gone(head.getByText(/Bottom\.$/));
  }),
);
