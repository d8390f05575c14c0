import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { chooseFiles, isHeicFile, isToConvert, isVideoFile } from '#web/kit/picture/choosePhotos.ts';
import { fileKind, refusalOf, withOwnType } from '#web/kit/picture/fileKind.ts';
import { mediaFixture } from '../../fixtures/media.ts';

const PHOTOS = join(import.meta.dirname, '../../fixtures/photos');
const text = (content: string) => Buffer.from(content, 'latin1');
const drawn = () => sharp({ create: { width: 9, height: 9, channels: 3, background: '#336699' } });
const file = (bytes: Uint8Array<ArrayBuffer> | Buffer, name: string, type = '') =>
  new File([new Uint8Array(bytes)], name, { type });

describe('[SHOP-D2] a file by its content', () => {
  it('is a photo or a video, whatever its name and its system say', async () => {
    const cases: readonly (readonly [Buffer, string])[] = [
      [await drawn().jpeg().toBuffer(), 'image/jpeg'],
      [await drawn().png().toBuffer(), 'image/png'],
      [await drawn().gif().toBuffer(), 'image/gif'],
      [await drawn().webp().toBuffer(), 'image/webp'],
      [await drawn().avif().toBuffer(), 'image/avif'],
      [await drawn().tiff().toBuffer(), 'image/tiff'],
      [readFileSync(join(PHOTOS, 'heic-named.jpg')), 'image/heic'],
      [mediaFixture('photo.heic'), 'image/heic'],
      [mediaFixture('film.mp4'), 'video/mp4'],
      [mediaFixture('film.mov'), 'video/quicktime'],
      [mediaFixture('film.avi'), 'video/x-msvideo'],
      [text('<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="">'), 'image/svg+xml'],
    ];
    for (const [bytes, type] of cases) {
      const typed = await withOwnType(file(bytes, 'a.jpg', 'image/jpeg'));
      expect([typed.type, typed.name]).toEqual([type, 'a.jpg']);
      expect([type, chooseFiles([typed], 0).accepted.length]).toEqual([type, 1]);
      expect([type, isVideoFile(typed)]).toEqual([type, type.startsWith('video/')]);
    }
    expect(isHeicFile(await withOwnType(file(readFileSync(join(PHOTOS, 'heic-named.jpg')), 'a.mp4')))).toBe(true);
    expect(isToConvert(await withOwnType(file(await drawn().avif().toBuffer(), 'a.png', 'image/png')))).toBe(true);
    expect(isToConvert({ type: 'image/jpeg' })).toBe(false);
  });

  it.each([
    [text('%PDF-1.7'), 'cv.jpg', '“cv.jpg” is a PDF document.'],
    [text('Dear Sam,\n'), 'photo.png', '“photo.png” is a text file.'],
    [text('PK\x03\x04'), 'a.docx', '“a.docx” is a document or archive.'],
    [text('ID3\x04'), 'a.mp4', '“a.mp4” is a sound file.'],
    [text('\x1aE\xdf\xa3'), 'a.mp4', '“a.mp4” is a WebM or Matroska video.'],
    [text('MZ\x90\0'), 'a.gif', '“a.gif” is a program.'],
    [text('\x00\x01\x02\x03\x04'), 'a', '“a” is of an unknown kind.'],
  ])('is refused by its name and by what it is: %#', async (bytes, name, refusal) => {
    const typed = await withOwnType(file(bytes, name));
    expect(refusalOf(typed)).toBe(refusal);
    const { accepted, others, refusals } = chooseFiles([typed], 0);
    expect([accepted, others, refusals]).toEqual([
      [],
      [typed],
      [{ type: 'danger', text: 'Only photos & videos are allowed!' }],
    ]);
  });

  it('is as its system says where its content is unknown', async () => {
    expect(await fileKind(new Blob(['x']))).toBeNull();
    expect((await withOwnType(file(text('\0\0'), 'a.png', 'image/png'))).type).toBe('image/png');
  });
});
