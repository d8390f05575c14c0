import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { countFrames } from '#server/engines/media/frames.ts';
import { animatedGif, picture, tinyFrames } from '../../support/pictures.ts';

const ENOUGH = 1_000;

describe('frames', () => {
  it('are counted from the container as the decoder counts them', async () => {
    const gif = await animatedGif(40, 30, 5);
    const webp = await sharp(gif, { animated: true }).webp().toBuffer();
    expect([countFrames(gif, 'gif', ENOUGH), countFrames(webp, 'webp', ENOUGH)]).toEqual([5, 5]);
    expect([(await sharp(gif).metadata()).pages, (await sharp(webp).metadata()).pages]).toEqual([5, 5]);
    for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
      expect(countFrames(await picture(8, 8, format), format, ENOUGH)).toBe(1);
    }
  });

  it('are not counted on beyond what is asked for', () => {
    expect(countFrames(tinyFrames(400_000), 'gif', 600)).toBe(601);
  });

  it('are counted of a file that is cut off anywhere', async () => {
    const gif = await animatedGif(8, 8, 3);
    const webp = await sharp(gif, { animated: true }).webp().toBuffer();
    for (let length = 0; length <= gif.byteLength; length += 1) {
      expect(countFrames(gif.subarray(0, length), 'gif', ENOUGH)).toBeLessThanOrEqual(3);
    }
    for (let length = 0; length <= webp.byteLength; length += 1) {
      expect(countFrames(webp.subarray(0, length), 'webp', ENOUGH)).toBeLessThanOrEqual(3);
    }
  });
});
