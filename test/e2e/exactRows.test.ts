import { expect, it } from '@jest/globals';
import { button, dialog, field, heading, link, named } from './harness/find.ts';
import { alerted, at, seen, seesText } from './harness/look.ts';
import { type Member, makeMember, PASSWORD } from './harness/member.ts';
import { NETWORK_GONE, REFUSED, setStage } from './harness/stage.ts';

let ann: Member;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
});

it(
  '[AUTH-09] [AUTH-14] [AUTH-28] [VERF-08] a form that gets no answer says so in its own words',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const page = await open(null, { path: '/login?method=password' });
    for (const path of ['/api/session?*', '/api/registration', '/api/sign-in-links']) {
      await page.route(`**${path}`, (route) => route.abort());
    }
    await field(page, 'Email').fill(ann.email);
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    await alerted(page, 'Something went wrong. Try again.');
    await page.goto(`${server.origin()}/login?method=noPassword&email=${encodeURIComponent(ann.email)}`);
    await button(page, 'Continue with email').click();
    await alerted(page, 'An unknown error has occurred');
    await page.goto(`${server.origin()}/register?email=zoe.silent%40ou.edu`);
    await field(page, 'Name').fill('Zoe Silent');
    await field(page, 'Password').fill(PASSWORD);
    await page.getByRole('checkbox', { name: /Terms of Service/ }).check();
    await button(page, 'Create account').click();
    await alerted(page, 'Something went wrong. Try again.');

    const una = await makeMember(server, 'Una Unheard', { stage: 'registered' });
    const code = await open(una, { path: '/verify' });
    await code.route('**/api/verification', (route) => route.abort());
    await field(code, 'Verification code').fill('1234');
    await alerted(code, 'Something went wrong');
    expect(await field(code, 'Verification code').inputValue()).toBe('1234');
  }),
);

it(
  '[AUTH-10] [AUTH-27] a link that would make an account and fails leads to the sign-up and says so',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(REFUSED);
    const link = new URLSearchParams({ email: 'ida.new@ou.edu', first: 'Ida', last: 'Newman' });
    const page = await open(null, { path: `/login/sent?${link}#token=of-nobody` });
    await field(page, 'Email').fill('ida.new@ou.edu');
    await button(page, 'Create account').click();
    await at(page, '/register?redirect=true');
    await alerted(page, 'Failed: Wrong Email.');
  }),
);

it(
  '[PROF-02] a shared link to a profile shows it, and the address is the plain one then',
  stage.scene(async ({ open }) => {
    const page = await open(null, { path: '/annable?redirect=true&show=replies' });
    await at(page, '/annable?show=replies');
    await seen(heading(page, 'No replies yet'));
  }),
);

it(
  '[PROF-22] the count of a bio moves with it, and typing stops at 160',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { path: '/profile/edit' });
    await page.getByRole('button', { name: /^Bio/ }).click();
    const window = await seen(dialog(page, 'Edit bio'));
    await field(window, 'Bio').fill('   ');
    await seesText(window, '3 / 160');
    await field(window, 'Bio').fill('b'.repeat(159));
    await seesText(window, '159 / 160');
    await field(window, 'Bio').press('End');
    await page.keyboard.type('cde');
    await seesText(window, '160 / 160');
    expect(await field(window, 'Bio').inputValue()).toBe(`${'b'.repeat(159)}c`);
  }),
);

it(
  '[SRCH-14] Back of a search leads to /home, whatever was visited before; from a search one step back',
  stage.scene(async ({ open }) => {
    const page = await open(null, { path: '/annable' });
    await link(named(page, 'navigation', 'Main'), 'Search').click();
    await at(page, '/search');
    await button(page, 'Back').click();
    await at(page, '/home');
    await link(named(page, 'navigation', 'Main'), 'Search').click();
    for (const words of ['lamp', 'chair']) {
      await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill(words);
      await page.keyboard.press('Enter');
      await at(page, `/search?q=${words}`);
    }
    await button(page, 'Back').click();
    await at(page, '/search?q=lamp');
  }),
);
