import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPost, writeComment, writePost } from './harness/compose.ts';
import { accountMenu, button, card, field, link, named, region } from './harness/find.ts';
import { alerted, at, seen, seesText } from './harness/look.ts';
import { type Member, makeMember, PASSWORD } from './harness/member.ts';
import { setStage } from './harness/stage.ts';

let ann: Member;
let ben: Member;
const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
  await ben.post('A lamp for everybody');
});

/** A browser whose site data is blocked, as its setting "Block all cookies" does: names and databases throw. Cookies of requests stay. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const denied = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: denied });
    IDBFactory.prototype.open = denied;
    LockManager.prototype.request = () => Promise.reject(new DOMException('Access is denied.', 'SecurityError'));
    Object.defineProperty(Document.prototype, 'cookie', { get: denied, set: denied });
  });
}

it(
  'where a browser keeps nothing, one reads, logs in, writes and comments all the same, and is told once that nothing is kept',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(/keeps nothing|kept|could not be|can’t be|is not stored|Access is denied/);
    const [page, other] = [await open(null, { path: null }), await open(ben)];
    await blockStorage(page);
    await page.goto(`${server.origin()}/home`);
    await seen(card(page, 'A lamp for everybody'));
    await page.goto(`${server.origin()}/login?method=password`);
    await field(page, 'Email').fill(ann.email);
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    await at(page, '/home');
    await seen(accountMenu(page));

    const send = await writePost(page, 'A post that nothing keeps');
    await alerted(page, 'This browser keeps nothing here. Words that are not sent are lost when you leave the page.');
    await send.click();
    await seen(card(other, 'A post that nothing keeps'));
    await openPost(page, card(page, 'A lamp for everybody'));
    await (await writeComment(page, 'Is it still there?')).click();
    await openPost(other, card(other, 'A lamp for everybody'));
    await seen(card(region(other, 'Comments'), 'Is it still there?'));
    await link(named(page, 'navigation', 'Main'), 'Home (Buy/Sell)').click();
    await seen(card(page, 'A post that nothing keeps'));
    await seesText(page, 'A lamp for everybody');
    expect(await page.getByText('This page could not be shown.').count()).toBe(0);
  }),
);
