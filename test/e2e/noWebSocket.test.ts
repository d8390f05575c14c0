import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPost, writeComment, writePost } from './harness/compose.ts';
import { accountMenu, button, card, field } from './harness/find.ts';
import { at, gone, seen } from './harness/look.ts';
import { type Member, makeMember, PASSWORD } from './harness/member.ts';
import type { Network } from './harness/network.ts';
import { SLOWNESS } from './harness/slowness.ts';
import { NETWORK_GONE, PHONE, setStage } from './harness/stage.ts';
import { report } from './harness/stopwatch.ts';

/** Milliseconds from the opening of a page until it says that no WebSocket comes through. */
const SAID_MAX_MS = 10_000 * SLOWNESS;
const SLOW = 'Updates come more slowly on this network';

let ann: Member;
let ben: Member;

const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
});

const bar = (page: Page) => page.getByRole('status').getByText(SLOW, { exact: true });

/** Logs in on a page that was just opened. @returns milliseconds until the page said how it is with updates */
async function logIn(page: Page, who: Member): Promise<number> {
  await field(page, 'Email').fill(who.email);
  await field(page, 'Password').fill(PASSWORD);
  await button(page, 'Log in').click();
  await at(page, '/home');
  await seen(accountMenu(page));
  await seen(bar(page));
  return page.evaluate(() => performance.now());
}

/** Somebody without WebSockets and somebody with one see at once what the other does. */
async function liveBothWays(a: Page, b: Page, words: string): Promise<void> {
  await (await writePost(a, `${words} from Ann`)).click();
  await gone(a.getByRole('dialog'));
  await seen(card(b, `${words} from Ann`));
  await gone(card(a, `${words} from Ann`).getByText('Sending…'));
  await ben.post(`${words} from Ben`);
  await seen(card(a, `${words} from Ben`));
  await openPost(b, card(b, `${words} from Ann`));
  await (await writeComment(b, `${words}: is it still there?`)).click();
  await seen(card(a, `${words} from Ann`).getByTitle('1 comment', { exact: true }));
}

/** The bar goes when WebSockets come through again, and all goes on. */
async function backOnSocket(a: Page, network: Network, words: string): Promise<void> {
  network.webSockets('carried');
  await gone(bar(a));
  await ben.post(`${words} over a socket again`);
  await seen(card(a, `${words} over a socket again`));
  expect(await card(a, `${words} over a socket again`).count()).toBe(1);
}

it(
  '[AUTH-31 in part] [POST-16 in part] with WebSockets refused one logs in, writes and reads live, and is told that it is slower',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await stage.lay();
    network.webSockets('refused');
    const b = await open(ben);
    const a = await open(null, { path: '/login?method=password', network });
    const ms = await logIn(a, ann);
    report('the bar says so, from the opening of the page', ms);
    expect(ms).toBeLessThan(SAID_MAX_MS);
    await liveBothWays(a, b, 'A lamp');
    await backOnSocket(a, network, 'A lamp');
  }),
);

it(
  '[AUTH-31 in part] [POST-16 in part] the same where WebSockets are swallowed without an answer',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await stage.lay();
    network.webSockets('swallowed');
    const b = await open(ben);
    const a = await open(null, { path: '/login?method=password', network, screen: PHONE });
    const ms = await logIn(a, ann);
    report('the bar says so, from the opening of the page', ms);
    expect(ms).toBeLessThan(SAID_MAX_MS);
    await liveBothWays(a, b, 'A chair');
    await backOnSocket(a, network, 'A chair');
  }),
);
