import type { Browser, Page } from 'playwright-core';
import { openComposer, openPost, writeComment } from '../../e2e/harness/compose.ts';
import { button, card, field, named } from '../../e2e/harness/find.ts';
import { at, seen } from '../../e2e/harness/look.ts';
import { type Member, PASSWORD } from '../../e2e/harness/member.ts';
import { noisyPhoto } from '../../e2e/harness/pictures.ts';
import type { QuadServer } from '../../e2e/harness/runningServer.ts';

const TITLE = 'A lamp that bends';
const COMMENT = 'Does it dim?';

/** Who travels, and where. */
export interface Travellers {
  readonly browser: Browser;
  readonly server: QuadServer;
  readonly ann: Member;
  readonly ben: Member;
}

/** The main journey: two people log in, one writes in bold with a photo, the other comments, and both see it live. */
export async function travel({ browser, server, ...people }: Travellers, done: (step: string) => void): Promise<void> {
  const [ann, ben] = [await openPage(browser), await openPage(browser)];
  try {
    await logIn(ann, server, people.ann);
    await logIn(ben, server, people.ben);
    done('two log-ins');
    await writeBold(ann);
    const news = await seen(card(ben, TITLE));
    await seen(news.locator('strong', { hasText: 'bends' }));
    await seen(news.getByRole('img', { name: /^Photo by/ }));
    done('a post in bold with a photo, live on the other page');
    await openPost(ann, await seen(card(ann, TITLE)));
    await openPost(ben, news);
    await (await writeComment(ben, COMMENT)).click();
    await seen(card(ann, COMMENT));
    done('a comment, live on the other page');
    await ann.goBack();
    await at(ann, '/home');
    await seen(card(ann, TITLE));
    done('back on the feed');
  } finally {
    for (const page of [ann, ben]) await page.context().close();
  }
}

async function openPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

async function logIn(page: Page, server: QuadServer, member: Member): Promise<void> {
  await page.goto(`${server.origin()}/login?method=password`);
  await field(page, 'Email').fill(member.email);
  await field(page, 'Password').fill(PASSWORD);
  await button(page, 'Log in').click();
  await at(page, '/home');
}

async function writeBold(page: Page): Promise<void> {
  const composer = await openComposer(page);
  const editor = await seen(field(composer, 'Post'));
  await editor.click();
  await editor.pressSequentially('A lamp that ');
  await page.keyboard.press('ControlOrMeta+b');
  await editor.pressSequentially('bends');
  await composer.locator('input[type="file"]').setInputFiles(await noisyPhoto());
  await seen(named(composer, 'list', 'Chosen photos and videos').getByRole('listitem'));
  await button(composer, 'Post').click();
}
