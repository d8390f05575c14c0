import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { TEXT_MAX_CHARACTERS } from '#domain/post/limits.ts';
import { codeFile } from './harness/codeFile.ts';
import { copy, countsFromOne, cutAll, openComposer, showsLines, writePost } from './harness/compose.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, dialog, field, heading, named, region } from './harness/find.ts';
import { failCommands, holdBack, holdRequests } from './harness/holdBack.ts';
import { alerted, at, gone, seen, seesText, settle } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { pictures } from './harness/pictures.ts';
import { PHONE, setStage } from './harness/stage.ts';

const TOO_MANY = 'Error: Too many characters!';
/** Milliseconds between two complaints about a full text (POST-04). */
const COMPLAINT_MS = 3_000;

/** HTML as another site would put it on the clipboard. */
const FOREIGN =
  '<h1 style="color:red">Title</h1><p>Some <b>bold</b> <script>alert(1)</script>' +
  '<a href="javascript:alert(1)">link</a></p><ul><li>one</li></ul>';

/** As an iPhone is asked, which makes JPEG of its HEIC then (Q25). */
const OFFERED = 'image/jpeg,image/png,image/gif,image/webp,video/mp4,video/quicktime,.mov,.avi';
let ann: Member;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
});

/** Fills an empty editor to the limit and past it (POST-03, POST-04). */
async function expectLimit(page: Page, box: Locator, editor: Locator): Promise<void> {
  await editor.pressSequentially('ab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('c');
  await seesText(box, '5 / 500');
  await page.keyboard.insertText('x'.repeat(TEXT_MAX_CHARACTERS - 5));
  await seesText(box, '500 / 500');
  expect(await box.getByText(TOO_MANY).count()).toBe(0);

  await page.evaluate((text) => {
    const region = document.querySelector('section[aria-label="Messages"]');
    const counts = { times: [] as number[] };
    Object.assign(globalThis, { complaints: counts });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) if (node.textContent?.includes(text)) counts.times.push(performance.now());
      }
    }).observe(region ?? document.body, { subtree: true, childList: true });
  }, TOO_MANY);
  await page.keyboard.type('yyy');
  await alerted(page, TOO_MANY);
  await seesText(box, TOO_MANY);
  await seesText(box, '500 / 500');
  expect(await editor.textContent()).not.toContain('y');

  // At most one alert in three seconds while the typing goes on.
  const times = await eventually('the editor has complained again', async () => {
    await page.keyboard.type('y');
    const seenAt = await page.evaluate(
      () => (globalThis as unknown as { complaints: { times: number[] } }).complaints.times,
    );
    return seenAt.length >= 2 ? seenAt : undefined;
  });
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(COMPLAINT_MS - 100);
}

it(
  '[POST-02] [POST-03] [POST-04] [POST-05] the editor counts, a line break as two, and lets nothing past 500',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    const composer = await openComposer(page);
    const editor = await seen(field(composer, 'Post'));
    await settle(page);
    expect((await editor.boundingBox())?.height).toBeGreaterThanOrEqual(200);
    expect(await button(composer, 'Post').isDisabled()).toBe(true);
    await expectLimit(page, composer, editor);
  }),
);

it(
  '[COMM-05] a comment is counted, blocked and complained about as a post is; text or a picture is needed',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { path: `/post/${await ann.post('A bowl to talk about')}` });
    await button(page, 'Write a comment').click();
    const box = await seen(region(page, 'Comment'));
    const editor = await seen(field(box, 'Comment'));
    expect(await button(box, 'Comment').isDisabled()).toBe(true);
    await box.locator('input[type="file"]').setInputFiles(await pictures(1));
    await eventually('a picture alone is enough', async () =>
      (await button(box, 'Comment').isEnabled()) ? true : undefined,
    );
    await button(box, 'Remove photo 1').click();
    await eventually('nothing is not', async () => ((await button(box, 'Comment').isDisabled()) ? true : undefined));
    await editor.click();
    await expectLimit(page, box, editor);
  }),
);

it(
  '[POST-04] a paste is cut at the limit and says so; foreign formatting is reduced to ours',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    const composer = await openComposer(page);
    const editor = await seen(field(composer, 'Post'));
    await editor.click();
    await copy(page, 'Title', FOREIGN);
    await page.keyboard.press('ControlOrMeta+v');
    await seesText(editor, 'bold');
    expect(await editor.locator('strong').allTextContents()).toEqual(['bold']);
    expect(await editor.locator('h1, a, script, [style*="red"]').count()).toBe(0);

    // Blank lines of a paste stay, those copied from the editor itself too.
    await page.keyboard.press('ControlOrMeta+a');
    await copy(page, 'one', '<div>one</div><div><br></div>two<br><br>three');
    await page.keyboard.press('ControlOrMeta+v');
    await showsLines(editor, 'one||two||three');
    await cutAll(editor);
    await seesText(composer, '0 / 500');
    await page.keyboard.press('ControlOrMeta+v');
    await showsLines(editor, 'one||two||three');

    await cutAll(editor);
    await copy(page, 'a', '<ul><li>a</li><li>b</li></ul><ol><li>c</li><li>d</li></ol>');
    await page.keyboard.press('ControlOrMeta+v');
    await showsLines(editor, 'a|b|c|d');
    expect(await countsFromOne(editor)).toEqual(['c']);
    await copy(page, 'z'.repeat(600));
    await page.keyboard.press('ControlOrMeta+v');
    await seesText(composer, '500 / 500');
    await alerted(page, TOO_MANY);
    await button(composer, 'Copy them').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^z{100,}$/);
  }),
);

it(
  '[POST-01] what is typed from the press on arrives whole, however slowly the code of the composer comes',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    const [dialogCode, editorCode] = [
      await holdRequests(page, codeFile('web/post/compose/CreatePost.tsx')),
      await holdRequests(page, codeFile('web/post/compose/RichEditor.tsx')),
    ];
    await page.reload();
    await button(page, 'Create Post').first().waitFor();

    await page.keyboard.press('n');
    await dialogCode.asked;
    // Letters that are shortcuts of the page, and a line that is one's own.
    await page.keyboard.type('njk? no');
    dialogCode.release();
    const composer = await seen(dialog(page, 'Create Post'));
    await seen(field(composer, 'Post').and(page.locator(':focus')));
    await page.keyboard.type('w');
    await page.keyboard.press('Enter');
    await page.keyboard.type('or');
    await editorCode.asked;
    // From right to left, if so: the line does not turn round when the editor comes.
    expect(await field(composer, 'Post').getAttribute('dir')).toBe('auto');
    // Not even Esc loses it.
    await page.keyboard.press('Escape');
    await button(await seen(dialog(page, 'Discard Post?')), 'Keep Writing').click();
    await seen(field(composer, 'Post').and(page.locator(':focus')));
    editorCode.release();
    await seen(button(composer, 'Bold'));
    await page.keyboard.type(' never');
    await eventually('everything is in the editor', async () => {
      const lines = await field(composer, 'Post').locator('> div').allTextContents();
      return lines.join('|') === 'njk? now|or never' ? true : undefined;
    });
    await seesText(composer, '18 / 500');
    await button(composer, 'Post').click();
    await seen(card(page, 'njk? now'));
  }),
);

it(
  '[POST-01] on a phone with its keyboard open the button, the counter and the tools can be seen and pressed',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { screen: PHONE });
    const composer = await openComposer(page);
    await (await seen(field(composer, 'Post'))).click();
    await page.keyboard.type('Two\n\nlines');
    const keyboardTop = await page.evaluate(() => {
      // As Safari does it: the page keeps its size, and is moved up a little below the keyboard.
      const area = { offsetTop: 40, height: 340, scale: 1 };
      for (const [name, value] of Object.entries(area)) {
        Object.defineProperty(visualViewport, name, { get: () => value, configurable: true });
      }
      visualViewport?.dispatchEvent(new Event('resize'));
      return area.offsetTop + area.height;
    });
    await eventually('the composer fits above the keyboard', async () => {
      const box = await composer.boundingBox();
      return box?.y === 40 && box.height === 340 ? true : undefined;
    });
    const controls = ['Close', 'Post', 'Add photos or videos', 'Bold', 'Numbered list'].map((n) => button(composer, n));
    for (const control of [...controls, composer.getByText('12 / 500')]) {
      const box = await (await seen(control)).boundingBox();
      expect(box?.y ?? 0).toBeGreaterThanOrEqual(40);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(keyboardTop);
    }
    // In the head: beside the text it would scroll away.
    const head = await heading(composer, 'Create Post').boundingBox();
    const send = await button(composer, 'Post').boundingBox();
    expect(Math.abs((send?.y ?? 0) + (send?.height ?? 0) / 2 - (head?.y ?? 0) - (head?.height ?? 0) / 2)).toBeLessThan(
      8,
    );
    for (const control of controls) {
      const { width, height } = (await control.boundingBox()) ?? { width: 0, height: 0 };
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    // Nothing lies over it: a real press reaches it.
    await button(composer, 'Post').click();
    await seen(card(page, 'lines'));
  }),
);

it(
  '[POST-06] [POST-07] at most ten photos and videos, nothing else, removed and reordered one by one',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    const composer = await openComposer(page);
    const chosen = named(composer, 'list', 'Chosen photos and videos').getByRole('listitem');
    const picker = composer.locator('input[type="file"]');
    await seen(field(composer, 'Post'));
    await picker.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') });
    await alerted(page, 'Only photos & videos are allowed!', 'danger');
    expect(await picker.getAttribute('accept')).toBe(OFFERED);
    await picker.setInputFiles(await pictures(11));
    await alerted(page, 'Please choose up to 10 photos.', 'okay');
    await seen(chosen.nth(9));
    expect(await chosen.count()).toBe(10);
    await seesText(composer, '10 / 10 photos');

    const sources = () => chosen.locator('img').evaluateAll((all) => all.map((each) => (each as HTMLImageElement).src));
    const before = await eventually('all previews are drawn', async () => {
      const all = await sources();
      return all.length === 10 ? all : undefined;
    });
    await button(composer, 'Move photo 1 right').click();
    await eventually('the first two have changed places', async () => {
      const [first, second] = await sources();
      return first === before[1] && second === before[0] ? true : undefined;
    });
    await button(composer, 'Remove photo 1').click();
    await alerted(page, 'Removing photo...', 'success');
    await eventually('one is gone', async () => ((await chosen.count()) === 9 ? true : undefined));
    await seesText(composer, '9 / 10 photos');
    // Those that are there count: of two more, one has room.
    await picker.setInputFiles(await pictures(2));
    await seesText(composer, '10 / 10 photos');
    expect(await chosen.count()).toBe(10);
    const tallest = await chosen.locator('img').evaluateAll((all) => Math.max(...all.map((each) => each.clientHeight)));
    expect(tallest).toBeLessThanOrEqual(200);
  }),
);

it(
  '[POST-02] [POST-05] bold, italic and lists arrive as written; pictures alone are a post, too',
  stage.scene(async ({ open }) => {
    const [page, other] = await Promise.all([open(ann), open(null)]);
    const composer = await openComposer(page);
    await (await seen(field(composer, 'Post'))).click();
    await page.keyboard.type('Moving out');
    for (let breaks = 0; breaks < 3; breaks += 1) await page.keyboard.press('Enter');
    await page.keyboard.type('For sale: ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('everything');
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Enter');
    await button(composer, 'Bulleted list').click();
    await page.keyboard.type('chairs');
    await page.keyboard.press('Enter');
    await page.keyboard.type('tables');
    await page.keyboard.press('Control+Enter');
    const arrived = await seen(card(other, 'For sale: everything'));
    expect(await arrived.locator('strong').allTextContents()).toEqual(['Moving out', 'everything']);
    expect(await arrived.getByRole('listitem').allTextContents()).toEqual(['chairs', 'tables']);
    // A blank line is as high as a written one, and so is one that was pasted.
    const lines = await arrived
      .locator('p')
      .evaluateAll((all) => all.map((line) => ({ text: line.textContent, height: line.clientHeight })));
    expect(lines.map(({ text }) => text)).toEqual(['Moving out', '', '', 'For sale: everything']);
    expect(new Set(lines.map(({ height }) => height)).size).toBe(1);

    await gone(page.getByRole('dialog'));
    await (await writePost(page, '', await pictures(1))).click();
    await seen(named(other, 'img', 'Photo by Ann A.'));
  }),
);

it(
  '[POST-01] Back closes a clean composer and asks before a dirty one is lost',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    await openComposer(page);
    await page.goBack();
    await gone(page.getByRole('dialog'));
    await at(page, '/home');
    await writePost(page, 'Half a thought');
    await page.goBack();
    const question = await seen(dialog(page, 'Discard Post?'));
    await button(question, 'Discard').click();
    await gone(page.getByRole('dialog'));
    await at(page, '/home');
  }),
);

it(
  '[POST-13] a fault of the command says "Something went wrong." and keeps the draft; the next press sends it',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { path: '/404' });
    const fault = await failCommands(page, 'A vase that cracked');
    await page.goto(new URL('/home', page.url()).href);
    const post = await writePost(page, 'A vase that cracked');
    await post.click();
    await alerted(page, 'Something went wrong.');
    await seesText(dialog(page, 'Create Post'), 'A vase that cracked');
    expect(await card(page, 'A vase that cracked').count()).toBe(0);
    fault.restore();
    await post.click();
    await alerted(page, 'Posted! Your post was sent.');
    await seen(card(page, 'A vase that cracked'));
  }),
);

it(
  '[POST-13] a fault of the upload says "Something went wrong." and keeps the draft; the next press sends it',
  stage.scene(async ({ open, server, expectErrors }) => {
    // Pictures of the feed that are fetched meanwhile are not there either.
    expectErrors(/status of (404|50\d)/);
    const [page, other] = await Promise.all([open(ann), open(null)]);
    // A real fault: a file in the place of the folder of pictures.
    const folder = join(server.dataDir, 'media');
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, '');
    const post = await writePost(page, 'A vase that fell', await pictures(1));
    await post.click();
    await alerted(page, 'Something went wrong.');
    const composer = dialog(page, 'Create Post');
    await seesText(composer, 'A vase that fell');
    await seen(composer.getByRole('listitem'));
    expect(await card(other, 'A vase that fell').count()).toBe(0);

    rmSync(folder);
    renameSync(`${folder}-away`, folder);
    await post.click();
    await alerted(page, 'Posted! Your post was sent.');
    await seen(named(card(other, 'A vase that fell'), 'img', 'Photo by Ann A.'));
  }),
);

it(
  'after an upload that failed the next press uploads that picture alone, to the same folder',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(/status of 50\d/);
    const [page, other] = await Promise.all([open(ann), open(null)]);
    const asked: string[] = [];
    await page.route('**/api/uploads/**', (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return asked.length === 2 ? route.fulfill({ status: 500, json: {} }) : route.continue();
    });
    const post = await writePost(page, 'Two vases', await pictures(2));
    await post.click();
    await alerted(page, 'Something went wrong.');
    expect(asked).toHaveLength(2);
    await field(dialog(page, 'Create Post'), 'Post').click();
    await page.keyboard.type(', one cracked');
    await post.click();
    await alerted(page, 'Posted! Your post was sent.');
    const photos = named(card(other, 'Two vases'), 'img', 'Photo 2 of 2 by Ann A.');
    await seen(photos);
    expect(asked).toEqual(Array.from({ length: 3 }, () => asked[0]));
    const address = await card(other, 'Two vases')
      .getByRole('link')
      .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
    expect(address.some((href) => href.endsWith(asked[0]?.split('/').at(-1) ?? 'none'))).toBe(true);
  }),
);

it(
  '[POST-13] what is sent while the page still connects waits for its answer and keeps the draft after a fault',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(/status of 50\d/);
    const page = await open(ann, { path: '/404' });
    const handshake = await holdBack(page, '"sid"');
    await page.route('**/api/uploads/**', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(new URL('/home', page.url()).href);
    const post = await writePost(page, 'A vase that was early', await pictures(1));
    await post.click();
    await seen(page.getByText('Uploading Photos...'));
    handshake.release();
    await alerted(page, 'Something went wrong.');
    await seesText(dialog(page, 'Create Post'), 'A vase that was early');
  }),
);
