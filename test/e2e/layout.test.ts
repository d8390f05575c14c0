import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { TEXT_MAX_CHARACTERS } from '#domain/post/limits.ts';
import { openPost, writePost } from './harness/compose.ts';
import { eventually } from './harness/eventually.ts';
import { action, alert, button, card, dialog, field, link, named, region } from './harness/find.ts';
import { alerted, at, expectNoSidewaysScroll, gone, seen, seesText, settle } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { pictures, sidesOf } from './harness/pictures.ts';
import { DESKTOP, PHONE, SMALL_DESKTOP, setStage, TABLET } from './harness/stage.ts';
import { stopClock } from './harness/stopwatch.ts';

/** As long as a name may be, and nowhere to break it. */
const LONG = { first: 'Wolfeschlegelsteinha', last: 'Vanderbergenhausenst' };
const NO_SPACE = 'W'.repeat(TEXT_MAX_CHARACTERS);

let wolfe: Member;
let ann: Member;
let wall: string;
let album: string;

const stage = setStage(async (server) => {
  [wolfe, ann] = await Promise.all([makeMember(server, `${LONG.first} ${LONG.last}`), makeMember(server, 'Ann Able')]);
  wall = await wolfe.post(NO_SPACE);
  let parent = wall;
  for (let depth = 1; depth <= 7; depth += 1) parent = await wolfe.comment(wall, `${'M'.repeat(200)} ${depth}`, parent);
  album = await wolfe.post('Ten photos of one thing', await pictures(10));
});

/** Letters with many marks. */
const STACKED =
  'Z\u0351\u036b\u0313\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320\u034dA\u0334\u0335\u031c\u0330\u0354\u036b\u0357\u0362L\u0320\u0368\u0367\u0369\u0358G\u0334\u033b\u0348\u034d' +
  '\u0354\u0339\u0311\u0357\u030e\u0305\u035b\u0301\u01ea\u0335\u0339\u033b\u031d\u0333\u0342\u030c\u030c\u0358!\u0356\u032c\u0330\u0319\u0317\u033f\u030b\u0365\u0365\u0302\u0363\u0310\u0301\u0301\u035c\u035e';

/** Height of a page's head with its title. */
const PAGE_HEAD_PX = 56;

/** A file that is no photo. */
const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') };

const bottomOf = (box: { readonly y: number; readonly height: number } | null) => (box?.y ?? 0) + (box?.height ?? 0);

const SCREENS = [PHONE, TABLET, SMALL_DESKTOP, DESKTOP];

async function expectFits(page: Page): Promise<void> {
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await expectNoSidewaysScroll(page);
  }
}

it(
  '[SHEL-05] 500 characters without a space, ten photos, long names and deep threads never widen the page',
  stage.scene(async ({ open }) => {
    const page = await open(wolfe);
    const album_ = card(page, 'Ten photos of one thing');
    await seen(album_);
    await seesText(album_, '+5');
    await seen(card(page, NO_SPACE.slice(0, 50)));
    await expectFits(page);
    for (const [path, text] of [
      [`/post/${wall}`, `${'M'.repeat(200)} 7`],
      [`/post/${album}`, 'Ten photos of one thing'],
      ['/profile', 'Ten photos of one thing'],
      ['/saved', "You haven't liked any posts yet"],
      ['/settings/terms', 'Last updated May 27, 2021'],
      ['/settings/account/school_email', 'Change your school email'],
      ['/logout', 'Are you sure you want to logout?'],
    ] as const) {
      await page.goto(new URL(path, page.url()).href);
      // The deepest replies load on demand.
      if (path === `/post/${wall}`) await page.getByRole('button', { name: /^Show \d+ more repl/ }).click();
      await seesText(page, text);
      await expectFits(page);
    }
    const visitor = await open(null);
    for (const path of ['/user_registration', '/register', '/login', '/404']) {
      await visitor.goto(new URL(path, visitor.url()).href);
      await seen(visitor.getByRole('heading', { level: 1 }));
      await expectFits(visitor);
    }
  }),
);

it(
  '[POST-23 in part] every photo has its size before it comes, and the place that it was given: nothing below it moves when it does',
  stage.scene(async ({ open }) => {
    const page = await open(null);
    const sizes = await (await seen(card(page, 'Ten photos of one thing')))
      .getByRole('img')
      .evaluateAll((all) => all.map((photo) => ['width', 'height'].map((side) => Number(photo.getAttribute(side)))));
    // The first five, as they were chosen: each has a shape of its own.
    expect(sizes).toEqual([1, 2, 3, 4, 5].map(sidesOf));
    const shifted = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
        }),
    );
    // "Good" by Core Web Vitals is 0.1.
    expect(shifted).toBeLessThan(0.1);
  }),
);

it(
  'stacked combining marks cover nothing around a text; a name within a sentence is on its line',
  stage.scene(async ({ open }) => {
    await ann.post(STACKED);
    await ann.post('Plain');
    const page = await open(null);
    await seen(card(page, 'Plain'));
    const actions = (text: string) => action(card(page, text), 'Comment').screenshot({ animations: 'disabled' });
    expect((await actions(STACKED)).equals(await actions('Plain'))).toBe(true);

    await page.goto(new URL(`/post/${wall}`, page.url()).href);
    await page.getByRole('button', { name: /^Show \d+ more repl/ }).click();
    const sentence = await seesText(page, /^replying to/);
    const bottoms = await sentence.evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const [range, found] = [document.createRange(), new Set<number>()];
      while (walker.nextNode() !== null) {
        range.selectNodeContents(walker.currentNode);
        if (range.toString().trim() !== '') found.add(Math.round(range.getBoundingClientRect().bottom));
      }
      return found.size;
    });
    expect(bottoms).toBe(1);
  }),
);

it(
  'on paper a page is its content, dark on white',
  stage.scene(async ({ open }) => {
    const page = await open(wolfe, { path: `/post/${wall}`, dark: true });
    await seen(named(page, 'navigation', 'Main'));
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByRole('navigation').count()).toBe(0);
    const shown = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return [style.color, style.backgroundColor];
    });
    expect(shown).toEqual(['rgb(21, 23, 27)', 'rgb(255, 255, 255)']);
  }),
);

it(
  '[FEED-17] [FEED-18] a long body is cut with "See more"; addresses, numbers and streets are links that are safe to follow',
  stage.scene(async ({ open }) => {
    await ann.post(`${'A long story about a lamp. '.repeat(9)}THE END`);
    await ann.post(
      'See https://example.org/lamp or call (405) 555-0134, 123 Elm Street.\n<img src=x onerror=alert(1)> javascript:alert(1)',
    );
    const page = await open(null);
    const story = await seen(card(page, 'A long story about a lamp.'));
    expect(await story.textContent()).not.toContain('THE END');
    await button(story, 'See more').click();
    await seesText(story, /THE END/);
    await button(story, 'See less').click();
    expect(await story.textContent()).not.toContain('THE END');
    await at(page, '/home');

    const links = await seen(card(page, 'See https://example.org'));
    await seen(link(links, 'https://example.org/lamp'));
    const outside = await links
      .locator('a[target=_blank], a[href^=tel]')
      .evaluateAll((all) =>
        all.map((each) => ({ href: each.getAttribute('href') ?? '', rel: each.getAttribute('rel') ?? '' })),
      );
    expect(outside.map(({ href }) => href.split(/[?:]/)[0])).toEqual(['https', 'tel', 'https']);
    expect(outside[0]?.href).toBe('https://example.org/lamp');
    expect(outside[2]?.href).toContain('Elm');
    for (const { rel } of outside) expect(rel).toContain('noopener');
    await seesText(links, /<img src=x onerror=alert\(1\)> javascript:alert\(1\)/);
    expect(await links.locator('a[href^="javascript"], img[src="x"]').count()).toBe(0);
  }),
);

it(
  '[POST-01] [COMM-07] [COMM-08] [SHEL-05] on a phone one posts, comments and saves on pages of their own, with the bottom bar',
  stage.scene(async ({ open }) => {
    const [phone, desktop] = await Promise.all([open(ann, { screen: PHONE }), open(wolfe)]);
    await seen(link(named(phone, 'navigation', 'Main'), 'Messages'));
    expect(await phone.getByRole('complementary').count()).toBe(0);
    const post = await writePost(phone, 'Typed with two thumbs');
    await at(phone, '/create/post?goBack=home');
    await settle(phone);
    const box = await dialog(phone, 'Create Post').boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, width: PHONE.width, height: PHONE.height });
    await post.click();
    await alerted(phone, 'Posted! Your post was sent.');
    await at(phone, '/home');
    await seen(card(desktop, 'Typed with two thumbs'));
    const share = await button(card(phone, 'Typed with two thumbs'), 'Share').locator('..').boundingBox();
    expect(Math.min(share?.width ?? 0, share?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await openPost(phone, card(phone, 'Typed with two thumbs'));
    await button(phone, 'Write a comment').click();
    await at(phone, /^\/create\/comment\//);
    await field(phone, 'Comment').pressSequentially('And sent with one');
    await expectNoSidewaysScroll(phone);
    await button(dialog(phone, 'Comment'), 'Close').click();
    const question = await seen(dialog(phone, 'Cancel Comment?'));
    await button(question, 'Keep Writing').click();
    await gone(question);
    await button(dialog(phone, 'Comment'), 'Comment').click();
    await at(phone, /^\/post\//);
    await alerted(phone, 'Your reply was sent');
    await seen(card(region(phone, 'Comments'), 'And sent with one'));
    await seen(card(desktop, 'Typed with two thumbs').getByTitle('1 comment', { exact: true }));
    await action(phone, 'Save').click();
    await seen(card(desktop, 'Typed with two thumbs').getByTitle(/^Saved by 1\./));
  }),
);

it(
  '[SHEL-10] on a phone an alert covers neither what one reads nor what one presses next',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { screen: PHONE });
    await action(await seen(card(page, 'Ten photos of one thing')), 'Save').click();
    const saved = await seen(alert(page, 'Post saved.').locator('..'));
    await saved.hover();
    await settle(page);
    expect(bottomOf(await saved.boundingBox())).toBeLessThanOrEqual(PAGE_HEAD_PX);

    await writePost(page, 'Typed above it');
    const composer = dialog(page, 'Create Post');
    await composer.locator('input[type="file"]').setInputFiles(NOTES);
    const refused = await seen(alert(page, 'Only photos & videos are allowed!').locator('..'));
    await refused.hover();
    await settle(page);
    const box = await refused.boundingBox();
    expect(box?.y).toBeGreaterThan(bottomOf(await composer.getByText('Typed above it').boundingBox()));
    expect(bottomOf(box)).toBeLessThanOrEqual((await button(composer, 'Add photos or videos').boundingBox())?.y ?? 0);
    // A press on the alert does not close the composer.
    await button(refused, 'Dismiss').click();
    await gone(refused);
    expect(await page.getByRole('dialog').count()).toBe(1);
  }),
);

it(
  '[SHEL-10] an alert stays 2.6 s, its bar runs out in 2.4 s, and the clock rests while one points at it',
  stage.scene(async ({ open }) => {
    const page = await open(wolfe);
    const saved = alert(page, 'Post saved.').locator('..');
    await seen(card(page, 'Ten photos of one thing'));
    // A page connects by timers: what comes live shows that it has.
    const news = await ann.post('News');
    await seen(page.locator(`a[href="/post/${news}"]`));
    await stopClock(page);
    await action(card(page, 'Ten photos of one thing'), 'Save').click();
    await seen(saved);
    expect(await saved.locator('> [aria-hidden]').evaluate((bar) => getComputedStyle(bar).animationDuration)).toBe(
      '2.4s',
    );
    await page.clock.runFor(1_000);
    await saved.hover();
    await page.clock.runFor(60_000);
    await seen(saved);
    await page.mouse.move(0, 0);
    await page.clock.runFor(1_500);
    await seen(saved);
    await page.clock.runFor(101);
    await gone(saved);
    await alerted(page, 'Post saved.', 'success');
  }),
);

it(
  '[SHEL-10] alerts are read out, urgent ones at once, while a dialog is open too',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    await seen(card(page, 'Ten photos of one thing'));
    const messages = region(page, 'Messages');
    // Live regions read additions only, so they must exist before.
    for (const [role, live] of [
      ['alert', 'assertive'],
      ['status', 'polite'],
    ] as const) {
      const list = messages.getByRole(role);
      expect([await list.count(), await list.getAttribute('aria-live')]).toEqual([1, live]);
      expect(await list.textContent()).toBe('');
    }
    await writePost(page, 'Behind a dialog', await pictures(1));
    const composer = dialog(page, 'Create Post');
    await composer.locator('input[type="file"]').setInputFiles(NOTES);
    // By role: elements hidden from screen readers have none.
    await seesText(page.getByRole('alert'), 'Only photos & videos are allowed!');
    await button(composer, 'Remove photo 1').click();
    await seesText(page.getByRole('status'), 'Removing photo...');
  }),
);

it(
  '[SHEL-05] three columns above 1170 px, two to 1000, a rail to 770, then one with a bottom bar',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    await seen(card(page, 'Ten photos of one thing'));
    const shown = async () => {
      const [nav] = await named(page, 'navigation', 'Main').all();
      const widgets = page.getByRole('complementary');
      const main = await page.getByRole('main').boundingBox();
      // Beside the page, in its own column: not below it.
      const [left] = await widgets.evaluateAll((each) => each.map((one) => one.getBoundingClientRect().x));
      const beside = left !== undefined && left >= (main?.x ?? 0) + (main?.width ?? 0);
      const parts = {
        widgets: beside,
        words: await page.getByText('Home (Buy/Sell)').isVisible(),
        bar: ((await nav?.boundingBox())?.y ?? 0) > 600,
      };
      return Object.entries(parts).flatMap(([part, isShown]) => (isShown ? part : []));
    };
    const wanted = { 1171: 'widgets words', 1170: 'words', 1001: 'words', 1000: '', 770: '', 769: 'bar' };
    for (const [width, parts] of Object.entries(wanted)) {
      await page.setViewportSize({ width: Number(width), height: 800 });
      await eventually(`${width} px: ${parts}`, async () => (await shown()).join(' ') === parts || undefined);
    }
  }),
);

/** Whether the period after a name's last initial is on the side where a right-to-left name ends. */
function endsOnTheLeft(name: Locator): Promise<boolean> {
  return name.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const text = walker.nextNode();
    if (text === null) throw new Error('The name has no text.');
    const edge = (at: number) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    };
    return edge((text.textContent?.length ?? 0) - 1) < edge(0);
  });
}

it(
  'text from right to left keeps its direction, line by line, and reorders nothing beside it',
  stage.scene(async ({ open, server }) => {
    const [maryam, daniel] = await Promise.all([
      makeMember(server, 'مريم العلي', { email: 'maryam@ou.edu' }),
      makeMember(server, 'דניאל כהן', { email: 'daniel@ou.edu' }),
    ]);
    const post = await maryam.post(
      'كتاب الكيمياء للبيع، السعر 20$ (OU)\nانظر www.ou.edu/book\nThe last line is English.',
    );
    const list = [{ type: 'bulleted-item', children: [{ text: 'طاولة (1)' }] }];
    await maryam.give('CreatePost', { text: list, media: [], category: 'all' });
    await maryam.give('ChangeBio', { bio: 'طالبة كيمياء (OU)' });
    await daniel.comment(post, 'כמה עולה? (200 pages)');
    const page = await open(maryam);
    const book = await seen(card(page, 'The last line is English.'));
    const direction = (text: string | RegExp, within: Page | Locator = page) =>
      within.getByText(text).evaluate((element) => getComputedStyle(element.closest('[dir]') ?? element).direction);
    expect(await direction('كتاب', book)).toBe('rtl');
    expect(await direction('The last line', book)).toBe('ltr');
    // The code that finds links loads after the first view.
    await seen(link(book, 'www.ou.edu/book'));
    expect(await direction('www.ou.edu/book', book)).toBe('ltr');
    expect(await direction('طاولة')).toBe('rtl');
    expect(await endsOnTheLeft(link(book, 'مريم ا.'))).toBe(true);
    const reason = await seesText(book, /commented a moment ago$/);
    expect(await endsOnTheLeft(reason.getByText('דניאל כ.'))).toBe(true);

    await openPost(page, book);
    expect(await direction('כמה עולה', region(page, 'Comments'))).toBe('rtl');
    await page.goto(new URL('/profile', page.url()).href);
    expect(await endsOnTheLeft(region(page, 'Profile').getByText('مريم ا.'))).toBe(true);
    expect(await direction('طالبة كيمياء', region(page, 'Profile'))).toBe('rtl');

    await writePost(page, 'دراجة للبيع');
    const box = dialog(page, 'Create Post');
    expect(await direction('دراجة', box)).toBe('rtl');
    expect(await endsOnTheLeft(box.getByText('مريم ا.'))).toBe(true);
    // On a phone the parent is shown above the comment.
    const phone = await open(maryam, { path: `/create/comment/${post}`, screen: PHONE });
    await eventually('what is answered reads from right to left', async () =>
      (await direction('كتاب', dialog(phone, 'Comment'))) === 'rtl' ? true : undefined,
    );
    const register = await open(null, { path: '/register' });
    await field(register, 'Name').fill('مريم العلي');
    expect(await field(register, 'Name').evaluate((input) => getComputedStyle(input).direction)).toBe('rtl');
  }),
);
