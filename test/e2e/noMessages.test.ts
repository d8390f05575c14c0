import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accountMenu, button, card } from './harness/find.ts';
import { seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { setStage } from './harness/stage.ts';

let ann: Member;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
});

/** Names of everything that can be pressed, by which one would write to a person; the campus's social account is none. */
async function waysToMessage(page: Page): Promise<readonly string[]> {
  const all = page.getByRole('button').or(page.getByRole('link')).or(page.getByRole('menuitem'));
  const names = await all.evaluateAll((found) => found.map((each) => each.ariaLabel ?? each.textContent ?? ''));
  expect(names.length).toBeGreaterThan(0);
  return names.filter((name) => /\b(message|chat|inbox)/i.test(name) && !/@quad_/.test(name));
}

it(
  '[PROF-08 in part] nobody is offered to message anybody as long as there is no chat: on cards, in threads, on profiles, in lists of people and in their menus',
  stage.scene(async ({ open, server }) => {
    const [post, mel] = [await ann.post('A parcel of stamps'), await makeMember(server, 'Mel Message')];
    await mel.save(post);
    await mel.comment(post, 'Which stamps are they?');
    for (const who of [null, mel]) {
      const page = await open(who);
      const pages: readonly (readonly [string, () => Promise<unknown>])[] = [
        ['/home', () => seen(card(page, 'A parcel of stamps'))],
        [`/post/${post}`, () => seen(card(page, 'Which stamps are they?'))],
        [`/post/${post}/likes`, () => seesText(page, '@melmessage')],
        ['/search?q=ann&show=people', () => seesText(page, '@annable')],
        ['/annable', () => seen(card(page, 'A parcel of stamps'))],
      ];
      for (const [path, isThere] of pages) {
        await page.goto(server.origin() + path);
        await isThere();
        expect([path, await waysToMessage(page)]).toEqual([path, []]);
      }
      await button(page, 'Profile options').click();
      await seen(page.getByRole('menuitem', { name: 'Copy link to profile' }));
      expect(await waysToMessage(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await accountMenu(page).click();
      await seen(page.getByRole('menuitem').first());
      expect(await waysToMessage(page)).toEqual([]);
    }
  }),
);
