import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { chatIdOf } from '#domain/chat/face.ts';
import { CHAT_PAGE_MESSAGES } from '#domain/message/limits.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, link, named } from './harness/find.ts';
import { holdBack } from './harness/holdBack.ts';
import { gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { plainPicture } from './harness/pictures.ts';
import { SLOWNESS } from './harness/slowness.ts';
import { NETWORK_GONE, PHONE, setStage } from './harness/stage.ts';
import { report } from './harness/stopwatch.ts';

/** Faults that other products had in conversations: none of them is here. */

/** Messages that come while somebody is away, and milliseconds for which one is. */
const MISSED = 40;
const AWAY_MS = 10 * 60_000;
/**
 * Milliseconds from the return to the last of them, and from the reading in one tab to the others' numbers: ten times the
 * goals, since a machine may be busy. The figures themselves are printed.
 */
const CAUGHT_UP_MAX_MS = 10 * 1_000 * SLOWNESS;
const OTHER_TABS_MAX_MS = 10 * 500 * SLOWNESS;
/** CSS pixels by which what is under the eye may move. */
const MOVED_MAX_PX = 2;

const stage = setStage();

const log = (page: Page) => named(page, 'log', 'Messages');
const said = (page: Page, text: string) => card(log(page), text);
const badge = (page: Page, unread: number) => link(page, `Messages${unread === 0 ? '' : `, ${unread} unread`}`);
const noted = (page: Page, unread: number) => link(page, `Notifications${unread === 0 ? '' : `, ${unread} unread`}`);

interface Talk {
  readonly ann: Member;
  readonly ben: Member;
  readonly path: string;
  /** Ann says something. */
  say(text: string): Promise<string>;
}

/** Two people who have begun to talk. */
async function talking(ofAnn: string, ofBen: string): Promise<Talk> {
  const [ann, ben] = await Promise.all([makeMember(stage.server, ofAnn), makeMember(stage.server, ofBen)]);
  const chatId = chatIdOf(ann.userId, ben.userId);
  await ann.give('StartChat', { userId: ben.userId });
  const say = (text: string) => ann.give('SendMessage', { chatId, text, media: [], postId: null });
  return { ann, ben, path: `/messages/${chatId}`, say };
}

/** The numbers of the lines of a conversation, as they are drawn. */
async function numbers(page: Page): Promise<readonly number[]> {
  const texts = await log(page).getByRole('article').allTextContents();
  return texts.flatMap((text) => Number(/Line (\d+)\./.exec(text)?.[1] ?? []));
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Calls back once, when a page's log has so many messages; the page itself watches. */
async function whenComplete(page: Page, messages: number, then: () => void): Promise<void> {
  await page.exposeFunction('quadComplete', then);
  await page.evaluate((wanted) => {
    const { quadComplete } = window as unknown as { quadComplete(): void };
    const observer = new MutationObserver(() => {
      if (document.querySelectorAll('[role="log"] article').length < wanted) return;
      observer.disconnect();
      quadComplete();
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  }, messages);
}

it(
  '[CHAT-05 in part] who was away for ten minutes has all 40 messages that came, in their order, within a second of the return',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const { ben, path, say } = await talking('Abe Away', 'Bea Back');
    await say('Line 0.');
    const network = await stage.lay();
    const page = await open(ben, { network, path: null });
    await page.clock.install();
    await page.goto(network.origin() + path);
    await seen(said(page, 'Line 0.'));
    await network.cut(page);
    await seesText(page, /Offline/);
    for (let n = 1; n <= MISSED; n += 1) await say(`Line ${n}.`);
    await page.clock.fastForward(AWAY_MS);

    const came = Promise.withResolvers<number>();
    // The newest one comes with the list as well, and may be there before the others.
    await whenComplete(page, MISSED + 1, () => came.resolve(performance.now()));
    const returned = performance.now();
    await network.mend(page);
    const tookMs = (await came.promise) - returned;
    report('from the return to the last of 40 messages', Math.round(tookMs));
    expect(await numbers(page)).toEqual(upTo(MISSED + 1));
    expect(tookMs).toBeLessThan(CAUGHT_UP_MAX_MS);
  }),
);

it(
  '[CHAT-05 in part] a connection that drops three times in a row, once before the first event, misses no message and shows none twice',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const { ben, path, say } = await talking('Cal Caught', 'Dee Dropped');
    await say('Line 0.');
    const network = await stage.lay();
    const page = await open(ben, { network, path: null });
    /** Whether a packet gets lost on its way, as by a cable that was pulled: it, and all that comes after it on its connection. */
    let isLost: (packet: string) => boolean = () => false;
    let lost = 0;
    await page.routeWebSocket(/\/socket\.io\//, (socket) => {
      const hub = socket.connectToServer();
      let isPulled = false;
      hub.onMessage((packet) => {
        if (!isPulled && isLost(String(packet))) {
          isPulled = true;
          lost += 1;
        }
        if (!isPulled) socket.send(packet);
      });
    });
    await page.goto(network.origin() + path);
    await seen(said(page, 'Line 0.'));
    await say('Line 1.');
    await seen(said(page, 'Line 1.'));

    const drop = async () => {
      await network.cut(page);
      await seesText(page, /Offline/);
    };
    const isGone = (count: number) => eventually('it is lost', () => lost >= count || undefined);

    // The event that is on its way goes with the connection.
    isLost = (packet) => packet.includes('Line 2.');
    await say('Line 2.');
    await isGone(1);
    await drop();
    await say('Line 3.');
    // The next connection ends before its first event, and before the answer about what was missed.
    isLost = (packet) => packet.includes('Line ');
    await network.mend(page);
    await isGone(2);
    await say('Line 4.');
    await drop();
    expect(await numbers(page)).toEqual([0, 1]);
    // The third has its answer, and loses the first event after it.
    isLost = (packet) => packet.includes('Line 5.');
    await network.mend(page);
    await seen(said(page, 'Line 4.'));
    const before = lost;
    await say('Line 5.');
    await isGone(before + 1);
    await drop();
    await say('Line 6.');
    isLost = () => false;
    await network.mend(page);
    await seen(said(page, 'Line 6.'));
    expect(await numbers(page)).toEqual(upTo(7));
    await say('Line 7.');
    await seen(said(page, 'Line 7.'));
    expect(await numbers(page)).toEqual(upTo(8));
  }),
);

it(
  '[CHAT-19 in part] three unread messages of somebody whose account is erased are in no number: side bar, bottom bar, title and list',
  stage.scene(async ({ open, server }) => {
    const { ann, ben, say } = await talking('Era Erased', 'Fay Fine');
    for (let n = 0; n < 3; n += 1) await say(`Line ${n}.`);
    const [desk, phone, list] = await Promise.all([
      open(ben),
      open(ben, { screen: PHONE }),
      open(ben, { path: '/messages' }),
    ]);
    for (const page of [desk, phone, list]) {
      await seen(badge(page, 1));
      await seen(noted(page, 1));
      await eventually('the title counts both', async () => /^\(2\) /.test(await page.title()) || undefined);
    }
    await server.order('erase', { userId: ann.userId });
    for (const page of [desk, phone, list]) {
      await seen(badge(page, 0));
      await seen(noted(page, 0));
      await eventually('the title counts nothing', async () => /^[^(]/.test(await page.title()) || undefined);
    }
    const chats = named(list, 'list', 'Conversations');
    await gone(chats.getByText('Unread'));
    expect(await list.getByText(/Era|Line \d/).count()).toBe(0);
    // Nor when somebody comes later.
    await desk.reload();
    await seen(badge(desk, 0));
    await seen(noted(desk, 0));
    expect(await desk.title()).toMatch(/^[^(]/);
  }),
);

/** When a tab's title no longer counts anything: milliseconds since 1970, by the clock of this machine. */
function clearedAt(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const isClear = () => /^[^(]/.test(document.title);
        if (isClear()) return resolve(Date.now());
        const observer = new MutationObserver(() => {
          if (!isClear()) return;
          observer.disconnect();
          resolve(Date.now());
        });
        observer.observe(document.head, { subtree: true, childList: true, characterData: true });
      }),
  );
}

/** Milliseconds between two ticks by which a page shows that it runs. */
const TICK_MS = 20;

/** Has a page note the longest time in which nothing of it ran; `stoodStill` waits until it is so long. */
async function noteGaps(page: Page): Promise<void> {
  await page.evaluate((every) => {
    const noted = { last: Date.now(), longest: 0 };
    Object.assign(window, { quadGaps: noted });
    setInterval(() => {
      noted.longest = Math.max(noted.longest, Date.now() - noted.last);
      noted.last = Date.now();
    }, every);
  }, TICK_MS);
}

function stoodStill(page: Page, milliseconds: number): Promise<true> {
  return eventually(`it has noted that it stood still for ${milliseconds} ms`, () =>
    page.evaluate((atLeast) => {
      const { longest } = (window as unknown as { quadGaps: { longest: number } }).quadGaps;
      return longest >= atLeast ? true : undefined;
    }, milliseconds),
  );
}

it(
  '[CHAT-19 in part] [NOTF-06 in part] what is read in one tab is read in the others within half a second, also in one that stood still meanwhile',
  stage.scene(async ({ open }) => {
    const { ben, path, say } = await talking('Gus Goes', 'Hal Here');
    await say('Line 0.');
    // The one that stands still is a browser of its own: a process may serve several tabs of one.
    const [reading, sleeping] = [await open(ben), await open(ben)];
    const other = await reading.context().newPage();
    await other.goto(reading.url());
    for (const page of [reading, other, sleeping]) await seen(badge(page, 1));
    await noteGaps(sleeping);
    const session = await sleeping.context().newCDPSession(sleeping);
    await session.send('Debugger.enable');
    let isStopped = false;
    session.once('Debugger.paused', () => {
      isStopped = true;
    });
    await session.send('Debugger.pause');
    await eventually('it stands still', () => isStopped || undefined);
    const asleep = Date.now();

    const [there, here] = [clearedAt(other), clearedAt(reading)];
    await badge(reading, 1).click();
    await named(reading, 'list', 'Conversations').getByRole('link').click();
    await seen(said(reading, 'Line 0.'));
    const tookMs = (await there) - (await here);
    report('from one tab to the other', tookMs);
    expect(new URL(reading.url()).pathname).toBe(path);
    expect(tookMs).toBeLessThan(OTHER_TABS_MAX_MS);
    await seen(badge(other, 0));

    const woken = Date.now();
    await session.send('Debugger.resume');
    const afterSleepMs = (await clearedAt(sleeping)) - woken;
    report('after sleep', afterSleepMs);
    await stoodStill(sleeping, woken - asleep);
    expect(afterSleepMs).toBeLessThan(OTHER_TABS_MAX_MS);
    for (const page of [reading, other, sleeping]) {
      await seen(badge(page, 0));
      await seen(noted(page, 0));
    }
  }),
);

/**
 * Follows a message frame by frame; `most` answers by how many CSS pixels it was ever drawn away from its place. The place is
 * the one of an `IntersectionObserver`: it is taken after the page has had its say about what grew, as the frame is drawn.
 */
async function followPlace(page: Page, text: string): Promise<{ most(): Promise<number> }> {
  await said(page, text).evaluate((message) => {
    const kept = { most: 0 };
    Object.assign(window, { quadPlace: kept });
    let from: number | null = null;
    const look = () => {
      const observer = new IntersectionObserver((entries) => {
        observer.disconnect();
        const top = entries.at(-1)?.boundingClientRect.top ?? Number.NaN;
        from ??= top;
        kept.most = message.isConnected ? Math.max(kept.most, Math.abs(top - from)) : Number.POSITIVE_INFINITY;
        requestAnimationFrame(look);
      });
      observer.observe(message);
    };
    look();
  });
  return { most: () => page.evaluate(() => (window as unknown as { quadPlace: { most: number } }).quadPlace.most) };
}

it(
  '[CHAT-05 in part] older messages with pictures of another size than was said come while a new one arrives: nothing under the eye moves',
  stage.scene(async ({ open, server }) => {
    const { ann, ben, path, say } = await talking('Ida Image', 'Jon Jolt');
    for (let n = 0; n < CHAT_PAGE_MESSAGES; n += 1) {
      await ann.sendPhoto(chatIdOf(ann.userId, ben.userId), `Older ${n}.`, await plainPicture(300 + n, 150 + 30 * n));
    }
    for (let n = 0; n < CHAT_PAGE_MESSAGES; n += 1) await say(`Line ${n}.`);
    const page = await open(ben, { path: null, screen: PHONE });
    const packets = await holdBack(page, 'Older 0.');
    const another = (await plainPicture(90, 700)).buffer;
    const released = Promise.withResolvers<void>();
    await page.route(/\/images\/messages\//, async (route) => {
      await released.promise;
      await route.fulfill({ contentType: 'image/jpeg', body: another });
    });
    await page.goto(server.origin() + path);
    await seen(said(page, 'Line 14.'));
    const isBusy = async () => (await log(page).getAttribute('aria-busy')) === 'true';
    await eventually('the newest ones are there', async () => !(await isBusy()) || undefined);
    await eventually('older ones are asked for', async () => {
      await log(page).evaluate((pane) => pane.scrollTo({ top: -pane.scrollHeight, behavior: 'instant' }));
      return (await isBusy()) || undefined;
    });
    const place = await followPlace(page, 'Line 1.');

    const sent = say('New.');
    packets.release();
    await sent;
    await seen(button(page, '1 new message'));
    await eventually('older ones are there', async () => (await said(page, 'Older 14.').count()) === 1 || undefined);
    expect(await place.most()).toBeLessThanOrEqual(MOVED_MAX_PX);
    await say('Newer.');
    released.resolve();
    await seen(button(page, '2 new messages'));
    await eventually('their pictures are drawn', async () => {
      const widths = await log(page)
        .getByRole('img', { name: /^Photo from/ })
        .evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth));
      return widths.filter((width) => width > 0).length >= 3 || undefined;
    });
    expect(await place.most()).toBeLessThanOrEqual(MOVED_MAX_PX);
  }),
);
