import { afterAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { writeComment } from './harness/compose.ts';
import { card } from './harness/find.ts';
import { seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { layNetwork, type Network } from './harness/network.ts';
import { setStage } from './harness/stage.ts';

/** A phone comes back from a pocket: the connections that it had are dead, and nothing says so. */

let ann: Member;
let ben: Member;

const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
  await ann.post('A compass in a pocket');
});

const networks: Network[] = [];
afterAll(async () => {
  for (const network of networks) await network.close();
});

/** The browser thaws a page that it had frozen. */
const thaw = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('resume')));

it(
  '[P5] what came meanwhile shows, a comment arrives once, and a search answers, over other connections',
  stage.scene(async ({ open, server }) => {
    const network = await layNetwork(server);
    networks.push(network);
    const page = await open(ben, { network });
    await seen(card(page, 'A compass in a pocket'));
    network.die();
    await ann.post('Written while it slept');
    await thaw(page);
    await seesText(page, 'Written while it slept');

    // No event at all.
    const post = await ann.post('A sextant beside it');
    await page.goto(new URL(`/post/${post}`, page.url()).href);
    const send = await writeComment(page, 'Does it still point north?');
    network.die();
    await send.click();
    await seesText(page.getByRole('main'), 'Does it still point north?');
    const other = await open(ann, { path: `/post/${post}` });
    await seen(card(other, 'Does it still point north?'));
    expect(await card(other, 'Does it still point north?').count()).toBe(1);

    await page.goto(new URL('/search', page.url()).href);
    const search = page.getByRole('main').getByRole('combobox', { name: 'Search OU Buy / Sell' });
    await search.fill('sextant');
    network.die();
    await search.press('Enter');
    await seen(card(page, 'A sextant beside it'));
  }),
);
