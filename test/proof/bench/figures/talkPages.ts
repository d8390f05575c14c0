import type { Browser, Locator } from 'playwright-core';
import { CHAT_PAGE_MESSAGES } from '#domain/message/limits.ts';
import { launchChromium } from '#test/e2e/harness/chromium.ts';
import { eventually } from '#test/e2e/harness/eventually.ts';
import { named } from '#test/e2e/harness/find.ts';
import { BENCH_CAMPUS, beginTalks, converse } from '../community.ts';
import { type Figure, ratioAtMost, row } from '../figure.ts';
import { openStage } from '../stage.ts';
import { quantile } from '../statistics.ts';

const SHORT_MESSAGES = 1_000;
/** Pages of older messages that are scrolled to. */
const PAGES = 20;

/** How long a browser takes for a conversation. */
interface Visit {
  /** Milliseconds until the newest page of it is drawn. */
  readonly opened: number;
  /** Milliseconds until twenty older pages are there. */
  readonly scrolled: number;
}

/** A conversation of very many messages in a real browser, beside one of a thousand: opened, and scrolled up. */
export const talkPages: Figure = {
  name: 'talk-pages',
  from: 'default',
  async measure(benchData) {
    const long = benchData.pick({ quick: 10_000, default: 100_000, full: 100_000 });
    const visits = benchData.pick({ quick: 1, default: 5, full: 9 });
    let [few, many] = ['', ''];
    const { users, port } = await openStage(benchData, {
      users: 1,
      async prepare({ dataDir, people }) {
        const [one = '', other = '', third = ''] = people;
        await beginTalks(dataDir, [
          [one, other],
          [one, third],
        ]);
        few = await converse(dataDir, [one, other], SHORT_MESSAGES);
        many = await converse(dataDir, [one, third], long);
      },
    });
    const browser = await launchChromium();
    benchData.after(() => browser.close());
    const site = `http://${BENCH_CAMPUS}.localhost:${port}`;
    const visit = (chatId: string) => look(browser, { site, cookie: users[0]?.cookie ?? '', chatId });
    // The first visit fetches and compiles code, which is not the conversation's.
    await visit(few);
    const [short, large]: [Visit[], Visit[]] = [[], []];
    // In turns: a machine that others use is now quicker and now slower.
    for (let n = 0; n < visits; n += 1) {
      short.push(await visit(few));
      large.push(await visit(many));
    }
    const about = `in a browser, ${SHORT_MESSAGES.toLocaleString('en-US')} → ${long.toLocaleString('en-US')} messages`;
    const line = (name: string, of: (visit: Visit) => number) =>
      row(name, quantile(large.map(of), 0.5), 'ms', {
        limit: quantile(short.map(of), 0.5),
        goal: ratioAtMost(1.2),
      });
    return [
      line(`a conversation ${about}: opened`, ({ opened }) => opened),
      line(`  ${PAGES} older pages by scrolling`, ({ scrolled }) => scrolled),
    ];
  },
};

interface Looked {
  readonly site: string;
  /** `Cookie` header of the one who looks. */
  readonly cookie: string;
  readonly chatId: string;
}

async function look(browser: Browser, { site, cookie, chatId }: Looked): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US' });
  const pairs = cookie.split('; ').map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]);
  await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: site })));
  const page = await context.newPage();
  const from = performance.now();
  await page.goto(`${site}/messages/${chatId}`);
  const log = named(page, 'log', 'Messages');
  await eventually(
    'the newest page is drawn',
    async () => (await log.getByRole('article').count()) >= CHAT_PAGE_MESSAGES || undefined,
  );
  const opened = performance.now() - from;
  for (let n = 0; n < PAGES; n += 1) await scrollUp(log);
  const visit = { opened, scrolled: performance.now() - from - opened };
  await context.close();
  return visit;
}

/** Scrolls up until the conversation is longer by a page. */
async function scrollUp(log: Locator): Promise<void> {
  const before = await log.evaluate((pane) => pane.scrollHeight);
  await eventually(
    'older messages are there',
    async () =>
      (await log.evaluate((pane, height) => {
        pane.scrollTo({ top: -pane.scrollHeight, behavior: 'instant' });
        return pane.scrollHeight > height;
      }, before)) || undefined,
  );
}
