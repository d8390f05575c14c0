import { type Browser, type CDPSession, chromium as driver } from 'playwright-core';
import { openFoundation } from '#server/foundation.ts';
import { demoStory } from '../../demo/campus.ts';
import { tellStory } from '../../demo/tellStory.ts';
import { startChild } from '../child.ts';
import { NO_MAIL } from '../community.ts';
import { atMost, below, type Figure, row } from '../figure.ts';
import type { ServerJobs } from '../processes/server.ts';
import { quantile } from '../statistics.ts';

/** Mid-range phone on 4G, as WebPageTest and Lighthouse simulate them. */
const CPU_SLOWDOWN = 4;
const DOWN_BITS_PER_SECOND = 9_000_000;
const UP_BITS_PER_SECOND = 1_500_000;
const ROUND_TRIP_MS = 85;
const PHONE = { viewport: { width: 375, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Milliseconds without traffic after which the largest paint has been. */
const PATIENCE_MS = 30_000;
const KIB = 1_000;
const MS_PER_SECOND = 1_000;
/** The cheapest hash: nobody logs in here. */
const PASSWORD_COST = 4;

interface Paint {
  readonly milliseconds: number;
  /** Bytes of scripts that had come when it was painted, and of those that came after it. */
  readonly before: number;
  readonly after: number;
}

/** The feed of the demo campus in a real browser, opened cold like on a first visit. */
export const firstPaint: Figure = {
  name: 'first-paint',
  from: 'default',
  async measure(workshop) {
    const dataDir = await workshop.folder('demo');
    const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
    await tellStory(foundation, demoStory, { now: new Date(), passwordCost: PASSWORD_COST });
    await foundation.close();
    const server = startChild<ServerJobs>('server');
    workshop.after(() => server.end('SIGKILL'));
    const { port } = await server.ask('start', { dataDir, port: 0 });
    const browser = await launch();
    workshop.after(() => browser.close());

    const paints: Paint[] = [];
    for (let n = 0; n < workshop.pick({ quick: 1, default: 5, full: 9 }); n += 1) {
      paints.push(await openCold(browser, `http://ou.localhost:${port}/home`));
    }
    const seconds =
      quantile(
        paints.map(({ milliseconds }) => milliseconds),
        0.5,
      ) / 1_000;
    const [first] = paints;
    return [
      row('first feed paint on a phone (4x CPU, 4G), LCP', seconds, 's', { goal: below(1.5) }),
      row('JavaScript until that paint, gzipped', (first?.before ?? Number.NaN) / KIB, 'KB', { goal: atMost(180) }),
      row('JavaScript that is fetched after it, gzipped', (first?.after ?? Number.NaN) / KIB, 'KB'),
    ];
  },
};

async function launch(): Promise<Browser> {
  const { default: chromium } = await import('@sparticuz/chromium');
  const notOurs = /^--(single-process|no-zygote|disable-web-security|headless)\b/;
  const args = chromium.args.filter((flag) => !notOurs.test(flag));
  return driver.launch({ executablePath: await chromium.executablePath(), args: [...args, '--disable-gpu'] });
}

async function openCold(browser: Browser, url: string): Promise<Paint> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await slowDown(devtools);
  const scripts = countScripts(devtools);
  await page.addInitScript(() => {
    const seen = { at: 0 };
    Object.assign(window, { largestPaint: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.at = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.locator('article').first().waitFor({ timeout: PATIENCE_MS });
  await page.waitForLoadState('networkidle', { timeout: PATIENCE_MS });
  const milliseconds = await page.evaluate(
    () => (window as unknown as { largestPaint: { at: number } }).largestPaint.at,
  );
  await context.close();
  return { milliseconds, ...scripts(milliseconds) };
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

/** Counts the bytes of scripts as they went over the network, before and after a moment since the page was asked for. */
function countScripts(devtools: CDPSession): (milliseconds: number) => { before: number; after: number } {
  const scripts = new Set<string>();
  const came: { readonly at: number; readonly bytes: number }[] = [];
  let askedAt: number | null = null;
  devtools.on('Network.requestWillBeSent', ({ timestamp }) => {
    askedAt ??= timestamp;
  });
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    if (scripts.has(requestId)) came.push({ at: timestamp, bytes: encodedDataLength });
  });
  return (milliseconds) => {
    const paintedAt = (askedAt ?? 0) + milliseconds / MS_PER_SECOND;
    const sum = (some: typeof came) => some.reduce((total, { bytes }) => total + bytes, 0);
    return {
      before: sum(came.filter(({ at }) => at <= paintedAt)),
      after: sum(came.filter(({ at }) => at > paintedAt)),
    };
  };
}
