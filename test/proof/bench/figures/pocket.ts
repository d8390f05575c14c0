import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findCampus } from '#domain/campus/registry.ts';
import { chatIdOf } from '#domain/chat/face.ts';
import { TRUST_OURS } from '#test/e2e/harness/certificate.ts';
import { launchChromium } from '#test/e2e/harness/chromium.ts';
import { writeComment, writePost } from '#test/e2e/harness/compose.ts';
import { eventually } from '#test/e2e/harness/eventually.ts';
import { button, card, combobox, field, named } from '#test/e2e/harness/find.ts';
import { at, gone, seen } from '#test/e2e/harness/look.ts';
import { watchLooks } from '#test/e2e/harness/looks.ts';
import { codeMailedTo } from '#test/e2e/harness/mailbox.ts';
import { type Member, makeMember, PASSWORD } from '#test/e2e/harness/member.ts';
import { layNetwork, type Network } from '#test/e2e/harness/network.ts';
import { pictures } from '#test/e2e/harness/pictures.ts';
import { startQuad } from '#test/e2e/harness/quadServer.ts';
import { thaw } from '#test/e2e/harness/reel.ts';
import type { QuadServer } from '#test/e2e/harness/runningServer.ts';
import type { BenchData } from '../benchData.ts';
import { below, type Figure, type Row, row } from '../figure.ts';

const MS_PER_SECOND = 1_000;
/** Slow WiFi: each way, and a connection. */
const SLOW = { delayMs: 300, bytesPerSecond: 60_000 };
const FAST = { delayMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY };
const PAGE_DOWN_PX = 4_000;
const PENDING = /^(Sending…|Waiting for connection)$/;

/** The people, their browsers and the network of one of them. */
interface Scenery {
  readonly server: QuadServer;
  readonly network: Network;
  readonly ann: Member;
  readonly ben: Member;
  open(who: Member | null, path: string): Promise<Page>;
  /** A page that nothing was loaded in yet. */
  blank(): Promise<Page>;
  /** Over the network that dies. */
  openFar(who: Member | null, path: string): Promise<Page>;
  /** Another such network, of TLS and HTTP/2, as in production. */
  readonly secure: Network;
  openSecure(who: Member | null, path: string): Promise<Page>;
}

/** A phone from a pocket: its connections are dead and say nothing. From then on, in seconds. */
export const pocket: Figure = {
  name: 'pocket',
  from: 'quick',
  async measure(benchData) {
    const scenery = await lay(benchData);
    const rows = [...(await seenAgain(scenery)), ...(await withoutEvent(scenery, benchData.scale !== 'quick'))];
    if (benchData.scale === 'quick') return rows;
    rows.push(...(await account(scenery)), await offlineThenOnline(scenery), ...(await slowWifi(scenery)));
    // Last, since it moves all that was written before off the first page.
    return [...rows, await nextPage(scenery)];
  },
};

async function lay(benchData: BenchData): Promise<Scenery> {
  const server = await startQuad();
  benchData.after(server.remove);
  const browser: Browser = await launchChromium([TRUST_OURS]);
  benchData.after(() => browser.close());
  const network = await layNetwork(server);
  benchData.after(network.close);
  const secure = await layNetwork(server, { isSecure: true });
  benchData.after(secure.close);
  const [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
  const blank = async () => (await browser.newContext({ locale: 'en-US', ignoreHTTPSErrors: true })).newPage();
  const opener = (way: Pick<QuadServer, 'origin'>) => async (who: Member | null, path: string) => {
    const context: BrowserContext = await browser.newContext({ locale: 'en-US', ignoreHTTPSErrors: way === secure });
    const url = way.origin(ann.campus);
    await context.addCookies([...(who?.cookies ?? [])].map(([name, value]) => ({ name, value, url })));
    const page = await context.newPage();
    const looks = watchLooks(page);
    await page.goto(url + path);
    await looks.connected(1);
    return page;
  };
  const ways = { open: opener(server), openFar: opener(network), openSecure: opener(secure) };
  return { server, network, secure, ann, ben, blank, ...ways };
}

/** Seconds that it takes. */
async function seconds(act: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await act();
  return (performance.now() - from) / MS_PER_SECOND;
}

async function seenAgain({ network, ann, ben, open, openFar }: Scenery): Promise<readonly Row[]> {
  const [page, other] = await Promise.all([openFar(ben, '/home'), open(ann, '/home')]);
  network.die();
  await ann.post('Written while it slept');
  const news = await seconds(async () => {
    await thaw(page);
    await seen(card(page, 'Written while it slept'));
  });
  const send = await writePost(page, 'Written on its return');
  network.die();
  const post = await seconds(async () => {
    await thaw(page);
    await send.click();
    await seen(card(other, 'Written on its return'));
  });
  await page.context().close();
  await ann.give('StartChat', { userId: ben.userId });
  const chat = `/messages/${chatIdOf(ann.userId, ben.userId)}`;
  const [far, near] = await Promise.all([openFar(ben, chat), open(ann, chat)]);
  const line = field(far, 'Message to Ann A.');
  await line.fill('I am back');
  network.die();
  const message = await seconds(async () => {
    await thaw(far);
    await line.press('Enter');
    await seen(card(named(near, 'log', 'Messages'), 'I am back'));
  });
  for (const each of [other, far, near]) await each.context().close();
  return [
    row('from a pocket, seen again: what came meanwhile shows', news, 's', { goal: below(3) }),
    row('from a pocket, a post written right after that reaches others', post, 's', { goal: below(5) }),
    row('from a pocket, a message written right after that reaches the other', message, 's', { goal: below(5) }),
  ];
}

async function withoutEvent(scenery: Scenery, isLong: boolean): Promise<readonly Row[]> {
  const { network, secure, ann, ben, open, openFar, openSecure } = scenery;
  const post = await ann.post('A sextant beside it');
  const [page, other] = await Promise.all([openFar(ben, `/post/${post}`), open(ann, `/post/${post}`)]);
  const send = await writeComment(page, 'Does it still point north?');
  network.die();
  const comment = await seconds(async () => {
    await send.click();
    // Its words stand in the page before it was sent: it has settled when others have it, and nothing waits any more.
    await seen(card(other, 'Does it still point north?'));
    await gone(page.getByRole('main').getByText(PENDING));
  });
  for (const each of [page, other]) await each.context().close();
  const found = await search(await openFar(ben, '/search'), network);
  const foundSecurely = await search(await openSecure(ben, '/search'), secure);
  const rows = [
    row('dead without any event: a comment settles', comment, 's', { goal: below(8) }),
    row('dead without any event: a search answers', found, 's', { goal: below(6) }),
    row('dead without any event, over HTTP/2: a search answers', foundSecurely, 's', { goal: below(6) }),
  ];
  if (!isLong) return rows;
  const sent = await photo(await openFar(ben, '/home'), network, 'A photo of brass');
  const sentSecurely = await photo(await openSecure(ben, '/home'), secure, 'A photo of glass');
  return [
    ...rows,
    row('dead without any event: a photo is uploaded and its post sent', sent, 's', { goal: below(8) }),
    row('dead without any event, over HTTP/2: a photo and its post', sentSecurely, 's', { goal: below(8) }),
  ];
}

async function photo(page: Page, network: Network, text: string): Promise<number> {
  const publish = await writePost(page, text, await pictures(1));
  network.die();
  const uploaded = await seconds(async () => {
    await publish.click();
    await seen(card(page, text));
    await gone(card(page, text).getByText(PENDING));
  });
  await page.context().close();
  return uploaded;
}

async function search(page: Page, network: Network): Promise<number> {
  const box = combobox(page.getByRole('main'), 'Search OU Buy / Sell');
  await box.fill('sextant');
  network.die();
  const found = await seconds(async () => {
    await box.press('Enter');
    await seen(card(page, 'A sextant beside it'));
  });
  await page.context().close();
  return found;
}

/** Log-in, log-out and a mailed code, over connections that died without any event, over each way. */
async function account(scenery: Scenery): Promise<readonly Row[]> {
  const { network, secure, openFar, openSecure } = scenery;
  return [
    ...(await accountOver(scenery, network, openFar, '', ['Dan Drake', 'Cara Cole'])),
    ...(await accountOver(scenery, secure, openSecure, ', over HTTP/2', ['Eli East', 'Fay Fox'])),
  ];
}

async function accountOver(
  { server, ben }: Scenery,
  network: Network,
  open: Scenery['openFar'],
  over: string,
  [leaver, newcomer]: readonly [string, string],
): Promise<readonly Row[]> {
  const page = await open(null, '/login?method=password');
  await fillLogIn(page, ben);
  network.die();
  const logIn = await seconds(async () => {
    await button(page, 'Log in').click();
    await at(page, '/home');
  });
  await page.context().close();
  // The session that ends is nobody else's.
  const leaving = await open(await makeMember(server, leaver), '/logout');
  await seen(button(leaving, 'Log out'));
  network.die();
  const logOut = await seconds(async () => {
    await button(leaving, 'Log out').click();
    await at(leaving, '/');
  });
  await leaving.context().close();
  const cara = await makeMember(server, newcomer, { stage: 'registered' });
  const verifying = await open(cara, '/verify');
  const mailed = await codeMailedTo(server, cara.email);
  await seen(field(verifying, 'Verification code'));
  network.die();
  const code = await seconds(async () => {
    // A whole code is sent by itself.
    await field(verifying, 'Verification code').fill(mailed);
    await at(verifying, /^(?!\/verify)/);
  });
  await verifying.context().close();
  return [
    row(`dead without any event${over}: log-in`, logIn, 's', { goal: below(8) }),
    row(`dead without any event${over}: log-out`, logOut, 's', { goal: below(8) }),
    row(`dead without any event${over}: a mailed code`, code, 's', { goal: below(8) }),
  ];
}

async function offlineThenOnline({ network, ann, ben, openFar }: Scenery): Promise<Row> {
  const page = await openFar(ben, '/home');
  await network.cut(page);
  await seen(page.getByText(/Offline: /));
  await ann.post('Written while it was offline');
  const back = await seconds(async () => {
    await network.mend(page);
    await seen(card(page, 'Written while it was offline'));
  });
  await page.context().close();
  return row('offline, then online: what came meanwhile shows', back, 's', { goal: below(1) });
}

async function slowWifi(scenery: Scenery): Promise<readonly Row[]> {
  const name = 'slow WiFi (600 ms, 60 KB/s): log-in page, log in, home with cards';
  return [
    row(name, await wayInOver(scenery.network, scenery), 's', { goal: below(4) }),
    // One connection for all, and its TLS to be set up: no goal was set.
    row('the same over HTTP/2, one connection of 60 KB/s in all', await wayInOver(scenery.secure, scenery), 's'),
  ];
}

async function wayInOver(network: Network, { ben, blank }: Scenery): Promise<number> {
  network.slow(SLOW);
  const page = await blank();
  const took = await seconds(async () => {
    await page.goto(`${network.origin(ben.campus)}/login?method=password`);
    await fillLogIn(page, ben);
    await button(page, 'Log in').click();
    await at(page, '/home');
    await seen(card(page, 'Written on its return'));
  });
  await page.context().close();
  network.slow(FAST);
  return took;
}

async function nextPage({ network, ann, ben, openFar }: Scenery): Promise<Row> {
  // As many as the first page has: what was written before is on the next ones.
  const first = findCampus(ann.campus)?.firstPagePosts ?? 0;
  for (let n = 0; n < first; n += 1) await ann.post(`Map ${n} of the coast`);
  const page = await openFar(ben, '/home');
  await seen(card(page, `Map ${first - 1} of the coast`));
  network.die();
  const took = await seconds(() =>
    eventually('the next page is there', async () => {
      await page.mouse.wheel(0, PAGE_DOWN_PX);
      return (await card(page, 'Written on its return').count()) > 0 || undefined;
    }),
  );
  await page.context().close();
  return row('dead without any event: the next page of a feed', took, 's', { goal: below(8) });
}

async function fillLogIn(page: Page, { email }: Member): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(PASSWORD);
}
