import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { renderPicture } from '#server/engines/media/renderPicture.ts';
import { picture } from '../../support/pictures.ts';

const fixture = (name: string) => readFile(join(import.meta.dirname, '../../../fixtures/photos', name));

/** Colour of a pixel. */
async function colourAt(
  bytes: Uint8Array,
  [left, top]: readonly [number, number],
  page = 0,
): Promise<readonly number[]> {
  const cut = sharp(bytes, { page }).extract({ left, top, width: 1, height: 1 });
  return [...(await cut.removeAlpha().raw().toBuffer())];
}

/** A still of two colours: red on the left, blue on the right. */
async function halves(width: number, height: number, left = '#ff0000'): Promise<Buffer> {
  const right = await sharp({ create: { width: width / 2, height, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: left } })
    .composite([{ input: right, left: width / 2, top: 0 }])
    .png()
    .toBuffer();
}

/** An animation whose EXIF says how it is turned. */
async function turnedAnimation(orientation: number): Promise<Buffer> {
  const frames = [await halves(60, 40), await halves(60, 40, '#00ff00')];
  return sharp(frames, { join: { animated: true } })
    .withMetadata({ orientation })
    .webp({ lossless: true, delay: [70, 90], loop: 3 })
    .toBuffer();
}

describe('[SHOP-D2] odd pictures', () => {
  it('an animation with an orientation is upright and still moves', async () => {
    const rendered = await renderPicture(await fixture('anim-exif6.webp'), 'webp');
    expect([rendered.width, rendered.height]).toEqual([80, 120]);
    const whole = await sharp(rendered.picture.whole, { animated: true }).metadata();
    expect([whole.pages, whole.pageHeight, whole.orientation]).toEqual([3, 120, undefined]);
    expect(await sharp(rendered.still?.whole).metadata()).toMatchObject({ width: 80, height: 120 });
  });

  it.each([
    [3, [59, 0], [0, 0], [60, 40]],
    [6, [0, 0], [0, 59], [40, 60]],
    [8, [0, 59], [0, 0], [40, 60]],
  ] as const)(
    'an animation of orientation %s is turned as a still is, each frame for its own time',
    async (orientation, first, second, size) => {
      const { width, height, picture: made } = await renderPicture(await turnedAnimation(orientation), 'webp');
      expect([width, height]).toEqual(size);
      const { delay, loop, pages } = await sharp(made.whole, { animated: true }).metadata();
      expect({ delay, loop, pages }).toEqual({ delay: [70, 90], loop: 3, pages: 2 });
      const [red, blue] = [await colourAt(made.whole, first), await colourAt(made.whole, second)];
      expect((red[0] ?? 0) - (red[2] ?? 0)).toBeGreaterThan(150);
      expect((blue[2] ?? 0) - (blue[0] ?? 0)).toBeGreaterThan(150);
      const green = await colourAt(made.whole, first, 1);
      expect((green[1] ?? 0) - (green[0] ?? 0)).toBeGreaterThan(150);
    },
  );

  it('a JPEG that lacks its last bytes is taken, as browsers show it; one that lacks all of its picture is not', async () => {
    expect(await renderPicture(await fixture('cut-2bytes.jpg'), 'jpeg')).toMatchObject({ width: 800, height: 600 });
    const whole = await sharp(await halves(400, 400))
      .jpeg()
      .toBuffer();
    const cut = await renderPicture(whole.subarray(0, whole.length - 60), 'jpeg');
    const top = await colourAt(cut.picture.whole, [5, 5]);
    expect((top[0] ?? 0) - (top[2] ?? 0)).toBeGreaterThan(150);
    await expect(renderPicture(whole.subarray(0, 200), 'jpeg')).rejects.toMatchObject({ code: 'PHOTO_BROKEN' });
    const png = await halves(400, 400);
    await expect(renderPicture(png.subarray(0, png.length - 60), 'png')).rejects.toMatchObject({
      code: 'PHOTO_BROKEN',
    });
  });

  it('a picture of one pixel by 16,000 is stored, and one too long for its format made smaller', async () => {
    expect(await renderPicture(await fixture('1x16000.png'), 'png')).toMatchObject({ width: 1, height: 16_000 });
    expect(await renderPicture(await picture(2, 20_000), 'png')).toMatchObject({ width: 2, height: 16_383 });
  });

  it('a long screenshot keeps its size', async () => {
    const { width, height, picture: made } = await renderPicture(await picture(1_080, 9_000), 'png');
    expect([width, height, [...made.smaller.keys()]]).toEqual([1_080, 9_000, [320, 640]]);
  });
});
