import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from './harness/eventually.ts';
import { card, heading, link, named } from './harness/find.ts';
import { at, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { setStage } from './harness/stage.ts';
import { exchange } from './harness/wire.ts';

let ann: Member;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
});

const highlights = (page: Page) => page.evaluate(() => CSS.highlights.get('search')?.size ?? 0);

it(
  '[SHOP-C people] [SHOP-C emoji] [SHOP-C plurals] under Latest a name finds its people, too; emoji and other forms of a word find what they mean, and it is highlighted',
  stage.scene(async ({ open, server }) => {
    await ann.post('Two gliders and a parachute 🚲');
    await eventually('the post is findable', async () => {
      const path = '/api/search?show=latest&q=parachute';
      const { text } = await exchange({ method: 'GET', port: server.port, host: server.host(), path });
      return text.includes('"key"') || undefined;
    });
    const page = await open(null, { path: '/search?q=annable' });
    const people = named(page, 'list', 'People by this name');
    await seen(people.getByRole('link', { name: /Ann A\. ?@annable/ }));
    await link(page, 'All people found').click();
    await at(page, '/search?q=annable&show=people');
    await seen(named(page, 'list', 'People found'));

    await page.goto(`${server.origin()}/search?q=glider%20parachutes`);
    await seen(card(page, 'Two gliders'));
    await eventually('both words are highlighted', async () => (await highlights(page)) === 2 || undefined);
    expect(await people.count()).toBe(0);
    await page.goto(`${server.origin()}/search?q=${encodeURIComponent('🚲')}`);
    await seen(card(page, 'Two gliders'));
    await page.goto(`${server.origin()}/search?q=${encodeURIComponent('?!')}`);
    await seen(heading(page, 'No results for the query'));
    await seesText(page, 'There are only signs in it. Try a word, or an emoji of what you look for');
  }),
);
