import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPost, writeComment } from './harness/compose.ts';
import { eventually } from './harness/eventually.ts';
import { accountMenu, button, card, link, region } from './harness/find.ts';
import { gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { NETWORK_GONE, PHONE, setStage } from './harness/stage.ts';

let ann: Member;
let ben: Member;
let lamp: string;

const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
  lamp = await ben.post('A lamp that was there before');
});
/** Waits until the browser has kept the site and is its keeper's. */
async function siteKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** The records of topics that the page has kept, as JSON. To open a database makes it, so the page has to be first. */
function keptTopics(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'quad.known')) return [];
    return new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open('quad.known');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const { result } = opening;
        const reading = result.transaction('topics').objectStore('topics').getAll();
        reading.onerror = () => reject(reading.error);
        reading.onsuccess = () => {
          result.close();
          resolve(reading.result.map((record) => JSON.stringify(record)));
        };
      };
    });
  });
}

/** Waits until the page has kept a topic with these words. */
function topicKept(page: Page, topic: string, words: string): Promise<true> {
  return eventually(
    `the page has kept ${topic}`,
    async () =>
      (await keptTopics(page)).some((record) => record.includes(`"topic":"${topic}`) && record.includes(words)) ||
      undefined,
  );
}

it(
  'a reload without a network opens the app with what was known; a comment that is written there arrives once',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    expectErrors(/opened from what this browser keeps/);
    const network = await stage.lay();
    const [a, b] = await Promise.all([open(ann, { network, keepsSite: true }), open(ben, { path: `/post/${lamp}` })]);
    await seen(card(a, 'A lamp that was there before'));
    await siteKept(a);
    await topicKept(a, 'feed:', 'A lamp that was there before');
    await network.cut(a);
    await a.reload();
    await seen(card(a, 'A lamp that was there before'));
    await seesText(a, 'Offline: your actions will be sent');
    await seen(accountMenu(a));

    await openPost(a, card(a, 'A lamp that was there before'));
    await (await writeComment(a, 'Is the lamp still there?')).click();
    await seesText(await seen(card(region(a, 'Comments'), 'Is the lamp still there?')), 'Waiting for connection');
    // Once more: the page of the post itself opens, too.
    await a.reload();
    await seen(card(region(a, 'Comments'), 'Is the lamp still there?'));

    await network.mend(a);
    await seen(card(region(b, 'Comments'), 'Is the lamp still there?'));
    await gone(a.getByText('Offline: your actions will be sent'));
    await b.reload();
    await seen(card(region(b, 'Comments'), 'Is the lamp still there?'));
    expect(await card(region(b, 'Comments'), 'Is the lamp still there?').count()).toBe(1);
  }),
);

it(
  'a visitor sees without a network what was known, and news as soon as there is one',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    expectErrors(/opened from what this browser keeps/);
    const network = await stage.lay();
    const page = await open(null, { network, keepsSite: true, screen: PHONE });
    await seen(card(page, 'A lamp that was there before'));
    await siteKept(page);
    await topicKept(page, 'feed:', 'A lamp that was there before');
    await network.cut(page);
    await page.reload();
    await seen(card(page, 'A lamp that was there before'));
    await ann.post('A lamp that came meanwhile');
    await network.mend(page);
    await seesText(page, /A lamp that came meanwhile|1 new post/);
  }),
);

it(
  'the page of a captive portal is no page of the site: the app opens with what was known',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    expectErrors(
      /WebSocket|could not be (loaded|fetched)|was answered with 200|MIME type|opened from what this browser keeps/,
    );
    const network = await stage.lay();
    const page = await open(ann, { network, keepsSite: true });
    await seen(card(page, 'A lamp that was there before'));
    await siteKept(page);
    await topicKept(page, 'feed:', 'A lamp that was there before');
    network.captive();
    await page.reload();
    await seen(card(page, 'A lamp that was there before'));
    expect(network.portalAnswers.length).toBeGreaterThan(0);
    network.pass();
    await ben.post('A lamp behind the portal');
    await seesText(page, /A lamp behind the portal|1 new post/);
  }),
);

it(
  'nothing of a person is kept after the log-out',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    expectErrors(/opened from what this browser keeps/);
    const network = await stage.lay();
    const page = await open(await makeMember(stage.server, 'Cid Clark'), { network, keepsSite: true });
    await seen(card(page, 'A lamp that was there before'));
    await siteKept(page);
    await topicKept(page, 'me:', 'Cid');
    await page.goto(new URL('/logout', page.url()).href);
    await button(page, 'Log out').click();
    await seen(link(page, 'Log In'));
    await eventually('nothing of Cid is kept', async () => {
      const all = await keptTopics(page);
      return all.some((record) => record.includes('Cid')) ? undefined : true;
    });
  }),
);
