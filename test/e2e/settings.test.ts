import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openComposer } from './harness/compose.ts';
import { blocksPage } from './harness/dialogs.ts';
import { eventually } from './harness/eventually.ts';
import { alert, button, checkbox, combobox, field, heading, link, named, radio, region } from './harness/find.ts';
import { alerted, at, gone, seen, seesText } from './harness/look.ts';
import { codeMailedTo } from './harness/mailbox.ts';
import { type Member, makeMember, PASSWORD } from './harness/member.ts';
import { DESKTOP, NETWORK_GONE, PHONE, REFUSED, setStage, TABLET } from './harness/stage.ts';

let ann: Member;
let una: Member;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
  una = await makeMember(server, 'Una Unverified', { stage: 'registered' });
});

const menu = (page: Page) => named(page, 'navigation', 'Settings');
const title = (page: Page, name: string) => seen(page.getByRole('heading', { level: 1, name, exact: true }));

/** The menu of settings, but for what depends on who asks (SETT-02, SETT-03). */
const HELP = ['Customer Support', 'Give Us Feedback'];
const ADS = ['Manage Ads', 'Payments'];
const MENU = ['About', 'How It Works', 'Return Policy', 'Trust and Safety', 'Terms of Service', 'Privacy Policy'];
/** The addresses of its pages (SETT-15). */
const PAGES = ['help', 'feedback', 'about', 'howitworks', 'returns', 'trust_and_safety', 'terms', 'privacy'];

it(
  '[SETT-01] [SETT-02] [SETT-03] [SETT-04 in part] [SHEL-07] the settings: beside their menu on a wide screen, behind it on a narrow one',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    await link(page, 'Settings').click();
    await at(page, '/settings/account');
    expect(await link(page, 'Settings').getAttribute('aria-current')).toBe('page');
    await link(menu(page), 'About').click();
    await title(page, 'About');
    await at(page, '/settings/about');
    await gone(button(page, 'Back'));
    const entries = (of: Page) => menu(of).getByRole('link').allInnerTexts();
    expect(await entries(page)).toEqual(['Account Settings', ...HELP, ...ADS, ...MENU, 'Log Out']);
    // The title stands above the two, and above nothing else (SETT-03).
    const ads = menu(page).locator('div', { has: heading(page, 'For Professionals') });
    expect(await ads.getByRole('link').allInnerTexts()).toEqual(ADS);
    expect(await link(ads, 'Manage Ads').getAttribute('href')).toBe('/ads');
    expect(await link(ads, 'Payments').getAttribute('href')).toBe('/settings/payments');
    const visitor = await open(null, { path: '/settings' });
    await at(visitor, '/settings/about');
    await seen(link(menu(visitor), 'Log In / Sign Up'));
    expect(await entries(visitor)).toEqual(['Log In / Sign Up', ...HELP, ...ADS, ...MENU]);
    expect(await link(menu(visitor), 'Log In / Sign Up').getAttribute('href')).toBe('/user_registration');
    for (const screen of [PHONE, TABLET]) {
      const narrow = await open(ann, { path: '/settings', screen });
      await at(narrow, '/settings/about');
      await title(narrow, 'About');
      await button(narrow, 'Back').click();
      await at(narrow, '/settings/menu');
      await link(menu(narrow), 'Account Settings').click();
      await at(narrow, '/settings/account');
      // The page before stays on screen until this one is there, with a Back of its own.
      await seesText(narrow, 'Account created');
      await button(narrow, 'Back').click();
      await at(narrow, '/settings/menu');
      await seen(link(menu(narrow), 'Account Settings'));
      // Up is one step back, not a further page: the way out is not blocked.
      await button(narrow, 'Back').click();
      await at(narrow, '/home');
    }
  }),
);

/** The value of a row of the account. */
const row = (page: Page, label: string) =>
  page.locator('dl > div', { has: page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }) });

it(
  '[SETT-05] [SETT-09] [SETT-10] [SETT-11] [SETT-12 in part] [SETT-13] [DATA-01 in part] rows of the account and their forms: refused, failed, retried, saved, live',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const page = await open(ann, { path: '/settings/account' });
    const elsewhere = await open(ann, { path: '/settings/account', screen: PHONE });
    for (const [label, value, to] of [
      ['Username', '@annable', 'screen_name'],
      ['Password', 'not available', 'password'],
      ['Email', ann.email, 'email'],
      ['Phone', 'click to add', 'phone'],
      ['School Email', ann.email, 'school_email'],
      ['Verified', 'Yes', null],
      ['Account created', /, 20\d\d at \d+:\d\d [AP]M$/, null],
      ['Gender', 'None', 'gender'],
      ['Birth date', 'None', 'birth_date'],
    ] as const) {
      await seesText(row(page, label), value);
      const links = await row(page, label)
        .locator('a')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
      expect([label, links]).toEqual([label, to === null ? [] : [`/settings/account/${to}`]]);
    }
    const stranger = await open(await makeMember(server, 'Noa Nowhere', { stage: 'confirmed' }), {
      path: '/settings/account',
    });
    await seesText(row(stranger, 'School Email'), 'Join your campus');
    await seesText(row(stranger, 'Verified'), 'No');

    await link(page, 'Phone').click();
    await at(page, '/settings/account/phone');
    // A page with one form begins in its first field.
    await seen(field(page, 'Phone #').and(page.locator(':focus')));
    await button(page, 'Save').click();
    await seesText(page, 'A phone # is required');
    expect(await field(page, 'Phone #').getAttribute('maxlength')).toBe('20');
    await field(page, 'Phone #').fill('call me');
    await button(page, 'Save').click();
    await seesText(page, 'Invalid phone #');
    await field(page, 'Phone #').fill('(405) 555-0134');
    await page.route('**/api/commands', (route) => route.abort());
    await button(page, 'Save').click();
    await alerted(page, 'Something went wrong', 'danger');
    expect(await field(page, 'Phone #').inputValue()).toBe('(405) 555-0134');
    const answer = Promise.withResolvers<void>();
    await page.unroute('**/api/commands');
    await page.route('**/api/commands', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await button(page, 'Retry').click();
    await blocksPage(page, 'Updating account data...');
    answer.resolve();
    await alerted(page, 'Profile Updated', 'success');
    await at(page, '/settings/account');
    await seesText(row(page, 'Phone'), '(405) 555-0134');
    await seesText(row(elsewhere, 'Phone'), '(405) 555-0134');

    await link(page, 'Phone').click();
    await seen(button(page, 'Save').and(page.locator(':disabled')));
    await button(page, 'Back').click();

    await link(page, 'Gender').click();
    await button(page, 'Save').click();
    await seesText(page, 'Must select a gender');
    await radio(page, 'Other').check();
    await button(page, 'Save').click();
    await at(page, '/settings/account');
    await seesText(row(elsewhere, 'Gender'), 'Other');
    await link(page, 'Gender').click();
    await seen(button(page, 'Save').and(page.locator(':disabled')));
    await button(page, 'Back').click();

    await link(page, 'Birth date').click();
    await button(page, 'Save').click();
    await seesText(page, 'Please fill in all the fields');
    const part = (name: string) => combobox(page, name);
    // The error is as wide as all three, and moves none of them.
    const [month, day] = [await part('Month').boundingBox(), await part('Day').boundingBox()];
    expect((month?.x ?? 0) + (month?.width ?? 0)).toBeLessThan(day?.x ?? 0);
    const years = await part('Year').locator('option').allInnerTexts();
    expect(years.slice(1)).toEqual(Array.from({ length: 52 }, (_, index) => String(2021 - index)));
    await part('Month').selectOption('February');
    await part('Day').selectOption('29');
    await part('Year').selectOption('2003');
    // 2003 has no such day: it has to be chosen anew.
    expect(await part('Day').inputValue()).toBe('');
    expect(await part('Day').locator('option').count()).toBe(29);
    await part('Day').selectOption('28');
    await part('Year').selectOption('2021');
    await button(page, 'Save').click();
    await seesText(page, /You must be at least 16 years old to use Quad\.$/);
    await part('Year').selectOption('2003');
    await button(page, 'Save').click();
    await at(page, '/settings/account');
    await seesText(row(elsewhere, 'Birth date'), 'February 28, 2003');

    await link(page, 'Email notifications').click();
    await checkbox(page, 'Send me emails about what happens on my campus').uncheck();
    await seesText(row(elsewhere, 'Email notifications'), 'Off');
  }),
);

it(
  '[GUARD-14 in part] the account’s settings are for the signed-in: a visitor is led to the feed, an unconfirmed person to the code',
  stage.scene(async ({ open }) => {
    const visitor = await open(null, { path: '/settings/account' });
    await at(visitor, '/home');
    const unconfirmed = await open(una, { path: '/settings/account/phone' });
    await at(unconfirmed, '/verify');
  }),
);

it(
  '[SETT-06] [SETT-08] [SETT-12] [VERF-19] [SHEL-11 in part] another user name and another address: refused, saved, live, noticed once',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    const rae = await makeMember(server, 'Rae Renamer');
    const page = await open(rae, { path: '/settings/account/screen_name' });
    const other = await open(ann, { path: '/raerenamer' });
    await seesText(other, '@raerenamer');
    const name = field(page, 'Username');
    await eventually('the present name', async () => (await name.inputValue()) === 'raerenamer' || undefined);
    await seen(button(page, 'Save').and(page.locator(':disabled')));
    expect(await name.getAttribute('maxlength')).toBe('50');
    for (const [typed, said] of [
      ['', 'Username is required.'],
      ['rae', 'Must be longer than 4 characters.'],
      ['rae renamer', 'Only letters, numbers, _ and -'],
      ['settings', 'That username has been taken.'],
      ['annable', 'That username has been taken.'],
    ] as const) {
      await name.fill(typed);
      // The profile is where it is until another name is saved.
      await seesText(page, /^Your profile is at \/raerenamer\./);
      await button(page, 'Save').click();
      await seen(page.locator('form').getByText(said, { exact: true }));
      expect(await name.inputValue()).toBe(typed);
    }
    await name.fill('Rae_Renamed');
    await button(page, 'Save').click();
    await alerted(page, 'Account Updated!', 'success');
    // Not on to a checkout, which there is not (Q72).
    await at(page, '/settings/account');
    await seesText(row(page, 'Username'), '@rae_renamed');
    // The profile that is open elsewhere follows; the address before leads to nobody.
    await at(other, '/rae_renamed');
    await seesText(other, '@rae_renamed');
    await other.goto(new URL('/raerenamer', other.url()).href);
    await seesText(other, 'Try searching for something else');

    await link(page, 'Email').click();
    const email = field(page, 'New email');
    for (const [typed, said] of [
      ['', 'Email is required.'],
      [rae.email.toUpperCase(), 'Enter a new email'],
      ['rae@renamed', 'Invalid email address!'],
      [ann.email.toUpperCase(), 'That email is taken.'],
    ] as const) {
      await email.fill(typed);
      await button(page, 'Send code').click();
      await seen(page.locator('form').getByText(said, { exact: true }));
    }
    await email.fill('rae@renamed.example');
    await button(page, 'Send code').click();
    await at(page, `/settings/account/verify_email?${new URLSearchParams({ email: 'rae@renamed.example' })}`);
    await alerted(page, 'Email sent');
    await field(page, 'Verification code').fill('0000');
    await seesText(page.locator('form'), 'Your code was incorrect. Please try again.');
    await field(page, 'Verification code').fill(await codeMailedTo(server, 'rae@renamed.example'));
    await at(page, '/settings/account/email');
    await alerted(page, 'Profile Updated', 'success');
    await seesText(page, 'rae@renamed.example');
    await gone(alert(page, 'Profile Updated'));
    await page.reload();
    await seesText(page, 'rae@renamed.example');
    await gone(alert(page, 'Profile Updated'));
  }),
);

/** Links of our own site on the page, without those that end the session. */
async function ownLinks(page: Page): Promise<readonly string[]> {
  const all = await page.locator('a[href^="/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  return [...new Set(all)].filter((href): href is string => href !== null && href !== '/logout');
}

it(
  '[SHEL-18] [SETT-02 in part] [SETT-15] every link of bars, menus, settings and footers leads to a page; what there is to read, and the social account',
  stage.scene(async ({ open }) => {
    for (const [who, screen] of [
      [null, PHONE],
      [ann, DESKTOP],
    ] as const) {
      const page = await open(who, { path: '/settings/menu', screen });
      await seen(link(menu(page), 'Privacy Policy'));
      const found = new Set(await ownLinks(page));
      await page.goto(new URL('/home', page.url()).href);
      await seen(named(page, 'navigation', 'Main'));
      for (const href of await ownLinks(page)) found.add(href);
      expect(found.size).toBeGreaterThan(8);
      for (const href of found) {
        await page.goto(new URL(href, page.url()).href);
        // The composer lies over the page, whose own heading is nobody's then.
        await seen(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog').getByRole('heading')));
        expect([href, new URL(page.url()).pathname === '/404']).toEqual([href, false]);
      }
    }
    const page = await open(null, { path: '/settings/help' });
    await link(menu(page), 'Payments').click();
    await seesText(page, 'Log in to see what you have paid.');
    for (const [index, name] of [...HELP, ...MENU].entries()) {
      await link(menu(page), name).click();
      await title(page, name);
      await at(page, `/settings/${PAGES[index]}`);
      await seesText(page.getByRole('main'), /\w+(\W+\w+){9}/);
      const social = await link(page, 'Message @quad_ou').evaluateAll((all) =>
        all.map((each) => each.getAttribute('href')),
      );
      expect([name, social]).toEqual([name, index < 4 ? ['https://social.quad.example/quad_ou'] : []]);
    }
  }),
);

it(
  '[SETT-18 in part] #cookies lists what this browser really keeps (Q74)',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    await openComposer(page);
    await page.keyboard.type('A draft');
    await page.goto(new URL('/settings/privacy#cookies', page.url()).href);
    const list = await seen(page.locator('#cookies'));
    expect((await list.boundingBox())?.y).toBeLessThan(DESKTOP.height / 2);
    const kept = await page.evaluate(async () => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
    ]);
    const cookies = (await page.context().cookies()).map(({ name }) => name);
    expect(cookies).toEqual(expect.arrayContaining(['quad_access', 'quad_refresh']));
    expect(kept.length).toBeGreaterThan(3);
    const text = (await list.textContent()) ?? '';
    const listed = [...text.matchAll(/(?:Cookie|until you close it,|of this device,) (\S+): /g)].map(
      ([, key]) => key ?? '',
    );
    const unlisted = [...kept, ...cookies].filter(
      (key) => !listed.some((each) => key === each || (/[:-]$/.test(each) && key.startsWith(each))),
    );
    expect(unlisted).toEqual([]);
  }),
);

it(
  '[SETT-15 in part] feedback reaches the moderators, live; what was typed stays until it has arrived',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const mod = await makeMember(server, 'Mo Derator');
    await server.order('moderator', { email: mod.email, remove: false });
    const desk = await open(mod, { path: '/settings/feedback' });
    await seesText(desk, 'Nothing yet.');
    const page = await open(una, { path: '/settings/feedback', screen: PHONE });
    await gone(heading(page, 'What people wrote'));
    await button(page, 'Send').click();
    await seesText(page, 'Please write something first.');
    await field(page, 'Your feedback').fill('More maps, please.');
    await page.route('**/api/commands', (route) => route.abort());
    await button(page, 'Send').click();
    await seen(region(page, 'Messages').getByText(/^Quad can’t be reached/));
    expect(await field(page, 'Your feedback').inputValue()).toBe('More maps, please.');
    await page.unroute('**/api/commands');
    await button(page, 'Send').click();
    await alerted(page, 'Thank you! Your feedback was sent.');
    await eventually(
      'the form is empty',
      async () => (await field(page, 'Your feedback').inputValue()) === '' || undefined,
    );
    await seesText(desk, 'More maps, please.');
  }),
);

/** Forms of the account and of the ways in: what is typed, the button, and what is seen when it has arrived. */
const FORMS = [
  ['ann', '/settings/feedback', [['Your feedback', 'More lamps, please.']], 'Send', /^Thank you! Your feedback/],
  ['ann', '/settings/account/phone', [['Phone #', '+1 405 555 0199']], 'Save', / Updated!?$/],
  ['ann', '/settings/account/screen_name', [['Username', 'ann-able-2']], 'Save', / Updated!?$/],
  [null, '/forgotpassword', [['Email', 'ann']], 'Send reset link', 'Check your mail'],
  [
    null,
    '/login?method=password',
    [
      ['Email', 'ann'],
      ['Password', PASSWORD],
    ],
    'Log in',
    'Create Post',
  ],
] as const;

it(
  '[SHEL-13 in part] a form that is pressed twice before the page could draw is sent once',
  stage.scene(async ({ open }) => {
    for (const [who, path, fields, send, done] of FORMS) {
      const page = await open(who === null ? null : ann, { path });
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
      });
      for (const [label, value] of fields) {
        const box = await seen(page.getByLabel(label, { exact: true }));
        await box.fill(value === 'ann' ? ann.email : value);
      }
      await button(page, send).evaluate((pressed: HTMLElement) => {
        pressed.click();
        pressed.click();
      });
      await seen(page.getByText(done, { exact: typeof done === 'string' }));
      // Each address once; the page may have asked for a passkey before.
      expect(sent.length).toBeGreaterThan(0);
      expect([path, sent]).toEqual([path, [...new Set(sent)]]);
      await page.close();
    }
  }),
);
