import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { SEARCH_PAGE_HITS } from '#domain/kernel/limits.ts';
import { RECENT_SEARCHES_PAGE } from '#domain/search/limits.ts';
import { expectAccessible } from './harness/accessibility.ts';
import { choose, confirmDeletion } from './harness/compose.ts';
import { closesEveryWay } from './harness/dialogs.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, checkbox, combobox, dialog, heading, link, named, radio, region } from './harness/find.ts';
import { expectFocus } from './harness/focus.ts';
import { holdBack, withoutFirstView } from './harness/holdBack.ts';
import { alerted, at, gone, seen, seesText, settle } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { film, pictures } from './harness/pictures.ts';
import { pressBoth } from './harness/press.ts';
import { NETWORK_GONE, PHONE, REFUSED, setStage } from './harness/stage.ts';
import { exchange } from './harness/wire.ts';

/** Tiles in a page of pictures (SRCH-09). */
const TILES = 15;

let ann: Member;
let ben: Member;
let cy: Member;

const stage = setStage(async (server) => {
  [ann, ben, cy] = await Promise.all([
    makeMember(server, 'Ann Able'),
    makeMember(server, 'Ben Baker', { stage: 'joined' }),
    makeMember(server, 'Cy Carter', { stage: 'joined' }),
  ]);
});

const box = (page: Page) => combobox(page.getByRole('main'), 'Search OU Buy / Sell');
const results = (page: Page) => named(page, 'feed', 'Search results');
const tab = (page: Page, name: string) => link(named(page, 'navigation', 'Kinds of results'), name);
const highlights = (page: Page) => page.evaluate(() => CSS.highlights.get('search')?.size ?? 0);

/** Scrolls to the end, as often as there is more, until something is drawn. */
function scrolledTo(page: Page, what: Locator): Promise<true> {
  return eventually('the list goes on', async () => {
    if ((await what.count()) > 0) return true;
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    return undefined;
  });
}

/** Waits until the index has a post. */
function findable(server: { port: number; host(campus?: string): string }, words: string): Promise<true> {
  const path = `/api/search?show=latest&q=${encodeURIComponent(words)}`;
  return eventually(`${words} is findable`, async () => {
    const { text } = await exchange({ method: 'GET', port: server.port, host: server.host(), path });
    return text.includes('"key"') || undefined;
  });
}

it(
  '[SRCH-01] [SRCH-07] [SRCH-08] [SRCH-09] [SRCH-10] [SRCH-12] [SRCH-13] [SRCH-14] one searches by the box, and the address holds all of it: tab, words, filters',
  stage.scene(async ({ open, server }) => {
    await ann.post('An oak bookcase for a small room');
    const photographed = await ann.post('A bookcase of steel, seen here', await pictures(1));
    await findable(server, 'steel');
    const page = await open(null);
    await link(named(page, 'navigation', 'Main'), 'Search').click();
    await seen(page.getByRole('heading', { level: 1, name: 'Search', exact: true }));
    expect(await box(page).getAttribute('placeholder')).toBe('Search OU Buy / Sell');
    await box(page).fill('bookca');
    await page.keyboard.press('Enter');
    await at(page, '/search?q=bookca');
    await seen(card(page, 'An oak bookcase'));
    // The box lets the focus go: a phone's keyboard would lie over the results, and keys would not move among them.
    await expectFocus(page, 'a search', 'nothing');
    await page.keyboard.press('j');
    await seen(results(page).getByRole('article').first().and(page.locator(':focus')));
    expect(await box(page).inputValue()).toBe('bookca');
    await seen(card(page, 'A bookcase of steel'));
    const texts = await results(page).getByRole('article').allTextContents();
    expect(texts.map((text) => (text.includes('steel') ? 'steel' : 'oak'))).toEqual(['steel', 'oak']);
    await eventually('both words are highlighted', async () => (await highlights(page)) === 2 || undefined);
    await seesText(page, "You've reached the end.");

    // Space is no search: what was searched stays, in the address and in the tabs.
    await box(page).fill('   ');
    for (const key of ['Enter', 'Escape']) await page.keyboard.press(key);
    await tab(page, 'Media').click();
    await at(page, '/search?q=bookca&show=media');
    const tiles = named(page, 'list', 'Photos found').getByRole('link');
    await seen(tiles);
    expect(await tiles.evaluateAll((all) => all.map((each) => each.getAttribute('href')))).toEqual([
      `/post/${photographed}`,
    ]);
    await seesText(page, "You've reached the end.");
    // A video too, by its still with its length.
    await ann.post('A rotating stool', [film('film.mp4')]);
    await findable(server, 'rotating');
    await page.goto(`${server.origin()}/search?q=rotating&show=media`);
    await seesText(await seen(tiles.and(page.getByLabel('Video: A rotating stool', { exact: true }))), '0:02');
    await box(page).fill('ann');
    await pressBoth(tab(page, 'People'), box(page));
    await at(page, '/search?q=ann&show=people');
    const people = named(page, 'list', 'People found');
    await seesText(page, "You've reached the end.");
    await people.getByRole('link', { name: /Ann A\. ?@annable/ }).click();
    await at(page, '/annable');
    await page.goBack();
    await seen(people);

    await page.goto(`${server.origin()}/search?q=bookcase&pictures=yes`);
    await seen(card(page, 'of steel'));
    expect(await card(page, 'An oak bookcase').count()).toBe(0);
    await page.getByText('Filters (1)').click();
    for (const name of ['From anyone', 'People you follow', 'Anywhere', 'Near you']) {
      expect(await radio(page, name).isDisabled()).toBe(true);
    }
    for (const [title, chosen] of [
      ['People', 'From anyone'],
      ['Location', 'Anywhere'],
    ] as const) {
      const group = named(page, 'group', title);
      expect(await radio(group, chosen).isChecked()).toBe(true);
      await seesText(group, 'Not available yet');
    }
    await checkbox(page, 'Photos only').click();
    await at(page, '/search?q=bookcase');
    await seen(card(page, 'An oak bookcase'));
    await combobox(page, 'Condition').selectOption('fair');
    await at(page, '/search?q=bookcase&condition=fair');
    await seen(heading(page, 'No results for the query'));
    await seesText(page, 'Try searching for something else');

    await button(page, 'Clear search').click();
    expect([await box(page).inputValue(), await button(page, 'Clear search').count()]).toEqual(['', 0]);
    await expectFocus(page, 'the search was cleared', /^combobox Search/);
    await seesText(page, 'Try searching for keywords');
    await box(page).fill('zzzzzz');
    // Who types needs no word about typing.
    await seen(button(page, 'Search for “zzzzzz”'));
    expect(await page.getByText('Try searching for keywords').count()).toBe(0);
    await page.keyboard.press('Enter');
    await at(page, '/search?q=zzzzzz&condition=fair');
    await button(page, 'Back').click();
    await at(page, '/search?q=bookcase&condition=fair');
    await page.goto(`${server.origin()}/saved`);
    await page.goto(`${server.origin()}/search?q=bookcase`);
    await button(page, 'Back').click();
    await at(page, '/home');
  }),
);

it(
  '[POST-17] [SRCH-19 in part] results are live: a new match waits behind "1 new result", a deleted post leaves at once, and is found by nobody',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    await ann.post('A wicker chair, first of two');
    await findable(server, 'wicker');
    const [a, b] = await Promise.all([open(ann), open(null, { path: '/search?q=wicker' })]);
    await seen(card(b, 'first of two'));
    await ann.post('A wicker chair, second of two');
    await ann.post('Nothing of the kind');
    await button(b, '1 new result').click();
    await seen(card(b, 'second of two'));
    await gone(b.getByRole('button', { name: /new result/ }));
    await choose(a, card(a, 'second of two'), 'Post options', 'Delete');
    await seesText(
      dialog(a, 'Delete Post?'),
      'It will be removed from your profile, the feed and search results. After a few seconds this cannot be undone.',
    );
    await confirmDeletion(a, 'post');
    await gone(card(b, 'second of two'));
    await b.reload();
    await seen(card(b, 'first of two'));
    expect(await card(b, 'second of two').count()).toBe(0);

    // Where there was nothing, the first match is shown at once.
    await b.goto(`${server.origin()}/search?q=hammock`);
    const nothing = await seen(heading(b, 'No results for the query'));
    await ann.post('A hammock for two trees');
    await seen(card(b, 'A hammock for two trees'));
    await gone(nothing);
    expect(await b.getByRole('button', { name: /new result/ }).count()).toBe(0);
  }),
);

it(
  '[SRCH-02] [SRCH-03] [SRCH-04] [SRCH-05] [SRCH-06] [SRCH-11] [SRCH-17] [SRCH-18] recent and popular searches below the box, by keyboard alone; popular ones once three people have looked for them',
  stage.scene(async ({ open, server }) => {
    const dee = await makeMember(server, 'Dee Dale', { stage: 'joined' });
    const page = await open(dee, { path: '/search' });
    await seen(heading(page, 'Start typing to search'));
    for (const words of ['tent', 'Skis']) {
      await box(page).fill(words);
      const isKept = page.waitForResponse((response) => response.url().endsWith('/api/commands') && response.ok());
      await Promise.all([isKept, page.keyboard.press('Enter')]);
      await seen(heading(page, 'No results for the query'));
    }
    for (const other of [ben, cy]) await other.give('PerformSearch', { campus: 'ou', text: ' TENT' });
    const visitor = await open(null, { path: '/search?q=tent' });
    await seen(heading(visitor, 'No results for the query'));

    await page.goto(`${server.origin()}/search`);
    const popular = region(page, 'Popular searches');
    await seesText(popular, '4 searches');
    await box(page).click();
    const grid = named(page, 'grid', 'Suggestions');
    const recent = named(grid, 'rowgroup', 'My Recent').getByRole('row');
    await seen(recent.first());
    await seesText(page, 'Try searching for keywords');
    const texts = () => recent.locator('bdi').allTextContents();
    await eventually('the last one comes first', async () => (await texts()).join() === 'Skis,tent' || undefined);
    const many = named(grid, 'rowgroup', 'Popular searches').locator('bdi');
    await eventually('one of them is popular', async () => (await many.count()) === 1 || undefined);

    // Down past the popular one to the first of the list, right to its button, which removes it.
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await alerted(page, 'Recent Search Removed');
    await eventually('one is left', async () => (await texts()).join() === 'tent' || undefined);
    // Up from the box to the last of the list, and up again to the popular one.
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await alerted(page, 'That query has already been added.');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await at(page, /^\/search\?q=.?tent$/i);
    await seen(heading(page, 'No results for the query'));

    await box(page).click();
    await closesEveryWay(page, 'clear recent searches', {
      ...{ title: 'Clear all recent searches?', opener: box(page) },
      open: async () => {
        await box(page).click();
        await button(page, 'Clear all').click();
      },
    });
    // Further down than one page of the list is read, which ends with "tent".
    for (let n = 1; n <= RECENT_SEARCHES_PAGE; n += 1)
      await dee.give('AddRecentSearch', { campus: 'ou', text: `Thing ${n}` });
    await box(page).fill('');
    await box(page).click();
    await eventually(
      'the last one comes first',
      async () => (await texts())[0] === `Thing ${RECENT_SEARCHES_PAGE}` || undefined,
    );
    await button(page, 'Clear all').click();
    const question = dialog(page, 'Clear all recent searches?');
    await seesText(question, "This can't be undone");
    await button(question, 'Clear all').click();
    await alerted(page, 'Search History Cleared');
    await box(page).click();
    await gone(recent.first());
    await page.keyboard.press('Escape');
    await gone(grid);

    // Four of the popular ones stand below the box, all of them on the page; each opens its text alone.
    for (const text of ['canoe', 'kayak', 'paddle', 'raft']) {
      for (const each of [dee, ben, cy]) await each.give('PerformSearch', { campus: 'ou', text });
    }
    await page.goto(`${server.origin()}/search`);
    await eventually('five are popular', async () => (await popular.getByRole('link').count()) === 5 || undefined);
    await popular.getByRole('link', { name: /^raft/ }).click();
    await at(page, '/search?q=raft');
    await seen(heading(page, 'No results for the query'));
    // Also from a search of photos.
    await page.goto(`${server.origin()}/search?q=raft&show=media&pictures=yes`);
    await seen(heading(page, 'No results for the query'));
    await box(page).fill('');
    await box(page).click();
    const sinceCleared = ['raft', 'paddle', 'kayak', 'canoe'].join();
    await eventually('nothing is left of before', async () => (await texts()).join() === sinceCleared || undefined);
    const shown = named(grid, 'rowgroup', 'Popular searches').getByRole('row');
    await eventually('four are shown', async () => (await shown.count()) === 4 || undefined);
    await shown.filter({ hasText: 'tent' }).getByRole('gridcell').first().click();
    await at(page, /^\/search\?q=tent$/i);
  }),
);

it(
  '[SRCH-15] [SRCH-16] [SRCH-01 in part] those without a school are led to it, a failed search can be tried again, and the site of no campus searches schools',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    expectErrors(NETWORK_GONE);
    const [una, sid] = await Promise.all([
      makeMember(server, 'Una Unverified', { stage: 'registered' }),
      makeMember(server, 'Sid Schoolless', { stage: 'confirmed', email: 'sid@mail.example' }),
    ]);
    const unverified = await open(una, { path: '/search?q=desk' });
    await at(unverified, '/verify');
    const schoolless = await open(sid, { path: '/search?q=desk' });
    await at(schoolless, '/settings/account/school_email?wanted=%2Fsearch%3Fq%3Ddesk');

    await ann.post('A desk that was lost');
    await findable(server, 'desk lost');
    const page = await open(null, { path: '/search', screen: PHONE });
    await page.route('**/api/search?*', (route) => route.abort());
    await box(page).fill('desk');
    await page.keyboard.press('Enter');
    await seen(heading(page, 'Something went wrong'));
    await page.unroute('**/api/search?*');
    await button(page, 'Retry').click();
    await seen(card(page, 'A desk that was lost'));
    await gone(heading(page, 'Something went wrong'));

    const generic = await open(null, { campus: 'campus', path: '/search' });
    await at(generic, '/search_schools');
  }),
);

it(
  '[SRCH-12 in part] [SHEL-12 in part] on a phone the filters are a sheet that "Show results" closes, and the pull at the top of a page does not load it anew',
  stage.scene(async ({ open, server }) => {
    await ann.post('A plain crate');
    await ann.post('A painted crate', await pictures(1));
    await findable(server, 'painted');
    const page = await open(null, { path: '/search?q=crate', screen: PHONE });
    await seen(card(page, 'A plain crate'));
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)).toBe('contain');
    // Smaller text in a field makes an iPhone zoom in.
    expect(await box(page).evaluate((input) => getComputedStyle(input).fontSize)).toBe('16px');
    await closesEveryWay(page, 'filters of a search', { title: 'Filters', opener: button(page, 'Filters') });
    await button(page, 'Filters').click();
    const sheet = await seen(dialog(page, 'Filters'));
    await expectAccessible(page, 'filters on a phone');
    await checkbox(sheet, 'Photos only').check();
    await at(page, '/search?q=crate');
    await button(sheet, 'Show results').click();
    await at(page, '/search?q=crate&pictures=yes');
    await gone(card(page, 'A plain crate'));
    await seen(card(page, 'A painted crate'));
    await button(page, 'Filters (1)').click();
    await page.goBack();
    await gone(page.getByRole('dialog'));
    await at(page, '/search?q=crate&pictures=yes');
  }),
);

it(
  '[SRCH-09] [SRCH-08 in part] [SRCH-10 in part] the tiles end with "Click To Load More" as long as there are more, in three columns; posts and people go on by scrolling',
  stage.scene(async ({ open, server }) => {
    const picture = await pictures(1);
    for (let number = 1; number <= TILES + 1; number += 1) await ann.post(`Tileware ${number}`, picture);
    await ann.post('Glazeware, the last of all', picture);
    await findable(server, 'glazeware');
    const page = await open(null, { path: '/search?q=tileware&show=media', screen: PHONE });
    const list = await seen(named(page, 'list', 'Photos found'));
    await eventually(
      'a page of tiles is there',
      async () => (await list.getByRole('link').count()) === TILES || undefined,
    );
    const rows = await list
      .getByRole('listitem')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().y));
    expect(rows.filter((y) => y === rows[0])).toHaveLength(3);
    await button(list, 'Click To Load More').click();
    await eventually(
      'the rest is there',
      async () => (await list.getByRole('link').count()) === TILES + 1 || undefined,
    );
    await gone(button(list, 'Click To Load More'));

    await tab(page, 'Latest').click();
    const first = page.getByRole('article').filter({ hasText: /Tileware 1(?!\d)/ });
    await scrolledTo(page, first);

    for (const letter of 'abcdefghijk') await makeMember(server, `Tilda Tz${letter}`, { stage: 'registered' });
    await eventually('the index has all of them', async () => {
      const path = '/api/search?show=people&q=tilda&page=2';
      const { text } = await exchange({ method: 'GET', port: server.port, host: server.host(), path });
      return text.includes('"key"') || undefined;
    });
    await page.goto(`${server.origin()}/search?q=tilda&show=people`);
    const people = named(page, 'list', 'People found').getByRole('listitem');
    await scrolledTo(page, people.nth(SEARCH_PAGE_HITS));
  }),
);

it(
  'what was found is not called nothing while it is on its way: "No results" comes with the answer',
  stage.scene(async ({ open, server }) => {
    await ann.post('A harmonium that wheezes');
    await findable(server, 'harmonium');
    for (const [show, words, found] of [
      ['latest', 'harmonium', 'A harmonium that wheezes'],
      ['people', 'annable', '@annable'],
    ] as const) {
      const page = await open(null, { path: '/settings/terms' });
      const held = await holdBack(page, words);
      await withoutFirstView(page);
      const answer = page.waitForResponse(/\/api\/search\?/);
      await page.goto(new URL(`/search?q=${words}&show=${show}`, page.url()).href);
      await (await answer).finished();
      await settle(page);
      await seen(page.getByRole('status', { name: /Searching|Loading/ }));
      expect(await page.getByText('No results for the query').count()).toBe(0);
      held.release();
      await seesText(page, found);
    }
  }),
);
