import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { SIGNED_IN_PATH } from '#domain/kernel/addresses.ts';
import { UPLOAD_MESSAGE_BYTES } from '#domain/kernel/uploadOverSocket.ts';
import { codeFile } from './harness/codeFile.ts';
import { writePost } from './harness/compose.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, combobox, field, heading, link } from './harness/find.ts';
import { holdRequests } from './harness/holdBack.ts';
import { at, seen } from './harness/look.ts';
import { watchLooks } from './harness/looks.ts';
import { codeMailedTo } from './harness/mailbox.ts';
import { type Member, makeMember, PASSWORD } from './harness/member.ts';
import { noisyPhoto, pictures } from './harness/pictures.ts';
import { NETWORK_GONE, setStage } from './harness/stage.ts';

/** Networks of a phone as it meets them: one connection of HTTP/2 that dies without a word, and a slow WiFi. */

let ann: Member;
let ben: Member;

const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
});
const { lay } = stage;

/** A photo of some pieces takes some seconds. */
const PIECE_BYTES_PER_SECOND = 300_000;

it(
  'over HTTP/2, where the browser keeps the connection that died, a search is answered over a socket of its own',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    await ann.post('An astrolabe for the wall');
    const network = await lay({ isSecure: true });
    const page = await open(ben, { network, path: null });
    const looks = watchLooks(page);
    await page.goto(`${network.origin(ben.campus)}/search`);
    await looks.connected(1);
    const search = combobox(page.getByRole('main'), 'Search OU Buy / Sell');
    await search.fill('astrolabe');
    const asked = () => network.requests.filter(({ line }) => line.startsWith('GET /api/search?q=astrolabe'));
    expect(network.requests.some(({ protocol }) => protocol === 'h2')).toBe(true);
    network.die();
    await search.press('Enter');
    await seen(card(page, 'An astrolabe for the wall'));
    // The browser's own way was still the dead one.
    expect(asked().map(({ protocol }) => protocol)).toEqual(['http/1.1']);
  }),
);

it(
  'over HTTP/2 a log-in, a log-out and a mailed code go over sockets of their own, and their cookies with them',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    // Late code that the dead connection still had: it says so in its place, and comes with the next connection.
    expectErrors(/CodeAway: A part of this page could not be loaded/);
    const network = await lay({ isSecure: true });
    const ways = (path: string) =>
      network.requests.filter(({ line }) => line === `GET ${path}`).map(({ protocol }) => protocol);
    const opened = async (who: Member | null, path: string) => {
      const page = await open(who, { network, path: null });
      const looks = watchLooks(page);
      await page.goto(network.origin(ben.campus) + path);
      await looks.connected(1);
      return page;
    };
    const page = await opened(null, '/login?method=password');
    await field(page, 'Email').fill(ben.email);
    await field(page, 'Password').fill(PASSWORD);
    network.die();
    await button(page, 'Log in').click();
    await at(page, '/home');
    expect(ways('/api/session?next=%2Fhome')).toEqual(['http/1.1']);
    const kept = await page.context().cookies();
    expect(kept.filter(({ httpOnly }) => httpOnly).length).toBeGreaterThan(1);

    // The session that ends is nobody else's.
    const leaving = await opened(await makeMember(server, 'Fay Fox'), '/logout');
    await seen(button(leaving, 'Log out'));
    network.die();
    await button(leaving, 'Log out').click();
    await at(leaving, '/');
    expect(ways('/api/session').at(-1)).toBe('http/1.1');
    expect((await leaving.context().cookies()).filter(({ httpOnly }) => httpOnly)).toEqual([]);

    const gil = await makeMember(server, 'Gil Gray', { stage: 'registered' });
    const verifying = await opened(gil, '/verify');
    const code = await codeMailedTo(server, gil.email);
    await seen(field(verifying, 'Verification code'));
    network.die();
    await field(verifying, 'Verification code').fill(code);
    await at(verifying, /^(?!\/verify)/);
    expect(ways('/api/verification')).toEqual(['http/1.1']);
  }),
);

it(
  'over HTTP/2 code of a page comes over another connection, without waiting until the browser gives up the dead one',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const code = codeFile('web/chat/MessagesPage.tsx');
    const network = await lay({ isSecure: true });
    const page = await open(ben, { network, path: null });
    // No code comes before it is needed.
    await page.addInitScript(() => {
      const connection = Object.assign(new EventTarget(), { saveData: true });
      Object.defineProperty(navigator, 'connection', { value: connection });
    });
    const looks = watchLooks(page);
    await page.goto(`${network.origin(ben.campus)}/home`);
    await looks.connected(1);
    await page.waitForLoadState('networkidle');
    const failed: string[] = [];
    page.on('requestfailed', (request) => void (code.test(request.url()) && failed.push(request.url())));
    network.die();
    await link(page, 'Messages').first().click();
    await seen(heading(page.getByRole('main'), 'Messages'));
    // The browser's own way, once.
    expect(failed).toHaveLength(1);
  }),
);

it(
  'on slow WiFi the way in waits for few round trips: its code comes beside the first, and the next page with the log-in',
  stage.scene(async ({ open }) => {
    await ann.post('A lighthouse in sight');
    const network = await lay();
    const page = await open(null, { network, path: null });
    await page.goto(`${network.origin(ben.campus)}/login?method=password`);
    await field(page, 'Email').fill(ben.email);
    const files = ['AuthLayout', 'LoginPage'].map((name) => codeFile(`web/user/${name}.tsx`));
    const begunBy = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
        ({ name, initiatorType }) => [new URL(name).pathname, initiatorType] as const,
      ),
    );
    for (const file of files) expect(begunBy.find(([path]) => file.test(path))?.[1]).toBe('link');
    // The first files have the few connections first.
    const named = await page.evaluate(() =>
      [...document.querySelectorAll('head :is(script[type=module], link[rel$=preload])')].map(
        ({ outerHTML }) => outerHTML,
      ),
    );
    const isLate = named.map((tag) => tag.includes('as="fetch"'));
    expect(isLate.indexOf(true)).toBeGreaterThan(isLate.lastIndexOf(false));

    // No connection comes, nor what stands in for one.
    network.webSockets('swallowed');
    const live = await holdRequests(page, /\/api\/live/);
    const pages = watchNextPage(page);
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    await seen(card(page, 'A lighthouse in sight'));
    // They came with the answer to the log-in.
    expect(pages).toEqual([]);
    live.release();
    network.webSockets('carried');
  }),
);

/** How often the page on which one goes on is asked for from now on. */
function watchNextPage(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === SIGNED_IN_PATH) asked.push(pathname);
  });
  return asked;
}

it(
  '[POST-25 in part] over HTTP/2 a photo goes on where it was, over sockets of its own, and so do those behind it',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await lay({ isSecure: true });
    const page = await open(ben, { network, path: null });
    const looks = watchLooks(page);
    await page.goto(`${network.origin(ben.campus)}/home`);
    await looks.connected(1);
    let messages = 0;
    page.on('websocket', (socket) => {
      if (!/\/photos\//.test(socket.url())) return;
      // The server says of each that it is there.
      socket.on('framereceived', ({ payload }) => {
        if (/^\d+$/.test(String(payload))) messages += 1;
      });
    });
    const large = await noisyPhoto();
    const send = await writePost(page, 'Three views of a bell', [large, ...(await pictures(2))]);
    // Code that comes when the page is idle would share the connection.
    await page.waitForLoadState('networkidle');
    const uploads = () => network.requests.filter(({ line }) => /^\S+ \/api\/uploads\//.test(line));
    network.slow({ bytesPerSecond: PIECE_BYTES_PER_SECOND });
    await send.click();
    // Its address, a piece, and the next one.
    await eventually('the second piece is on its way', () => uploads().length > 2 || undefined);
    const before = uploads().length;
    network.die();
    network.slow({ bytesPerSecond: Number.POSITIVE_INFINITY });
    await seen(card(await open(ann), 'Three views of a bell'));
    // The browser's own way was still the dead one.
    expect(uploads()[before]?.protocol).toBe('http/1.1');
    // Not from its begin.
    expect(messages).toBeGreaterThan(0);
    expect(messages).toBeLessThan(large.buffer.byteLength / UPLOAD_MESSAGE_BYTES);
  }),
);
