import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { copy, openComposer, showsLines } from './harness/compose.ts';
import { field, named } from './harness/find.ts';
import { seen } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { plainPicture } from './harness/pictures.ts';
import { setStage } from './harness/stage.ts';

let ann: Member;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
});

/** Copies HTML as another program puts it on the clipboard: a page's own writing to it would be cleaned by the browser. */
async function copyRaw(page: Page, text: string, html: string): Promise<void> {
  await page.evaluate(
    (kinds) => {
      const put = (event: ClipboardEvent) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        for (const [kind, content] of Object.entries(kinds)) event.clipboardData?.setData(kind, content);
      };
      document.addEventListener('copy', put, { capture: true, once: true });
      document.execCommand('copy');
    },
    { 'text/plain': text, 'text/html': html },
  );
}

it(
  '[SHOP-D1] a paste of Word and Excel is their text, not the picture beside it; a picture alone is a photo',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    const composer = await openComposer(page);
    const editor = await seen(field(composer, 'Post'));
    await editor.click();
    const photos = named(composer, 'list', 'Chosen photos and videos').getByRole('listitem');
    const clipboard = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures/paste', name), 'utf8');

    await copyRaw(page, 'Moving sale', clipboard('word.txt'));
    await page.keyboard.press('ControlOrMeta+v');
    await showsLines(
      editor,
      'Moving sale|An oak desk,  barely used, for $40.||Two drawers|Pick it up by Friday|Thing Price|Desk lamp 12|Call me.',
    );
    await page.keyboard.press('ControlOrMeta+a');
    await copyRaw(page, 'Item\tPrice\r\nDesk\t40', clipboard('sheets.txt'));
    await page.keyboard.press('ControlOrMeta+v');
    await showsLines(editor, 'Item Price|Desk 40');

    const { buffer } = await plainPicture(30, 20);
    const png = (await sharp(buffer).png().toBuffer()).toString('base64');
    await page.keyboard.press('ControlOrMeta+a');
    await copy(page, 'Lamp\t12', '<table><tr><td>Lamp</td><td>12</td></tr></table>', png);
    await page.keyboard.press('ControlOrMeta+v');
    await showsLines(editor, 'Lamp 12');
    expect(await photos.count()).toBe(0);

    await copy(page, '', undefined, png);
    await page.keyboard.press('ControlOrMeta+v');
    await seen(photos);
    await showsLines(editor, 'Lamp 12');
  }),
);
