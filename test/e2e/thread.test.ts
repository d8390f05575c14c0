import { afterAll, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { expectAccessible } from './harness/accessibility.ts';
import { choose, openPost, writeComment } from './harness/compose.ts';
import { eventually, PATIENCE_MS } from './harness/eventually.ts';
import { alert, button, card, dialog, field, link, messageOf, named, region } from './harness/find.ts';
import { expectFocus } from './harness/focus.ts';
import { type ForeignSite, startForeignSite } from './harness/foreignSite.ts';
import { holdBack } from './harness/holdBack.ts';
import { alerted, at, gone, seen, seesText, settle } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { plainPicture } from './harness/pictures.ts';
import { DESKTOP, PHONE, setStage } from './harness/stage.ts';

let ann: Member;
let ben: Member;

let shop: ForeignSite;

const LAMP_PAGE =
  '<title>A lamp of brass 🪔</title><meta property="og:site_name" content="The Shop"><meta property="og:image" content="/lamp.png">';

const stage = setStage(
  async (server) => {
    [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
  },
  async () => {
    const lamp = await plainPicture(600, 400);
    shop = await startForeignSite(({ url }, response) => {
      if (url === '/lamp.png') response.writeHead(200, { 'content-type': lamp.mimeType }).end(lamp.buffer);
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(LAMP_PAGE);
    });
    return shop.variables;
  },
);
afterAll(() => shop?.close());

it(
  '[COMM-01] [COMM-02] [COMM-10 in part] a long thread is read a page at a time; what is new at its end is announced, and one’s own is shown',
  stage.scene(async ({ open, server }) => {
    const id = await ann.post('A bed with much to say about it');
    // Rate limits forbid one person that much within a minute.
    const crowd = await Promise.all(['Cat Coe', 'Dan Doe', 'Eve Eck'].map((name) => makeMember(server, name)));
    const remark = (n: number, parent?: string) =>
      (crowd[n % crowd.length] ?? ben).comment(id, `${parent === undefined ? 'Remark' : 'Answer'} ${n}.`, parent);
    const first = await remark(0);
    for (let n = 1; n < 90; n += 1) await remark(n);
    for (let n = 0; n < 7; n += 1) await remark(n, first);
    const page = await open(ann, { path: `/post/${id}` });
    const comments = region(page, 'Comments');
    await seen(card(comments, 'Answer 4.'));
    await seen(page.getByTitle('97 comments', { exact: true }));
    expect(await card(comments, 'Remark 89.').count()).toBe(0);
    expect(await card(comments, 'Answer 5.').count()).toBe(0);
    await button(comments, 'Show 2 more replies').click();
    await seen(card(comments, 'Answer 6.'));

    await ben.comment(id, 'Something new.');
    await (await seen(button(page, '1 new comment'))).focus();
    await page.keyboard.press('Enter');
    const news = await seen(card(comments, 'Something new.'));
    await eventually('the newest comment is in sight', async () =>
      (await news.evaluate((each) => each.getBoundingClientRect().bottom <= innerHeight)) ? true : undefined,
    );
    await gone(button(page, '1 new comment'));
    await expectFocus(page, 'the press for what is new', 'a Ben B.');
    await page.keyboard.press('Tab');
    await expectFocus(page, 'the next key', 'button Comment options');
    expect(await card(comments, 'Remark 60.').count()).toBe(0);

    await (await writeComment(page, 'My own word.')).click();
    const own = await seen(card(comments, 'My own word.'));
    await alerted(page, 'Your reply was sent');
    await eventually('the own comment is in sight', async () =>
      (await own.evaluate((each) => each.getBoundingClientRect().bottom <= innerHeight)) ? true : undefined,
    );
    const order = async () => (await comments.getByRole('article').allTextContents()).join(' ');
    expect(await order()).toMatch(/Remark 43\..*Remark 89\..*Something new\..*My own word\./);

    await button(comments, 'Show more comments').click();
    await seen(card(comments, 'Remark 60.'));
    await gone(button(comments, 'Show more comments'));
    expect(await order()).toMatch(/Remark 59\..*Remark 60\..*Remark 88\..*Remark 89\..*My own word\./);
  }),
);

/** Is a comment that says this tinted? It runs in the page. */
function isTinted(text: string): boolean {
  const own = [...document.querySelectorAll('article')].findLast((each) => each.textContent.includes(text));
  return own !== undefined && getComputedStyle(own).backgroundColor !== 'rgba(0, 0, 0, 0)';
}

/** Fails unless it is within the window, and stays there. */
async function expectInSight(comment: Locator): Promise<void> {
  const inSight = () =>
    comment.evaluate((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await eventually('the own comment is in sight', async () => ((await inSight()) ? true : undefined));
}

it(
  'one’s own comment stays in sight while the newest comments around it arrive, until one scrolls',
  stage.scene(async ({ open, server }) => {
    const id = await ann.post('A shelf with more remarks than one window');
    const crowd = await Promise.all(['Fay Fox', 'Gus Gray', 'Hal Hill'].map((name) => makeMember(server, name)));
    for (let n = 0; n < 120; n += 1) await crowd[n % crowd.length]?.comment(id, `Note ${n}.`);
    const page = await open(ann, { path: '/404' });
    const newest = await holdBack(page, 'Note 119.');
    await page.goto(new URL(`/post/${id}`, page.url()).href);
    const comments = region(page, 'Comments');
    await seen(card(comments, 'Note 0.'));
    await (await writeComment(page, 'Mine, and last.')).click();
    const own = await seen(card(comments, 'Mine, and last.'));
    await expectInSight(own);
    newest.release();
    await seen(card(comments, 'Note 118.'));
    await expectInSight(own);
  }),
);

it(
  'on a phone one’s own comment and reply in a long thread are brought, scrolled to and tinted',
  stage.scene(async ({ open, server }) => {
    const id = await ann.post('A table with more remarks than one window');
    const crowd = await Promise.all(['Ida Ink', 'Jon Jay', 'Kay Key'].map((name) => makeMember(server, name)));
    let first = '';
    for (let n = 0; n < 90; n += 1) {
      const line = await crowd[n % crowd.length]?.comment(id, `Line ${n}.`);
      first ||= line ?? '';
    }
    for (let n = 0; n < 8; n += 1) await crowd[n % crowd.length]?.comment(id, `Answer ${n}.`, first);
    const page = await open(ben, { path: `/post/${id}`, screen: PHONE });
    const comments = region(page, 'Comments');
    await seen(card(comments, 'Line 0.'));

    const write = async (start: Locator, text: string, send: string) => {
      await start.click();
      await (await seen(field(page, 'Comment'))).click();
      await page.keyboard.type(text);
      // The tint goes after three seconds, so the page itself looks for it, from before there is anything to tint.
      const tinted = page.waitForFunction(isTinted, text, { timeout: PATIENCE_MS });
      await Promise.all([tinted, button(page, send).click()]);
      await expectInSight(await seen(card(comments, text)));
    };
    await write(button(page, 'Write a comment').first(), 'My word from a phone.', 'Comment');
    await write(button(card(comments, 'Line 0.').first(), 'Reply'), 'My answer from a phone.', 'Comment');
    // Opened anew its middle is not at hand.
    await page.goto(new URL('/404', page.url()).href);
    await page.goto(new URL(`/post/${id}`, page.url()).href);
    await button(page, 'Newest').click();
    await write(button(card(comments, 'Line 89.').first(), 'Reply'), 'My answer at the end.', 'Comment');
  }),
);

it(
  'on a phone "Write a comment" stays at hand: below a long thread in a bar, never twice',
  stage.scene(async ({ open }) => {
    const id = await ann.post('A table that many ask about');
    for (let n = 0; n < 12; n += 1) await ben.comment(id, `Question ${n}, and a few words more.`);
    const page = await open(ann, { path: `/post/${id}`, screen: PHONE });
    const comments = region(page, 'Comments');
    const write = button(page, 'Write a comment');
    await seen(card(comments, 'Question 0,'));
    expect(await write.count()).toBe(1);
    await card(comments, 'Question 11,').scrollIntoViewIfNeeded();
    await expectInSight(await seen(write.nth(1)));
    await write.nth(1).click();
    await at(page, /^\/create\/comment\//);
    await seen(field(page, 'Comment'));
  }),
);

it(
  '[COMM-03 in part] a post is not said to have no comments before that is known',
  stage.scene(async ({ open }) => {
    const id = await ann.post('A bench that was talked about');
    await ben.comment(id, 'Is it heavy?');
    const page = await open(ann, { path: '/404' });
    const answers = await holdBack(page, 'Is it heavy?');
    await page.goto(new URL('/home', page.url()).href);
    await seen(card(page, 'A bench that was talked about'));
    const said: string[] = [];
    await page.exposeFunction('said', (words: string) => said.push(words));
    await page.evaluate(() => {
      const words = 'Be the first to comment';
      new MutationObserver(() => {
        if (!document.body.textContent.includes(words)) return;
        (globalThis as unknown as { said(words: string): void }).said(words);
      }).observe(document.body, { childList: true, subtree: true });
    });
    await openPost(page, card(page, 'A bench that was talked about'));
    await seen(named(page, 'status', 'Loading comments'));
    answers.release();
    await seen(card(region(page, 'Comments'), 'Is it heavy?'));
    expect(said).toEqual([]);
  }),
);

it(
  'Esc and Cancel close the box in which a comment or reply is written, and ask when something would be lost',
  stage.scene(async ({ open }) => {
    const id = await ann.post('A wardrobe, and a box to close');
    await ben.comment(id, 'Does it come apart?');
    const page = await open(ann, { path: `/post/${id}` });
    const question = await seen(card(region(page, 'Comments'), 'Does it come apart?'));
    await button(question, 'Reply').first().click();
    await button(question, 'Cancel').click();
    await gone(field(question, 'Comment'));

    await button(page, 'Write a comment').click();
    await seen(field(page, 'Comment'));
    await page.keyboard.press('Escape');
    await seen(button(page, 'Write a comment'));
    await button(page, 'Write a comment').click();
    await seen(field(page, 'Comment'));
    await page.keyboard.type('Half a thought');
    await page.keyboard.press('Escape');
    await button(dialog(page, 'Cancel Comment?'), 'Keep Writing').click();
    await seesText(page, 'Half a thought');
    await button(page, 'Cancel').click();
    await button(dialog(page, 'Cancel Comment?'), 'Discard').click();
    await seen(button(page, 'Write a comment'));
    await gone(page.getByText('Half a thought'));
  }),
);

it(
  'what is being written is not lost when the comment or the post that it answers is deleted',
  stage.scene(async ({ open }) => {
    const id = await ben.post('A ladder, and second thoughts');
    const doubt = await ben.comment(id, 'Only ten steps.');
    const page = await open(ann, { path: `/post/${id}` });
    const comments = region(page, 'Comments');
    await button(await seen(card(comments, 'Only ten steps.')), 'Reply').click();
    await seen(field(comments, 'Comment'));
    await page.keyboard.type('Ten are');
    await ben.give('DeletePost', { postId: doubt });
    await seesText(comments, 'That comment has been deleted. You can still post this as a comment of its own.');
    await gone(comments.getByText('Only ten steps.'));
    // The editor keeps the focus and the caret.
    await page.keyboard.type(' enough for me.');
    await button(comments, 'Comment').click();
    await alerted(page, 'Your reply was sent');
    await seen(card(comments, 'Ten are enough for me.'));
    await gone(comments.getByText('[deleted]'));

    const answer = await seen(card(comments, 'Ten are enough for me.'));
    await button(answer, 'Reply').click();
    await seen(field(answer, 'Comment'));
    await page.keyboard.type('My second word.');
    await button(page, 'Write a comment').click();
    await seen(field(page, 'Comment').first());
    await page.keyboard.type('My third word.');
    await ben.give('DeletePost', { postId: id });
    await seesText(page, 'Sorry, that post has been deleted.');
    const unsent = region(page, 'Your unsent comment');
    await seesText(unsent.first(), 'My third word.');
    await seesText(unsent.nth(1), 'My second word.');
    await page.reload();
    await seesText(unsent, 'My third word.');
    await button(unsent, 'Discard').click();
    await gone(unsent);
  }),
);

it(
  'the browser asks before a reload that would lose an edit, and not once it is saved',
  stage.scene(async ({ open }) => {
    await ann.post('A kite with a long tail');
    const page = await open(ann);
    const asked: string[] = [];
    page.on('dialog', async (question) => {
      asked.push(question.type());
      await question.accept();
    });
    const change = async () => {
      await choose(page, await seen(card(page, 'A kite with a long tail')), 'Post options', 'Edit');
      await (await seen(field(dialog(page, 'Edit Post'), 'Post'))).click();
      await page.keyboard.type('!');
    };
    await change();
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await change();
    await button(dialog(page, 'Edit Post'), 'Save').click();
    await alerted(page, 'Saved changes!');
    await gone(page.getByRole('dialog'));
    await page.reload();
    await seen(card(page, 'A kite with a long tail'));
    expect(asked.length).toBe(1);
  }),
);

it(
  '[COMM-14] a reply in a profile opens its thread at that reply, however long the thread',
  stage.scene(async ({ open, server }) => {
    const rex = await makeMember(server, 'Rex Replies');
    const crowd = await Promise.all(['Lea Low', 'Max Mid', 'Ned New'].map((name) => makeMember(server, name)));
    const say = (n: number, text: string, parent?: string) => crowd[n % crowd.length]?.comment(post, text, parent);
    const post = await ann.post('A very long thread');
    const head = await ann.comment(post, 'An old question');
    for (let n = 0; n < 7; n += 1) await say(n, `Answer ${n}`, head);
    await rex.comment(post, 'An answer far down', head);
    for (let n = 0; n < 60; n += 1) await say(n, `Filler ${n}`);
    await rex.comment(post, 'In the very middle');
    for (let n = 60; n < 85; n += 1) await say(n, `Filler ${n}`);
    const page = await open(null, { path: '/rexreplies?show=replies' });
    const byKey = (found: Locator) => found.press('Enter');
    const byMouse = (found: Locator) => found.click({ position: { x: 4, y: 4 } });
    for (const [text, press] of [
      ['An answer far down', byKey],
      ['In the very middle', byMouse],
    ] as const) {
      await press(await seen(card(page, text)));
      await page.waitForURL(/[?]comment=/);
      await eventually(`${text} is in sight`, async () => {
        const box = await page
          .getByRole('article')
          .filter({ hasText: text })
          .last()
          .boundingBox()
          .catch(() => null);
        return box !== null && box.y > 0 && box.y < DESKTOP.height ? true : undefined;
      });
      await page.goBack();
      await seen(named(page, 'feed', 'Replies'));
    }
    // All that somebody has ever said is listed, page after page.
    await page.goto(`${server.origin()}/lealow?show=replies`);
    await eventually('the oldest reply is drawn', async () => {
      if ((await card(page, 'Answer 0').count()) > 0) return true;
      await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
      return undefined;
    });
  }),
);

it(
  'text that is marked with the mouse on a reply in a profile is no press on its card',
  stage.scene(async ({ open, server }) => {
    const max = await makeMember(server, 'Max Marker');
    await max.comment(await ann.post('A post to quote from'), 'Words that somebody wants to copy');
    const page = await open(null, { path: '/maxmarker?show=replies' });
    const words = page.getByText('Words that somebody wants to copy');
    await seen(words);
    const box = await words.boundingBox();
    if (box === null) throw new Error('The words have no place on the screen.');
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString() ?? '')).toMatch(/^Words/);
    await settle(page);
    expect(new URL(page.url()).pathname).toBe('/maxmarker');
  }),
);

it(
  'the card of a link comes to everybody by itself; its author takes it away, and may take that back',
  stage.scene(async ({ open }) => {
    const [a, b] = await Promise.all([open(ann), open(ben)]);
    await ann.post('Like this one: http://shop.example/lamp');
    const name = 'A lamp of brass 🪔 shop.example · The Shop';
    const [own, others] = [link(a, name), link(b, name)];
    await Promise.all([seen(own), seen(others)]);
    expect(await others.getAttribute('href')).toBe('http://shop.example/lamp');
    expect(await others.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
    const picture = others.locator('img');
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    expect(await picture.getAttribute('src')).toMatch(/^\/images\/previews\//);
    expect(await button(b, 'Remove preview').count()).toBe(0);
    await expectAccessible(a, 'the card of a link');
    await a.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(a, 'the card of a link, dark', 'colours');

    await button(a, 'Remove preview').click();
    // While one points at it, it stays.
    await (await seen(alert(a, 'Preview removed'))).hover();
    await gone(own);
    await button(messageOf(a, 'Preview removed'), 'Undo').click();
    await seen(own);
    await button(a, 'Remove preview').click();
    // While one points at it, it stays.
    await (await seen(alert(a, 'Preview removed'))).hover();
    await gone(own);
    await button(messageOf(a, 'Preview removed'), 'Dismiss').click();
    await gone(others);
    await seen(card(b, 'Like this one'));
  }),
);
