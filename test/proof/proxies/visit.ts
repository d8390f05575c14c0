import { deepEqual, equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type RequestOptions, request } from 'node:https';
import type { Browser, Page } from 'playwright-core';
import { PIECE_BYTES } from '#web/sync/outbox/limits.ts';
import { writePost } from '../../e2e/harness/compose.ts';
import { eventually } from '../../e2e/harness/eventually.ts';
import { button, card, field } from '../../e2e/harness/find.ts';
import { at, seen } from '../../e2e/harness/look.ts';
import { type Member, PASSWORD } from '../../e2e/harness/member.ts';
import { film, noisyPhoto } from '../../e2e/harness/pictures.ts';
import type { QuadServer } from '../../e2e/harness/runningServer.ts';
import { SITE } from './proxy.ts';

/** Pages that are opened at once. */
const PAGES_AT_ONCE = 100;
const FILM_BYTES = 30 * 1024 * 1024;
/** Sides in pixels of a photo of more than 4 MB, by its grain. */
const PHOTO_SIDES = [2_600, 1_900] as const;
const PHOTO_BYTES = 4 * 1024 * 1024;

/** Who and what a visit needs. */
export interface Visit {
  readonly browser: Browser;
  readonly server: QuadServer;
  readonly port: number;
  readonly ann: Member;
  readonly ben: Member;
}

/** Two people with a browser each, both behind the proxy. */
interface Pages {
  readonly ann: Page;
  readonly ben: Page;
}

/** The steps of a visit, each with what it shows. */
export async function visit(stage: Visit, done: (step: string) => void): Promise<void> {
  const pages = { ann: await open(stage.browser), ben: await open(stage.browser) };
  try {
    await logIn(pages.ann, stage.ann);
    await logIn(pages.ben, stage.ben);
    done('two log-ins');
    await seeNews(pages);
    done('live news over a WebSocket');
    await sendPhoto(pages.ann);
    done('a photo of 4 MB');
    await sendFilm(pages.ann);
    done('a film of 30 MB');
    await outliveRestart(pages, stage.server);
    done('a restart of the site under the pages');
    await openMany(stage.port);
    done(`${PAGES_AT_ONCE} pages and their sockets at once`);
  } finally {
    for (const page of Object.values(pages)) await page.context().close();
  }
}

async function open(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, serviceWorkers: 'block' });
  return context.newPage();
}

async function logIn(page: Page, member: Member): Promise<void> {
  await page.goto(`https://${SITE}/login?method=password`);
  await field(page, 'Email').fill(member.email);
  await field(page, 'Password').fill(PASSWORD);
  await button(page, 'Log in').click();
  await at(page, '/home');
}

async function seeNews({ ann, ben }: Pages): Promise<void> {
  // The page of the log-in had its socket before.
  const socket = ann.waitForEvent('websocket', { predicate: (each) => each.url().includes('/socket.io/') });
  await ann.goto(`https://${SITE}/home`);
  await (await socket).waitForEvent('framereceived');
  await (await writePost(ben, 'A lamp that comes live')).click();
  await seen(card(ann, 'A lamp that comes live'));
  equal(await ann.getByText('Updates come more slowly on this network').count(), 0);
}

async function sendPhoto(page: Page): Promise<void> {
  const photo = await noisyPhoto(...PHOTO_SIDES);
  ok(photo.buffer.byteLength >= PHOTO_BYTES, `The photo has ${photo.buffer.byteLength} bytes only.`);
  await (await writePost(page, 'A photo through a proxy', [photo])).click();
  const image = (await seen(card(page, 'A photo through a proxy'))).getByRole('img', { name: /^Photo by/ });
  await eventually('the photo comes from the server', () =>
    image.evaluate((each: HTMLImageElement) =>
      each.naturalWidth > 0 && each.currentSrc.includes('/images/posts/') ? true : undefined,
    ),
  );
}

async function sendFilm(page: Page): Promise<void> {
  const lengths: number[] = [];
  page.on('request', async (each) => {
    if (each.method() === 'PATCH') lengths.push(Number((await each.allHeaders())['content-length'] ?? 0));
  });
  await (await writePost(page, 'A film through a proxy', [film('film.mp4', FILM_BYTES)])).click();
  const player = (await seen(card(page, 'A film through a proxy'))).locator('video');
  await eventually('the film comes from the server', async () =>
    /\/images\/posts\//.test((await player.getAttribute('src')) ?? '') ? true : undefined,
  );
  deepEqual(Math.max(...lengths), PIECE_BYTES);
}

async function outliveRestart({ ann, ben }: Pages, server: QuadServer): Promise<void> {
  await ann.evaluate(() => Object.assign(window, { isSamePage: true }));
  await server.kill();
  // It waits in the outbox.
  await (await writePost(ben, 'A chair from before the restart')).click();
  await server.start();
  await seen(card(ann, 'A chair from before the restart'));
  ok(await ann.evaluate(() => 'isSamePage' in window), 'The page was loaded anew.');
}

/** A hundred people open the site in one moment: each gets the page, and a socket with the hub's greeting. */
async function openMany(port: number): Promise<void> {
  const options = { port, host: '127.0.0.1', servername: SITE, rejectUnauthorized: false, headers: { host: SITE } };
  const agent = new Agent({ maxSockets: PAGES_AT_ONCE });
  const people = Array.from({ length: PAGES_AT_ONCE }, async () => {
    equal(await statusOf({ ...options, agent, path: '/home' }), 200);
    await greeted(options);
  });
  await Promise.all(people);
  agent.destroy();
}

async function statusOf(options: RequestOptions): Promise<number> {
  const asked = request(options).end();
  const [answer] = await once(asked, 'response');
  await once(answer.resume(), 'end');
  return answer.statusCode;
}

/** Opens a WebSocket (RFC 6455) and waits for the first packet of Engine.IO, the one that opens. */
async function greeted({ headers, ...options }: RequestOptions): Promise<void> {
  const upgrade = {
    ...(headers as Record<string, string>),
    ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
    ...{ 'sec-websocket-key': Buffer.alloc(16).toString('base64'), origin: `https://${SITE}` },
  };
  const path = '/socket.io/?EIO=4&transport=websocket';
  const asked = request({ ...options, path, headers: upgrade, agent: false }).end();
  const [, socket, head] = await Promise.race([
    once(asked, 'upgrade'),
    once(asked, 'response').then(([answer]) => {
      throw new Error(`The upgrade was answered with ${answer.statusCode}.`);
    }),
  ]);
  let said = String(head);
  while (!said.includes('0{')) said += String((await once(socket, 'data'))[0]);
  socket.destroy();
}
