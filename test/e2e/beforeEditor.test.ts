import { expect, it } from '@jest/globals';
import { codeFile } from './harness/codeFile.ts';
import { showsLines } from './harness/compose.ts';
import { button, card, dialog, field } from './harness/find.ts';
import { holdRequests } from './harness/holdBack.ts';
import { seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { pictures } from './harness/pictures.ts';
import { setStage } from './harness/stage.ts';

/** A composer whose editor is still on its way: nothing less than the words that were typed is sent, or kept. */

let ann: Member;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
});

it(
  'the button sends what stands on screen, also before the editor has it; a page that is left before keeps it, with its pictures',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { path: null });
    const editorCode = await holdRequests(page, codeFile('web/post/compose/RichEditor.tsx'));
    await page.goto(`${stage.server.origin()}/create/post`);
    const composer = await seen(dialog(page, 'Create Post'));
    await field(composer, 'Post').fill('Words before the editor\non two lines');
    await composer.locator('input[type="file"]').setInputFiles(await pictures(1));
    await seen(button(composer, 'Remove photo 1'));
    await editorCode.asked;
    // Left for another page of the site, and by a reload: neither has the editor yet.
    await page.goto(`${stage.server.origin()}/about`);
    await page.goto(`${stage.server.origin()}/create/post`);
    await seen(button(composer, 'Remove photo 1'));
    await page.reload();
    await seen(button(composer, 'Remove photo 1'));
    await field(composer, 'Post').fill(' and these');
    editorCode.release();
    await showsLines(field(composer, 'Post'), 'Words before the editor|on two lines and these');
  }),
);

it(
  'the button that is pressed before the editor has the words sends them with the picture',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { path: null });
    const editorCode = await holdRequests(page, codeFile('web/post/compose/RichEditor.tsx'));
    await page.goto(`${stage.server.origin()}/create/post`);
    const composer = await seen(dialog(page, 'Create Post'));
    expect(await button(composer, 'Post').isDisabled()).toBe(true);
    await composer.locator('input[type="file"]').setInputFiles(await pictures(1));
    await seen(button(composer, 'Remove photo 1'));
    await field(composer, 'Post').fill('A photo with its words');
    await button(composer, 'Post').click();
    await seen(button(composer, 'Processing...'));
    editorCode.release();
    await seen(card(page, 'A photo with its words').getByRole('img').first());
  }),
);

it(
  '[POST-04 in part] keys that send before the editor has come send no text that was cut: one sees it first, and sends it then',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { path: null });
    const editorCode = await holdRequests(page, codeFile('web/post/compose/RichEditor.tsx'));
    await page.goto(`${stage.server.origin()}/create/post`);
    const composer = await seen(dialog(page, 'Create Post'));
    await editorCode.asked;
    await field(composer, 'Post').fill('y'.repeat(600));
    await page.keyboard.press('ControlOrMeta+Enter');
    editorCode.release();
    await seesText(composer, '100 characters did not fit');
    await seesText(composer, '500 / 500');
    await button(composer, 'Post').click();
    await seen(card(page, 'y'.repeat(100)));
  }),
);
