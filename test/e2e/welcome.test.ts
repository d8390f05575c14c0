import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { writeComment } from './harness/compose.ts';
import { accountMenu, button, card, dialog, heading, link, menuItem, named, region } from './harness/find.ts';
import { alerted, at, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { picture } from './harness/pictures.ts';
import { PHONE, SMALL_DESKTOP, setStage } from './harness/stage.ts';

let ula: Member;
let sam: Member;

const stage = setStage(async (server) => {
  [ula, sam] = await Promise.all([
    makeMember(server, 'Ula Underwood', { campus: 'ut' }),
    makeMember(server, 'Sam Snow', { campus: 'smu' }),
  ]);
  await sam.post('Mustang thing');
});

/** The welcome of a visitor (CAMP-11). */
const WELCOME = [
  'Browse nearby items',
  'Message sellers',
  'View profiles',
  'Sell by photo in under 30 seconds',
  'Join thousands of students',
];

it(
  '[SHEL-04] [CAMP-11] beside the page: a welcome for visitors, who join, and the group, which members share',
  stage.scene(async ({ open }) => {
    const visitor = await open(null, { campus: 'smu' });
    const aside = named(visitor, 'complementary', 'About This Group');
    for (const text of WELCOME) await seesText(aside, text);
    await seen(button(aside, 'Join Group'));
    await seesText(aside, 'Dallas, Texas');
    await seesText(aside, /^1 verified member$/);
    for (const [name, path] of [
      ['Terms of Service', '/settings/terms'],
      ['Privacy Policy', '/settings/privacy'],
      ['About', '/settings/about'],
      ['How It Works', '/settings/howitworks'],
      ['Terms', '/settings/terms'],
      ['Find Your School', '/search_schools'],
    ] as const)
      expect([name, await link(aside, name).getAttribute('href')]).toEqual([name, path]);
    const member = await open(sam);
    const own = named(member, 'complementary', 'About This Group');
    await member.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(own, 'Share Group').click();
    await alerted(member, 'Copied to clipboard');
    expect(await member.evaluate(() => navigator.clipboard.readText())).toBe(
      `${new URL(member.url()).origin}/home?redirect=true`,
    );
    await seesText(own, /not affiliated with\s+any school/);
    expect(await own.getByText('Sell by photo').count()).toBe(0);

    const generic = await open(null, { campus: 'campus' });
    const contact = named(generic, 'complementary', 'Contact Us');
    expect(await link(contact, 'support@quad.example').getAttribute('href')).toBe('mailto:support@quad.example');
    await seen(link(contact, 'Message @quad_campus'));
  }),
);

it(
  '[CAMP-11] where there is no room beside the page, the welcome of visitors stands above the feed',
  stage.scene(async ({ open, server }) => {
    for (const screen of [PHONE, SMALL_DESKTOP]) {
      const visitor = await open(null, { campus: 'smu', screen });
      const welcome = await seen(region(visitor, 'Welcome'));
      for (const text of WELCOME) await seesText(welcome, text);
      await seen(card(visitor, 'Mustang thing').first());
      await visitor.goto(`${server.origin('smu')}/settings/about`);
      await gone(welcome);
    }
    const member = await open(sam, { screen: PHONE });
    await seen(card(member, 'Mustang thing').first());
    expect(await member.getByText('Sell by photo').count()).toBe(0);
  }),
);

it(
  '[VERF-10] [VERF-18 in part] the generic site has no school emails: it asks for a school, and a member changes the own address',
  stage.scene(async ({ open, server }) => {
    const joe = await makeMember(server, 'Joe Jones', { campus: 'ut', stage: 'confirmed', email: 'joe@mail.example' });
    const page = await open(joe, { campus: 'campus', path: '/settings/account' });
    await page.getByRole('link', { name: /^School Email/ }).click();
    await at(page, '/search_schools');
    const member = await open(ula, { campus: 'campus', path: '/settings/account' });
    await member.getByRole('link', { name: /^School Email/ }).click();
    await seen(heading(member, 'Change your school email'));
    await seesText(member, ula.email);
    await member.goto(`${server.origin('campus')}/post/${await ula.post('A chair seen from everywhere')}`);
    await (await writeComment(member, 'May I sit?')).click();
    await link(dialog(member, 'Find your school'), 'Find your school').click();
    await at(member, '/search_schools');
  }),
);

it(
  '[DATA-01 in part] new members have tips beside the feed, or below its head, until they dismiss them, on every device and for good',
  stage.scene(async ({ open, server }) => {
    const tips = (page: Page) => region(page, 'Getting started');
    const visitor = await open(null, { campus: 'smu' });
    await seen(card(visitor, 'Mustang thing').first());
    expect(await tips(visitor).count()).toBe(0);

    const page = await open(await makeMember(server, 'Tia Tips', { campus: 'smu', stage: 'joined' }));
    const phone = await open(sam, { screen: PHONE });
    await seen(named(page, 'complementary', 'About This Group').and(page.locator(':has(h2:text("Getting started"))')));
    await link(tips(page), 'Add a picture and a bio').click();
    await at(page, '/profile/set-up?goBack=home');
    await page.goBack();
    await seen(tips(phone));
    // The head of the page stays the first of it.
    const head = await phone.getByRole('heading', { level: 1 }).boundingBox();
    expect((await tips(phone).boundingBox())?.y).toBeGreaterThan((head?.y ?? Infinity) + (head?.height ?? 0));
    // Who has both is not asked for them.
    expect(await link(tips(phone), 'Add a picture and a bio').count()).toBe(0);

    const elsewhere = await open(sam);
    await seen(tips(elsewhere));
    await button(tips(phone), 'Got it').click();
    for (const each of [phone, elsewhere]) await gone(tips(each));
    await phone.reload();
    await seen(card(phone, 'Mustang thing').first());
    expect(await tips(phone).count()).toBe(0);
    // Others keep theirs.
    await seen(tips(page));
  }),
);

/** Names of the links of the navigation, in their order. */
const linksOf = (page: Page) =>
  named(page, 'navigation', 'Main')
    .getByRole('link')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? each.textContent));

it(
  '[SHEL-01] [SHEL-02] [SHEL-03] [SHEL-08 in part] the navigation of each width leads to every page that there is, and what is for phones alone leads elsewhere to its place',
  stage.scene(async ({ open }) => {
    const post = await sam.post('A thing to navigate to');
    const page = await open(sam, { campus: 'smu' });
    await seen(card(page, 'A thing to navigate to'));
    expect(await linksOf(page)).toEqual([
      'Home (Buy/Sell)',
      'Search',
      'Notifications',
      'Messages',
      'Saved',
      'Profile',
      'Settings',
    ]);
    await seen(button(page, 'Create Post'));
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await seen(menuItem(page, 'Log Out'));
    const entries = await named(page, 'menu', 'Account').getByRole('menuitem').allInnerTexts();
    expect(entries.filter((name) => name !== 'Keyboard shortcuts')).toEqual([
      'View Profile',
      'My Saved',
      'Settings',
      'Manage Ads',
      'Log Out',
    ]);
    await page.keyboard.press('Escape');
    await page.goto(new URL(`/create/comment/${post}`, page.url()).href);
    await at(page, `/post/${post}`);
    await seen(region(page, 'Comment'));

    const phone = await open(sam, { campus: 'smu', screen: PHONE });
    await seen(card(phone, 'A thing to navigate to'));
    expect(await linksOf(phone)).toEqual(['Home', 'Search', 'Messages', 'Notifications']);
    await button(phone, 'Add post').click();
    await at(phone, '/create/post?goBack=home');
    await seen(dialog(phone, 'Create Post'));
    await phone.goBack();
    await gone(phone.getByRole('dialog'));
    await card(phone, 'A thing to navigate to')
      .getByRole('button', { name: /^Comment/ })
      .click();
    await at(phone, `/create/comment/${post}`);

    const generic = await open(null, { campus: 'campus', screen: PHONE });
    await seen(named(generic, 'navigation', 'Main'));
    expect(await linksOf(generic)).toEqual(['Home', 'Search schools', 'Log In or Sign Up', 'Settings']);
  }),
);

it(
  '[FEED-29] each page says in its head where one is; there is a way back from what was opened, and on a phone the account everywhere else',
  stage.scene(async ({ open }) => {
    const post = await sam.post('A saddle under a head', [await picture(3)]);
    const page = await open(sam, { campus: 'smu', screen: PHONE });
    for (const [path, title, hasBack] of [
      ['/home', 'SMU Buy / Sell', false],
      ['/notifications', 'Notifications', false],
      ['/saved', 'Saved', false],
      ['/profile', 'Profile', false],
      ['/profile/edit', 'Edit Profile', true],
      [`/post/${post}`, 'Post', true],
      [`/post/${post}/likes`, 'Liked by', true],
      [`/post/${post}/boost`, 'Boost Post', true],
      ['/search', 'Search', true],
    ] as const) {
      await page.goto(new URL(path, page.url()).href);
      await seen(page.getByRole('heading', { level: 1, name: title, exact: true }));
      const [there, missing] = hasBack
        ? [button(page, 'Back'), accountMenu(page)]
        : [accountMenu(page), button(page, 'Back')];
      await seen(there);
      expect([path, await missing.count()]).toEqual([path, 0]);
    }
    // Photos are named, and lie over their post: Close leads there.
    await page.goto(new URL(`/media/${post}`, page.url()).href);
    const photos = await seen(dialog(page, 'Photos by Sam S.'));
    await button(photos, 'Close').click();
    await at(page, `/post/${post}`);
    const visitor = await open(null, { campus: 'smu', path: '/samsnow' });
    await seen(visitor.getByRole('heading', { level: 1, name: 'Sam S.', exact: true }));
    await seen(button(visitor, 'Back'));
  }),
);
