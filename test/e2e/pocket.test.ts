import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findCampus } from '#domain/campus/registry.ts';
import { chatIdOf } from '#domain/chat/face.ts';
import { outboxEmpty } from './harness/browserStore.ts';
import { codeFile } from './harness/codeFile.ts';
import { writeComment, writePost } from './harness/compose.ts';
import { eventually } from './harness/eventually.ts';
import { accountMenu, button, card, combobox, field, link, named } from './harness/find.ts';
import { holdRequests } from './harness/holdBack.ts';
import { at, gone, seen, seesText } from './harness/look.ts';
import { watchLooks } from './harness/looks.ts';
import { codeMailedTo } from './harness/mailbox.ts';
import { type Member, makeMember, PASSWORD } from './harness/member.ts';
import type { Network } from './harness/network.ts';
import { film, pictures } from './harness/pictures.ts';
import { thaw } from './harness/reel.ts';
import { NETWORK_GONE, setStage } from './harness/stage.ts';

/** A phone comes back from a pocket: the connections that it had are dead, and nothing says so. */

let ann: Member;
let ben: Member;

const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
  await ann.post('A compass in a pocket');
});
const { lay } = stage;

/** A film that takes some seconds, and a connection that takes so long for it. */
const FILM_BYTES = 400_000;
const SLOW_BYTES_PER_SECOND = 60_000;
/** Deaths of connections while somebody writes. */
const REEL_DEATHS = 9;
const PAGE_DOWN_PX = 4_000;

/** Waits until a living or dead connection carries that many requests of a method, and that many bytes with the last. */
function underWay({ connections }: Network, method: string, times: number, bytes = 0): Promise<true> {
  return eventually(`${method} is under way for the ${times}. time`, () => {
    const carrying = connections.filter(({ requests }) => requests.at(-1)?.startsWith(method));
    const all = connections.flatMap(({ requests }) => requests).filter((each) => each.startsWith(method));
    return (all.length >= times && carrying.some(({ sent }) => sent >= bytes)) || undefined;
  });
}

/** Requests of the browser that living connections have carried since the last death. */
const carriedSince = ({ connections }: Network) =>
  connections.filter(({ isDead }) => !isDead).flatMap(({ requests }) => requests);

it(
  '[P5] a page that is seen again asks its connection and takes another one: what came meanwhile shows, and what is written then reaches others',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await lay();
    const page = await open(ben, { network, path: null });
    const looks = watchLooks(page);
    await page.goto(`${network.origin(ben.campus)}/home`);
    await seen(card(page, 'A compass in a pocket'));
    await looks.connected(1);
    for (const text of ['Written while it slept', 'Written while it slept again']) {
      const before = looks.count();
      network.die();
      await ann.post(text);
      await thaw(page);
      await seesText(page, text);
      // Not by the engine's own patience: the page asked, and said goodbye to the one that was silent.
      expect(looks.count()).toEqual({ asked: before.asked + 1, left: before.left + 1, opened: before.opened + 1 });
      expect(carriedSince(network).some((request) => request.startsWith('GET /socket.io/'))).toBe(true);
    }
    const other = await open(ann);
    await (await writePost(page, 'Written right after it came back')).click();
    await seen(card(other, 'Written right after it came back'));
    await gone(page.getByText(/^(Sending…|Waiting for connection)$/));
    expect(await card(other, 'Written right after it came back').count()).toBe(1);
  }),
);

it(
  '[P2] without any event a comment arrives once, a search answers, and the next page comes, over other connections',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const post = await ann.post('A sextant beside it');
    const network = await lay();
    const page = await open(ben, { network, path: null });
    const looks = watchLooks(page);
    const site = network.origin(ben.campus);
    await page.goto(`${site}/post/${post}`);
    const send = await writeComment(page, 'Does it still point north?');
    await looks.connected(1);
    network.die();
    await send.click();
    const main = page.getByRole('main');
    await seesText(main, 'Does it still point north?');
    await gone(main.getByText(/^(Sending…|Waiting for connection)$/));
    const other = await open(ann, { path: `/post/${post}` });
    await seen(card(other, 'Does it still point north?'));
    expect(await card(other, 'Does it still point north?').count()).toBe(1);
    expect(looks.count()).toEqual({ asked: 1, left: 1, opened: 2 });

    // Each in a browser of its own: a navigation may take a dead connection, of which no page can know.
    const asking = await open(ben, { network, path: '/search' });
    const search = combobox(asking.getByRole('main'), 'Search OU Buy / Sell');
    await search.fill('sextant');
    network.die();
    await search.press('Enter');
    await seen(card(asking, 'A sextant beside it'));
    expect(carriedSince(network).some((request) => request.startsWith('GET /api/search?'))).toBe(true);

    // As many as the first page has: what was written before is on the next one.
    const first = findCampus(ann.campus)?.firstPagePosts ?? 0;
    for (let n = 0; n < first; n += 1) await ann.post(`Map ${n} of the coast`);
    const reading = await open(ben, { network, path: null });
    const readingLooks = watchLooks(reading);
    await reading.goto(`${site}/home`);
    await readingLooks.connected(1);
    await seen(card(reading, `Map ${first - 1} of the coast`));
    network.die();
    await eventually('the next page is there', async () => {
      await reading.mouse.wheel(0, PAGE_DOWN_PX);
      return (await card(reading, 'A compass in a pocket').count()) > 0 || undefined;
    });
    expect(readingLooks.count()).toEqual({ asked: 1, left: 1, opened: 2 });
  }),
);

it(
  '[POST-25 in part] an upload goes on where it was: photos that are stored are not sent again, and a film not from its begin',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await lay();
    const page = await open(ben, { network });
    await seen(page.getByRole('article'));
    const stored: string[] = [];
    const resumedAt: number[] = [];
    let sent = 0;
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.request().method() === 'PUT' && response.ok()) stored.push(pathname);
    });
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent += 1;
      if (request.method() === 'PATCH') resumedAt.push(Number(request.headers()['upload-offset']));
    });
    const send = await writePost(page, 'Three things of brass', [...(await pictures(2)), film('film.mp4', FILM_BYTES)]);
    network.slow({ bytesPerSecond: SLOW_BYTES_PER_SECOND });
    await send.click();
    await underWay(network, 'PUT', 2);
    network.die();
    await underWay(network, 'PATCH', 1, FILM_BYTES / 2);
    network.die();
    network.slow({ bytesPerSecond: Number.POSITIVE_INFINITY });
    const other = await open(ann);
    await seen(card(other, 'Three things of brass'));
    // Two photos, the film's poster, and its end; one of them was cut.
    expect([stored.length, sent]).toEqual([4, 5]);
    expect(resumedAt.at(-1)).toBeGreaterThan(0);
  }),
);

it(
  '[AUTH-30 in part] [VERF-04 in part] a log-in, a log-out and a mailed code go over other connections by themselves',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await lay();
    const page = await open(null, { network, path: '/login?method=password' });
    await field(page, 'Email').fill(ben.email);
    await field(page, 'Password').fill(PASSWORD);
    network.die();
    await button(page, 'Log in').click();
    await at(page, '/home');
    expect(carriedSince(network)).toContain('POST /api/session?next=%2Fhome');
    // The session that ends is nobody else's.
    const leaving = await open(await makeMember(server, 'Dan Drake'), { network, path: '/logout' });
    await seen(button(leaving, 'Log out'));
    network.die();
    await button(leaving, 'Log out').click();
    await at(leaving, '/');
    expect(carriedSince(network)).toContain('DELETE /api/session');

    const cara = await makeMember(server, 'Cara Cole', { stage: 'registered' });
    const verifying = await open(cara, { network, path: '/verify' });
    const code = await codeMailedTo(server, cara.email);
    await seen(field(verifying, 'Verification code'));
    network.die();
    await field(verifying, 'Verification code').fill(code);
    await at(verifying, /^(?!\/verify)/);
    expect(carriedSince(network)).toContain('POST /api/verification');
  }),
);

it(
  '[CHAT-10 in part] [P2] messages written through a reel of deaths arrive once each, in their order',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    await ann.give('StartChat', { userId: ben.userId });
    const chat = `/messages/${chatIdOf(ann.userId, ben.userId)}`;
    const network = await lay();
    const [page, other] = await Promise.all([open(ben, { network, path: chat }), open(ann, { path: chat })]);
    const log = (of: Page) => named(of, 'log', 'Messages');
    const write = async (text: string) => {
      const line = field(page, 'Message to Ann A.');
      await line.fill(text);
      await line.press('Enter');
      await seen(card(log(page), text));
    };
    await write('Are you there?');
    await seen(card(log(other), 'Are you there?'));

    // A phone that just came back.
    network.die();
    await thaw(page);
    await write('I am back');
    await seen(card(log(other), 'I am back'));

    const texts = Array.from({ length: REEL_DEATHS }, (_, n) => `Word ${String(n).padStart(2, '0')}`);
    for (const [n, text] of texts.entries()) {
      if (n % 2 === 0) network.die();
      await write(text);
      if (n % 2 === 1) network.die();
      // Every third time it has come back before the next death, else it is on its way.
      if (n % 3 === 2) await seen(card(log(other), text));
      else if (n % 3 === 1) await thaw(page);
    }
    await seen(card(log(other), texts.at(-1) ?? ''));
    await outboxEmpty(page);
    for (const each of [page, other]) {
      const said = (await log(each).getByRole('article').allTextContents()).flatMap(
        (all) => all.match(/Word \d\d/g) ?? [],
      );
      expect(said).toEqual(texts);
    }
  }),
);

it(
  'the bar says nothing of a short break, then that it reconnects, and is never offline while the browser is not',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await lay();
    const page = await open(ben, { network, path: null });
    const looks = watchLooks(page);
    await page.goto(`${network.origin(ben.campus)}/home`);
    await looks.connected(1);
    await page.evaluate(() => {
      const words: string[] = [];
      Object.assign(window, { words });
      const look = () => words.push(...(document.body.textContent?.match(/Offline: |Reconnecting…/g) ?? []));
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    network.die();
    await thaw(page);
    network.lose();
    await seesText(page, 'Reconnecting…');
    network.pass();
    await gone(page.getByText('Reconnecting…'));
    const words = await page.evaluate(() => (window as unknown as { words: string[] }).words);
    expect([...new Set(words)]).toEqual(['Reconnecting…']);

    // The browser is wrong: the hub answers.
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
      dispatchEvent(new Event('offline'));
    });
    await ann.post('News for one who is not offline');
    await seesText(page, 'News for one who is not offline');
    expect(await page.getByText(/Offline: /).count()).toBe(0);
  }),
);

it(
  'a captive portal is a network that is away: for a search and a picture, and nothing of it is kept',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    expectErrors(/WebSocket|could not be (loaded|fetched)|was answered with 200|MIME type/);
    await ann.post('A lantern with a picture', await pictures(1));
    const network = await lay();
    const page = await open(ben, { network, path: null });
    const photo = await holdRequests(page, /\/images\/posts\//);
    const looks = watchLooks(page);
    await page.goto(`${network.origin(ben.campus)}/search`);
    await looks.connected(1);
    network.captive();
    const search = combobox(page.getByRole('main'), 'Search OU Buy / Sell');
    await search.fill('lantern');
    await search.press('Enter');
    await seen(page.getByRole('main').getByRole('alert'));
    expect(network.portalAnswers.length).toBeGreaterThan(0);
    network.pass();
    await button(page.getByRole('main'), 'Retry').click();
    const lantern = await seen(card(page, 'A lantern with a picture'));
    await photo.asked;
    await looks.connected(2);

    // The picture in its place.
    network.captive();
    photo.release();
    const widths = () =>
      lantern
        .getByRole('img', { name: /^Photo/ })
        .evaluateAll((all) =>
          all.map((each) => (each as HTMLImageElement).complete && (each as HTMLImageElement).naturalWidth),
        );
    await eventually('the picture is spoilt', async () => (await widths()).includes(0) || undefined);
    network.pass();
    await eventually(
      'the picture is drawn',
      async () => (await widths()).some((width) => Number(width) > 0) || undefined,
    );

    expect(await page.getByText('This page could not be shown.').count()).toBe(0);
  }),
);

it(
  'late code that a captive portal answers says so in its place, and comes by itself when the site is there again: nothing of it is kept',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    expectErrors(/WebSocket|could not be (loaded|drawn|fetched)|was answered with 200|MIME type/);
    await ann.post('A barometer by the door');
    const network = await lay();
    const reader = await makeMember(server, 'Eve Early');
    const page = await open(reader, { network, path: null });
    // A page that is never idle fetches no code before it is needed.
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
    const looks = watchLooks(page);
    await page.goto(`${network.origin(reader.campus)}/home`);
    await looks.connected(1);
    await seen(card(page, 'A barometer by the door'));
    const code = codeFile('web/notification/NotificationsPage.tsx');
    const codeOf = (paths: readonly string[]) => paths.filter((path) => code.test(path));
    const main = named(page, 'navigation', 'Main');
    const asked = () => network.connections.flatMap(({ requests }) => requests);
    expect(codeOf(asked())).toEqual([]);
    network.captive();
    await link(main, 'Notifications').click();
    await seesText(page, 'This part could not be loaded. Check your connection and try again.');
    // As data, and past what the browser has kept of the portal.
    expect(codeOf(network.portalAnswers).length).toBeGreaterThan(1);
    await seen(accountMenu(page));
    network.pass();
    await seesText(page.getByRole('main'), 'Nothing to see here - yet');
    expect(codeOf(asked()).length).toBe(1);
    // It comes from the real cache, and is the site's.
    // The page before may have gone on over HTTP.
    const { opened } = looks.count();
    await page.goto(`${network.origin(reader.campus)}/home`);
    await looks.connected(opened + 1);
    await link(main, 'Notifications').click();
    await seesText(page.getByRole('main'), 'Nothing to see here - yet');
    expect(codeOf(asked()).length).toBe(1);
    expect(await page.getByText('This page could not be shown.').count()).toBe(0);
  }),
);
