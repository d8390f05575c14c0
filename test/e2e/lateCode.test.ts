import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { codeFile } from './harness/codeFile.ts';
import { accountMenu, button, card, field, heading, named } from './harness/find.ts';
import { gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { NETWORK_GONE, setStage } from './harness/stage.ts';

let ann: Member;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
});

it(
  'code of a page that the network loses says so in its place, and comes by itself with the connection',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    expectErrors(/could not be (loaded|drawn|fetched)/);
    const postPage = codeFile('web/post/PostPage.tsx');
    await ann.post('A desk for two');
    const page = await open(ann, { path: null });
    await page.route(postPage, (route) => route.abort());
    await page.goto(`${stage.server.origin(ann.campus)}/home`);
    const tried = page.waitForRequest(postPage);
    await card(page, 'A desk for two').getByRole('link', { name: /ago$/ }).click();
    await tried;
    await seesText(page, 'This part could not be loaded. Check your connection and try again.');
    // Everything around it stays.
    await seen(accountMenu(page));
    await page.unroute(postPage);
    await button(page.getByRole('main'), 'Retry').click();
    await seen(card(page, 'A desk for two'));
    await seen(button(page, 'Write a comment').or(field(page, 'Comment')));
    await gone(heading(page, 'Something went wrong'));
  }),
);

/** Milliseconds that the first drawing waits for its code (`web/app/pageCode.ts`). */
const DRAWING_WAITS_MS = 1_000;

/** Has the first drawing wait for its code however slow this machine is. */
async function waitForCode(page: Page): Promise<void> {
  await page.addInitScript((waits) => {
    const { setTimeout: later } = window;
    const endless = 600_000;
    Object.assign(window, {
      setTimeout: (task: () => void, ms?: number) => later.call(window, task, ms === waits ? endless : ms),
    });
  }, DRAWING_WAITS_MS);
}

const LOG_IN = '/login?method=password';

/** Notes from the first moment whether a placeholder was drawn before the form. */
async function watchPlaceholders(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const noted = { isHeld: false };
    Object.assign(window, { noted });
    new MutationObserver(() => {
      if (document.querySelector('#root [role=status][aria-label=Loading]') !== null) noted.isHeld = true;
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { noted: { isHeld: boolean } }).noted.isHeld);
}

it(
  'the log-in page, whose code is named in it, is drawn once, and with no placeholder before it',
  stage.scene(async ({ open }) => {
    const page = await open(null, { path: null });
    const sawPlaceholder = await watchPlaceholders(page);
    await waitForCode(page);
    await page.goto(stage.server.origin(ann.campus) + LOG_IN);
    await seen(field(page, 'Password'));
    expect(await sawPlaceholder()).toBe(false);
  }),
);

it(
  'a log-in page whose code is silent is a placeholder until it comes',
  stage.scene(async ({ open }) => {
    const page = await open(null, { path: null });
    const sawPlaceholder = await watchPlaceholders(page);
    const held = Promise.withResolvers<void>();
    await page.route(codeFile('web/user/AuthLayout.tsx'), async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(stage.server.origin(ann.campus) + LOG_IN, { waitUntil: 'domcontentloaded' });
    await seen(named(page, 'status', 'Loading'));
    held.resolve();
    await seen(field(page, 'Password'));
    expect(await sawPlaceholder()).toBe(true);
  }),
);
