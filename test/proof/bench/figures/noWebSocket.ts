import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#test/e2e/harness/chromium.ts';
import { card } from '#test/e2e/harness/find.ts';
import { seen, seesText } from '#test/e2e/harness/look.ts';
import { watchLooks } from '#test/e2e/harness/looks.ts';
import { type Member, makeMember } from '#test/e2e/harness/member.ts';
import { layNetwork } from '#test/e2e/harness/network.ts';
import { startQuad } from '#test/e2e/harness/quadServer.ts';
import type { BenchData } from '../benchData.ts';
import { atMost, below, type Figure, type Goal, type Row, row } from '../figure.ts';

const MINUTE_MS = 60_000;
const MS_PER_SECOND = 1_000;
/** Changes whose time is taken, after some quiet and right after another one. */
const CHANGES = 5;
/** Milliseconds of quiet before a change: longer than a page waits after news. */
const QUIET_MS = 4_000;
const SLOW = 'Updates come more slowly on this network';

/** A page without WebSockets beside one with: what it costs when nothing happens, and when it shows a change. */
export const noWebSocket: Figure = {
  name: 'noWebSocket',
  from: 'quick',
  async measure(benchData) {
    const { ben, socket, asking } = await lay(benchData);
    const [quietSocket, quietAsking] = await Promise.all([quietMinute(socket), quietMinute(asking)]);
    const after = await shownAfter(ben, [socket, asking], QUIET_MS);
    const burst = await shownAfter(ben, [socket, asking], 0);
    const name = (way: string) => `${way}: a quiet page that is seen`;
    return [
      row(`${name('socket')}, requests a minute`, quietSocket.requests, 'requests'),
      row(`${name('over HTTP')}, requests a minute`, quietAsking.requests, 'requests', { goal: atMost(5) }),
      row(`${name('socket')}, main thread a minute`, quietSocket.mainThreadMs, 'ms'),
      row(`${name('over HTTP')}, main thread a minute`, quietAsking.mainThreadMs, 'ms', {
        limit: quietSocket.mainThreadMs,
      }),
      ...shownRows('after some quiet', after, below(MS_PER_SECOND)),
      ...shownRows('right after another one', burst, below(3 * MS_PER_SECOND)),
    ];
  },
};

async function lay(benchData: BenchData) {
  const server = await startQuad();
  benchData.after(server.remove);
  const browser: Browser = await launchChromium();
  benchData.after(() => browser.close());
  const network = await layNetwork(server);
  benchData.after(network.close);
  network.webSockets('refused');
  const [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
  const open = async (url: string) => {
    const context = await browser.newContext({ locale: 'en-US' });
    await context.addCookies([...ann.cookies].map(([name, value]) => ({ name, value, url })));
    return context.newPage();
  };
  const [socketUrl, askingUrl] = [server.origin(ann.campus), network.origin(ann.campus)];
  const [socket, asking] = [await open(socketUrl), await open(askingUrl)];
  const looks = watchLooks(socket);
  await socket.goto(`${socketUrl}/home`);
  await looks.connected(1);
  await asking.goto(`${askingUrl}/home`);
  await seesText(asking, SLOW);
  // The code that a page loads in its first idle moments is no part of a quiet minute.
  await pause(QUIET_MS);
  return { ben, socket, asking };
}

/** The work of a page when nothing happens. */
async function quietMinute(page: Page): Promise<{ readonly requests: number; readonly mainThreadMs: number }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const busySeconds = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  let requests = 0;
  const count = () => {
    requests += 1;
  };
  page.on('request', count);
  const before = await busySeconds();
  await pause(MINUTE_MS);
  const mainThreadMs = ((await busySeconds()) - before) * MS_PER_SECOND;
  page.off('request', count);
  await cdp.detach();
  return { requests, mainThreadMs };
}

/** Milliseconds from the acknowledgement of posts until each page shows them: the slowest. */
async function shownAfter(who: Member, pages: readonly Page[], quietMs: number): Promise<readonly number[]> {
  const slowest = pages.map(() => 0);
  for (let change = 0; change < CHANGES; change += 1) {
    await pause(quietMs);
    const words = `Change ${change} after ${quietMs} ms`;
    await who.post(words);
    const from = performance.now();
    await Promise.all(
      pages.map(async (page, index) => {
        await seen(card(page, words));
        slowest[index] = Math.max(slowest[index] ?? 0, performance.now() - from);
      }),
    );
  }
  return slowest;
}

function shownRows(
  when: string,
  [socket = Number.NaN, asking = Number.NaN]: readonly number[],
  goal: Goal,
): readonly Row[] {
  return [
    row(`socket: a post ${when} shows, slowest of ${CHANGES}`, socket, 'ms'),
    row(`over HTTP: a post ${when} shows, slowest of ${CHANGES}`, asking, 'ms', { goal }),
  ];
}
