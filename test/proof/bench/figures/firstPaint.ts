import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, type CDPSession, chromium as driver } from 'playwright-core';
import { demoStory } from '#scripts/demo/campus.ts';
import { DEMO_PASSWORD, people } from '#scripts/demo/people.ts';
import { playStory } from '#scripts/demo/playStory.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import { startChild } from '../child.ts';
import { BENCH_CAMPUS } from '../community.ts';
import { atMost, below, type Figure, type Row, row } from '../figure.ts';
import { NO_MAIL } from '../noMail.ts';
import type { ServerJobs } from '../processes/server.ts';
import { quantile } from '../statistics.ts';

/** Mid-range phone on 4G, as WebPageTest and Lighthouse simulate them. */
const CPU_SLOWDOWN = 4;
const DOWN_BITS_PER_SECOND = 9_000_000;
const UP_BITS_PER_SECOND = 1_500_000;
const ROUND_TRIP_MS = 85;
const PHONE = { viewport: { width: 375, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Milliseconds until a visit is given up. */
const PATIENCE_MS = 30_000;
/** Milliseconds without a larger paint, with all pictures in sight there, after which the largest has been. */
const SETTLED_MS = 1_000;
const SEARCH_LOOK_EVERY_MS = 200;
const UNLIMITED = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
/** Kilobytes of scripts, gzipped, before a page is painted, as `test/e2e/firstView.test.ts` has it. */
const SCRIPTS_MAX_KB = 200;
const KILOBYTE = 1_000;
const MS_PER_SECOND = 1_000;
/** The cheapest hash, because it is not measured here. */
const PASSWORD_COST = 4;
/** Smallest and quickest, as a server would pack it once. */
const GZIP_LEVEL = 9;

interface Paint {
  readonly milliseconds: number;
  /** Bytes of scripts, gzipped, loaded before the paint, and after it. */
  readonly before: number;
  readonly after: number;
  /** Cumulative layout shift. */
  readonly shift: number;
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** A page, and the elements of it that show that it is complete. */
interface Opened {
  readonly path: string;
  readonly ready: string;
}

const FEED: Opened = { path: '/home', ready: 'article' };
const MEDIA: Opened = { path: '/media', ready: 'main a[href^="/post/"] img' };
const SEARCH: Opened = { path: '/search?q=desk', ready: 'article' };

/** The feed, the search and the media feed of the demo campus in a real browser, each opened cold like on a first visit. */
export const firstPaint: Figure = {
  name: 'first-paint',
  from: 'default',
  async measure(benchData) {
    const dataDir = await benchData.folder('demo');
    const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
    await playStory(foundation, demoStory, { now: new Date(), passwordCost: PASSWORD_COST });
    await foundation.close();
    const server = startChild<ServerJobs>('server');
    benchData.after(() => server.end('SIGKILL'));
    const { port } = await server.ask('start', { dataDir, port: 0 });
    const browser = await launch();
    benchData.after(() => browser.close());

    const site = `http://ou.localhost:${port}`;
    const visits = benchData.pick({ quick: 1, default: 5, full: 9 });
    const open = (page: Opened, cookies: Cookies = []) => openOften(browser, { site, page, cookies, times: visits });
    const asVisitor = await open(FEED);
    const asMember = await open(FEED, await logIn(browser, site));
    await found(site, SEARCH.path);
    const worst = (of: (paint: Paint) => number) => Math.max(...[...asVisitor, ...asMember].map(of));
    return [
      row('first feed paint on a phone (4x CPU, 4G), LCP', medianSeconds(asVisitor), 's', { goal: below(1.5) }),
      row('the same, signed in', medianSeconds(asMember), 's', { goal: below(1.5) }),
      row('JavaScript until that paint, gzipped', worst(({ before }) => before) / KILOBYTE, 'KB', {
        goal: atMost(SCRIPTS_MAX_KB),
      }),
      row('JavaScript that is fetched after it, gzipped', worst(({ after }) => after) / KILOBYTE, 'KB'),
      row(
        'layout shift of that page (CLS)',
        worst(({ shift }) => shift),
        '',
        { goal: atMost(0.1) },
      ),
      ...rowsOf('search page', await open(SEARCH)),
      ...rowsOf('media feed', await open(MEDIA)),
    ];
  },
};

function rowsOf(page: string, paints: readonly Paint[]): readonly Row[] {
  const before = Math.max(...paints.map((paint) => paint.before));
  return [
    row(`${page} on that phone, LCP`, medianSeconds(paints), 's', { goal: below(1.5) }),
    row('  JavaScript until that paint, gzipped', before / KILOBYTE, 'KB', { goal: atMost(SCRIPTS_MAX_KB) }),
  ];
}

/** Waits until the search has something for a page: its index is built when the server starts. */
async function found(site: string, path: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  let last = '';
  const question = new URL(`/api${path}&show=latest&campus=${BENCH_CAMPUS}`, site);
  while (performance.now() < until) {
    // By the bare address: names below `localhost` are the browser's alone.
    const answer = await fetch(question.href.replace('//ou.', '//'));
    last = await answer.text();
    if (answer.ok && (JSON.parse(last) as { hits: readonly unknown[] }).hits.length > 0) return;
    await pause(SEARCH_LOOK_EVERY_MS);
  }
  throw new Error(`${path} finds nothing: ${last}`);
}

function medianSeconds(paints: readonly Paint[]): number {
  return (
    quantile(
      paints.map(({ milliseconds }) => milliseconds),
      0.5,
    ) / MS_PER_SECOND
  );
}

async function openOften(
  browser: Browser,
  asked: { readonly site: string; readonly page: Opened; readonly cookies: Cookies; readonly times: number },
): Promise<readonly Paint[]> {
  const paints: Paint[] = [];
  for (let n = 0; n < asked.times; n += 1) paints.push(await openCold(browser, asked));
  return paints;
}

/** Logs a member of the demo campus in, in a separate browser, for the cookies alone. */
async function logIn(browser: Browser, site: string): Promise<Cookies> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site}/404`);
  const status = await page.evaluate(
    async (credentials) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch('/api/session', { method: 'POST', headers, body: JSON.stringify(credentials) });
      return answer.status;
    },
    { email: people[0]?.email, password: DEMO_PASSWORD },
  );
  if (status !== 200) throw new Error(`Logging in answered ${status}.`);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

async function launch(): Promise<Browser> {
  const { default: chromium } = await import('@sparticuz/chromium');
  const notOurs = /^--(single-process|no-zygote|disable-web-security|headless)\b/;
  const args = chromium.args.filter((flag) => !notOurs.test(flag));
  return driver.launch({ executablePath: await chromium.executablePath(), args: [...args, '--disable-gpu'] });
}

async function openCold(
  browser: Browser,
  { site, page: opened, cookies }: { readonly site: string; readonly page: Opened; readonly cookies: Cookies },
): Promise<Paint> {
  const context = await browser.newContext(PHONE);
  await context.addCookies(cookies);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await slowDown(devtools);
  const scripts = countScripts(devtools);
  await page.addInitScript(() => {
    const seen: Seen = { largestPaintAt: 0, shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.largestPaintAt = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${site}${opened.path}`, { waitUntil: 'load' });
  await page.locator(opened.ready).first().waitFor({ timeout: PATIENCE_MS });
  await page.waitForFunction(isSettled, SETTLED_MS, { timeout: PATIENCE_MS });
  // Later code comes piece by piece: on the slowed phone each visit would wait a quarter of a minute for it.
  await devtools.send('Network.emulateNetworkConditions', UNLIMITED);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.waitForLoadState('networkidle', { timeout: PATIENCE_MS });
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  const counted = await scripts(seen.largestPaintAt);
  await context.close();
  return { milliseconds: seen.largestPaintAt, shift: seen.shift, ...counted };
}

/** Times recorded by the page itself. */
interface Seen {
  /** Milliseconds since the page was asked for. */
  largestPaintAt: number;
  shift: number;
}

/** Runs in the page: whether its largest paint has been. */
function isSettled(settledMs: number): boolean {
  const { largestPaintAt } = (window as unknown as { seen: Seen }).seen;
  const isMissing = (picture: HTMLImageElement) => {
    const { top, bottom } = picture.getBoundingClientRect();
    return !picture.complete && bottom > 0 && top < innerHeight;
  };
  return largestPaintAt > 0 && largestPaintAt + settledMs < performance.now() && ![...document.images].some(isMissing);
}

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: DOWN_BITS_PER_SECOND / 8,
    uploadThroughput: UP_BITS_PER_SECOND / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/**
 * Counts the bytes of scripts before and after a moment since the page was requested; gzipped, with any transfer
 * encoding.
 */
function countScripts(devtools: CDPSession): (milliseconds: number) => Promise<{ before: number; after: number }> {
  const scripts = new Set<string>();
  const came: { readonly at: number; readonly requestId: string }[] = [];
  let askedAt: number | null = null;
  devtools.on('Network.requestWillBeSent', ({ timestamp }) => {
    askedAt ??= timestamp;
  });
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    if (scripts.has(requestId)) came.push({ at: timestamp, requestId });
  });
  return async (milliseconds) => {
    const paintedAt = (askedAt ?? 0) + milliseconds / MS_PER_SECOND;
    const count = { before: 0, after: 0 };
    for (const { at, requestId } of came) {
      const { body } = await devtools.send('Network.getResponseBody', { requestId });
      count[at <= paintedAt ? 'before' : 'after'] += gzipSync(body, { level: GZIP_LEVEL }).length;
    }
    return count;
  };
}
