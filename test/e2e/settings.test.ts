import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { button, link } from './harness/find.ts';
import { at, gone, seen } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { PHONE, setStage, TABLET } from './harness/stage.ts';

let ann: Member;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
});

const menu = (page: Page) => page.getByRole('navigation', { name: 'Settings' });
const title = (page: Page, name: string) => seen(page.getByRole('heading', { level: 1, name, exact: true }));

it(
  '[SETT-01] [SETT-02 in part] [SHEL-07] the settings: beside their menu on a wide screen, behind it on a narrow one',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    await link(page, 'Settings').click();
    await at(page, '/settings/account');
    expect(await link(page, 'Settings').getAttribute('aria-current')).toBe('page');
    await link(menu(page), 'About').click();
    await title(page, 'About');
    await at(page, '/settings/about');
    await gone(button(page, 'Back'));
    await seen(link(menu(page), 'Log Out'));
    await gone(link(menu(page), 'Log In / Sign Up'));

    const visitor = await open(null, { path: '/settings' });
    await at(visitor, '/settings/about');
    await seen(link(menu(visitor), 'Log In / Sign Up'));
    await gone(link(menu(visitor), 'Account Settings'));

    for (const screen of [PHONE, TABLET]) {
      const narrow = await open(ann, { path: '/settings', screen });
      await at(narrow, '/settings/about');
      await title(narrow, 'About');
      await button(narrow, 'Back').click();
      await at(narrow, '/settings/menu');
      await link(menu(narrow), 'Account Settings').click();
      await at(narrow, '/settings/account');
      await button(narrow, 'Back').click();
      await at(narrow, '/settings/menu');
      // Up is one step back, not a further page: the way out is not blocked.
      await button(narrow, 'Back').click();
      await at(narrow, '/home');
    }
  }),
);
