import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible } from './harness/accessibility.ts';
import { boost } from './harness/boost.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, dialog, link, named, region } from './harness/find.ts';
import { at, expectNoSidewaysScroll, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { DESKTOP, PHONE, SMALL_DESKTOP, setStage, TABLET } from './harness/stage.ts';
import { stopClock } from './harness/stopwatch.ts';

const POST = 'A telescope that more people should see';
/** A browser that is driven calls itself a robot, and robots do not count. */
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';

let owner: Member;
let other: Member;
let postId: string;
let adId: string;

const stage = setStage(
  async (server) => {
    [owner, other] = await Promise.all([makeMember(server, 'Olga Owner'), makeMember(server, 'Rita Reader')]);
    postId = await owner.post(POST);
    // Enough below it that a slot is not beside its own post (Q17).
    for (const word of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await other.post(`${word} of the others`);
    adId = await boost(server, owner, postId);
  },
  undefined,
  () => [`--user-agent=${AGENT}`],
);

/** Milliseconds after which a view that began within half a second counts, and none is sent yet: each takes a second. */
const COUNTED_NOT_SENT_MS = 1_500;

const slot = (page: Page) => region(page, 'Sponsored');

/** Waits until the dashboard shows these figures. */
async function shows(page: Page, figures: Readonly<Record<string, string>>): Promise<void> {
  const list = region(page, 'Analytics');
  await eventually(`the dashboard shows ${JSON.stringify(figures)}`, async () => {
    const found: Record<string, string | null> = {};
    for (const name of Object.keys(figures)) {
      found[name] = await list
        .locator('div', { has: page.getByText(name, { exact: true }) })
        .locator('dd')
        .textContent();
    }
    if (JSON.stringify(found) !== JSON.stringify(figures)) throw new Error(JSON.stringify(found));
    return true;
  });
}

it(
  '[ANLT-01] [ANLT-02] [ANLT-05] [ANLT-06] [ANLT-08] [ANLT-09] a stranger sees and uses the slot, and the open dashboard of its owner counts live',
  stage.scene(async ({ open, server }) => {
    const dashboard = await open(owner, { path: `/ads/${adId}` });
    const none = { Views: '0', 'Accounts reached': '0', 'Link clicks': '0', Messages: '0' };
    await shows(dashboard, { ...none, 'Profile visits': '0', 'Links copied': '0', 'Click rate': '--' });

    // A tab in the background: its slot is in sight of nobody.
    const reader = await open(other, { path: null });
    await reader.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await reader.context().route('https://www.example.com/**', (route) => route.fulfill({ body: 'A shop' }));
    const hidden = await reader.context().newPage();
    await hidden.addInitScript(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }));
    await hidden.goto(`${server.origin()}/home`);
    await (await seen(slot(hidden))).scrollIntoViewIfNeeded();

    // Organic copies of the post do not count, however long they are in sight: this page shows that alone at first.
    await reader.goto(`${server.origin()}/post/${postId}`);
    await seen(card(reader, POST));
    await reader.goto(`${server.origin()}/home`);
    const shown = await seen(slot(reader));
    await shown.scrollIntoViewIfNeeded();
    await shows(dashboard, { Views: '1', 'Accounts reached': '1', 'Link clicks': '0', 'Click rate': '0.0%' });

    const shop = reader.context().waitForEvent('page');
    await link(shown, 'Visit Website').click();
    await (await shop).close();
    await button(shown, 'Share').click();
    await button(dialog(reader, 'Share'), 'Copy link').click();
    await shows(dashboard, { Views: '1', 'Link clicks': '1', 'Links copied': '1', 'Click rate': '100.0%' });
    await button(dialog(reader, 'Share'), 'Close').click();
    await shown.getByRole('link', { name: /^Olga/ }).first().click();
    await shows(dashboard, { 'Profile visits': '1', Messages: '0' });

    // Two more tabs are two more page sessions of the same account.
    for (const views of ['2', '3']) {
      const tab = await reader.context().newPage();
      await tab.goto(`${server.origin()}/home`);
      await (await seen(slot(tab))).scrollIntoViewIfNeeded();
      await shows(dashboard, { Views: views, 'Accounts reached': '1' });
    }
    const visitor = await open(null);
    await (await seen(slot(visitor))).scrollIntoViewIfNeeded();
    await shows(dashboard, { Views: '4', 'Accounts reached': '2', 'Click rate': '25.0%' });

    await seen(dashboard.getByRole('application'));
    await dashboard.getByText('Show as a table').click();
    await seen(dashboard.getByRole('row', { name: /^\w+ \d+ 4 2 1 0 1 1$/ }));
    await button(dashboard, 'By hour').click();
    await seen(named(dashboard, 'table', 'Views and clicks by hour'));
    const [file] = await Promise.all([dashboard.waitForEvent('download'), button(dashboard, 'Download CSV').click()]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toContain('hour,views,accounts_reached');
    const sum = lines.slice(1).reduce((total, line) => total + Number(line.split(',')[1]), 0);
    expect(sum).toBe(4);
  }),
);

it(
  '[ANLT-04] the figures are on the post for its owner alone, while its ad is active; the dashboard stays',
  stage.scene(async ({ open }) => {
    const page = await open(owner, { path: `/post/${postId}`, screen: PHONE });
    const line = page.getByLabel('Analytics of this post', { exact: true });
    await seesText(await seen(line), 'Accounts reached');
    await expectNoSidewaysScroll(page);
    const reader = await open(other, { path: `/post/${postId}` });
    await seesText(reader, 'Boosted');
    expect(await reader.getByLabel('Analytics of this post', { exact: true }).count()).toBe(0);

    await owner.give('PauseAd', { postId, adId });
    await gone(line);
    await link(page, 'View Analytics').click();
    await at(page, `/ads/${adId}`);
    await seen(region(page, 'Analytics'));
    await owner.give('ResumeAd', { postId, adId });
  }),
);

it(
  'the dashboard of an ad fits every screen, and is accessible, light and dark',
  stage.scene(async ({ open }) => {
    for (const dark of [false, true]) {
      const page = await open(owner, { path: `/ads/${adId}`, dark });
      await seen(page.getByRole('application'));
      await page.getByText('Show as a table').click();
      for (const screen of [{ width: 320, height: 640 }, PHONE, TABLET, SMALL_DESKTOP, DESKTOP]) {
        await page.setViewportSize(screen);
        await expectNoSidewaysScroll(page);
      }
      await expectAccessible(page, `dashboard, ${dark ? 'dark' : 'light'}`);
    }
  }),
);

it(
  '[ANLT-02 in part] what was done on a page that is closed before it has sent anything goes out as it closes, and counts once',
  stage.scene(async ({ open, server }) => {
    // Another ad of the post begins at nothing.
    const dashboard = await open(owner, { path: `/ads/${adId}` });
    await stopLast(dashboard);
    adId = await boost(server, owner, postId);
    await dashboard.goto(`${server.origin()}/ads/${adId}`);
    await shows(dashboard, { Views: '0', 'Link clicks': '0' });

    const reader = await open(other, { path: null, screen: { width: 800, height: 300 } });
    const shopSite = 'https://www.example.com/**';
    await reader.context().route(shopSite, (route) => route.fulfill({ body: 'A shop' }));
    await reader.goto(`${server.origin()}/home`);
    const shown = await seen(slot(reader));
    expect(await isHalfInSight(shown)).toBe(false);
    // From here on the time of this page stands still unless it is moved: it never comes to send by itself.
    await stopClock(reader);
    await shown.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    expect(await isHalfInSight(shown)).toBe(true);
    await reader.clock.runFor(COUNTED_NOT_SENT_MS);
    const shop = reader.context().waitForEvent('page');
    await link(shown, 'Visit Website').click();
    await (await shop).close();
    // With a route each request waits for this process, and one of a page that is gone by then is dropped.
    await reader.context().unroute(shopSite);
    const closed = reader.waitForEvent('close');
    await reader.close({ runBeforeUnload: true });
    await closed;
    await shows(dashboard, { Views: '1', 'Accounts reached': '1', 'Link clicks': '1', 'Click rate': '100.0%' });

    // A view that comes later is the second one: nothing of the closed page has come twice.
    const visitor = await open(null);
    await (await seen(slot(visitor))).scrollIntoViewIfNeeded();
    await shows(dashboard, { Views: '2', 'Accounts reached': '2', 'Link clicks': '1', 'Click rate': '50.0%' });
  }),
);

it(
  '[ANLT-02 in part] the button that starts a chat is a message, once however often it is pressed and its slot is shown again',
  stage.scene(async ({ open, server }) => {
    const lute = await owner.post('A lute to talk about');
    for (const word of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await other.post(`${word} about the lute`);
    const dashboard = await open(owner, { path: `/ads/${adId}` });
    await stopLast(dashboard);
    const ad = await boost(server, owner, lute, { goal: 'message', website: '', label: 'Send Message' });
    await dashboard.goto(`${server.origin()}/ads/${ad}`);
    await shows(dashboard, { Views: '0', Messages: '0' });

    const reader = await open(other);
    const shown = reader.locator(`[data-sponsored="${lute}"]`).first();
    for (const _turn of [1, 2, 3]) {
      await (await seen(shown)).scrollIntoViewIfNeeded();
      await button(shown, 'Send Message').click();
      await button(dialog(reader, 'Start Conversation?'), 'Cancel').click();
      await shows(dashboard, { Views: '1', Messages: '1', 'Accounts reached': '1' });
      await link(reader.getByRole('navigation').first(), 'Messages').click();
      await at(reader, '/messages');
      await reader.goBack();
    }
    await shows(dashboard, { Views: '1', Messages: '1', 'Link clicks': '0', 'Profile visits': '0' });
  }),
);

/** Stops the ad of the scenes before, once it runs, on its dashboard: slots are for one ad. */
async function stopLast(dashboard: Page): Promise<void> {
  await seesText(dashboard.getByRole('article'), 'Running');
  await owner.give('StopAd', { postId, adId });
}

/** Whether half of it is in sight, as the browser says. */
function isHalfInSight(locator: Locator): Promise<boolean> {
  return locator.evaluate(
    (element) =>
      new Promise<boolean>((resolve) => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          resolve((entry?.intersectionRatio ?? 0) >= 0.5);
        });
        observer.observe(element);
      }),
  );
}
