import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import sharp from 'sharp';
import { openComposer } from './harness/compose.ts';
import { button, card, field, named } from './harness/find.ts';
import { alerted, seen } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import type { PictureFile } from './harness/pictures.ts';
import { setStage } from './harness/stage.ts';

let ann: Member;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
});

const fixture = (name: string, mimeType: string): PictureFile => ({
  name,
  mimeType,
  buffer: readFileSync(join(import.meta.dirname, '../fixtures/photos', name)),
});
const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#996633' } });

it(
  '[SHOP-D2] files are taken by their content and a refusal names them; what the server does not take becomes JPEG',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    const composer = await openComposer(page);
    const picker = composer.locator('input[type="file"]');
    const chosen = named(composer, 'list', 'Chosen photos and videos').getByRole('listitem');

    await picker.setInputFiles({ name: 'cv.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7 a page') });
    await alerted(page, 'Only photos & videos are allowed!', 'danger');
    await alerted(page, '“cv.jpg” is a PDF document.', 'danger');
    await picker.setInputFiles(fixture('1x16000.png', 'image/png'));
    await alerted(page, 'A photo of 1 × 16,000 pixels is too narrow to be seen. Please choose another one.', 'danger');
    const empty = (await drawn(20, 20).jpeg().toBuffer()).subarray(0, 60);
    await picker.setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: empty });
    await alerted(page, 'This photo could not be read. Please choose another one.', 'danger');
    await alerted(page, '“broken.jpg” is a JPEG picture.', 'danger');

    await picker.setInputFiles([
      fixture('heic-named.jpg', 'image/jpeg'),
      fixture('cut-2bytes.jpg', 'image/jpeg'),
      fixture('anim-exif6.webp', 'image/webp'),
      { name: 'odd.png', mimeType: 'image/png', buffer: await drawn(120, 90).avif().toBuffer() },
      { name: 'long.png', mimeType: 'image/png', buffer: await drawn(1_080, 9_000).png().toBuffer() },
    ]);
    await seen(chosen.nth(4));
    await field(composer, 'Post').pressSequentially('Five odd pictures');
    await button(composer, 'Post').click();
    await alerted(page, 'Posted! Your post was sent.');
    const sizes = await (await seen(card(page, 'Five odd pictures')))
      .getByRole('img')
      .evaluateAll((all) => all.map((each) => ['width', 'height'].map((side) => Number(each.getAttribute(side)))));
    expect(sizes).toEqual([
      [64, 48],
      [800, 600],
      [80, 120],
      [120, 90],
      [1_080, 9_000],
    ]);
  }),
);
